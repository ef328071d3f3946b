package record

import (
	"fmt"
	"reflect"
	"time"
)

// checkUnchanged compares what was given with what was read from its text. They differ where the
// text has no place for something: text that is no UTF-8, a value beside the error of a sample, an
// action that is not what its words say. A nil list or map is the same as an empty one.
func checkUnchanged(given, read any) error {
	where, same := unchanged(reflect.ValueOf(given), reflect.ValueOf(read))
	if same {
		return nil
	}
	return fmt.Errorf("%s would be read back as another value: "+
		"it contradicts the rest, or is no UTF-8", where[1:])
}

// unchanged reports whether two values of one type are the same, and where not: .Do.Action
func unchanged(given, read reflect.Value) (where string, same bool) {
	switch given.Kind() {
	case reflect.Pointer:
		if given.IsNil() || read.IsNil() {
			return "", given.IsNil() == read.IsNil()
		}
		return unchanged(given.Elem(), read.Elem())
	case reflect.Struct:
		return unchangedFields(given, read)
	case reflect.Slice:
		for i := range min(given.Len(), read.Len()) {
			if where, same := unchanged(given.Index(i), read.Index(i)); !same {
				return fmt.Sprintf("[%d]%s", i, where), false
			}
		}
		return "", given.Len() == read.Len()
	case reflect.Map:
		for _, key := range given.MapKeys() {
			v := read.MapIndex(key)
			if !v.IsValid() {
				return fmt.Sprintf("[%q]", shown(key.String())), false
			}
			if where, same := unchanged(given.MapIndex(key), v); !same {
				return fmt.Sprintf("[%q]%s", shown(key.String()), where), false
			}
		}
		return "", given.Len() == read.Len()
	}
	return "", given.Equal(read)
}

// unchangedFields is unchanged for a struct. A moment is the same in any time zone.
func unchangedFields(given, read reflect.Value) (where string, same bool) {
	if t, ok := given.Interface().(time.Time); ok {
		return "", t.Equal(read.Interface().(time.Time))
	}
	for i := range given.NumField() {
		if where, same := unchanged(given.Field(i), read.Field(i)); !same {
			return "." + given.Type().Field(i).Name + where, false
		}
	}
	return "", true
}
