package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/readamp/readamp/model/tune"
)

// mergeShards puts all shards of a sweep together. The order of the files does not matter.
func mergeShards(files []string) (*tuning, error) {
	var all *tuning
	from := map[int]string{} // file of each shard
	for _, name := range files {
		t, err := openShard(name)
		if err != nil {
			return nil, err
		}
		if all == nil {
			all = &tuning{tuneHeader: t.tuneHeader, Shard: shard{Part: 0, Of: 1}}
		}
		if err := sameSweep(files[0], name, all.tuneHeader, t.tuneHeader); err != nil {
			return nil, err
		}
		if err := sameParts(files[0], name, &all.parts, t.Shard.Of); err != nil {
			return nil, err
		}
		if other, double := from[t.Shard.Part]; double {
			return nil, failure("shard %d/%d is in %s and in %s", t.Shard.Part, t.Shard.Of, other,
				name)
		}
		from[t.Shard.Part] = name
		all.results = append(all.results, t.results...)
	}
	if err := missingShards(from, all.parts); err != nil {
		return nil, err
	}
	slices.SortFunc(all.results, func(a, b tune.Result) int {
		return cmp.Compare(a.Number, b.Number)
	})
	return all, nil
}

// sameParts wants all files to be of a sweep in as many parts.
func sameParts(first, name string, parts *int, of int) error {
	if *parts == 0 {
		*parts = of
	}
	if *parts != of {
		return failure("%s is one of %d shards, %s one of %d", first, *parts, name, of)
	}
	return nil
}

// missingShards names the shards that there is no file of.
func missingShards(from map[int]string, of int) error {
	var missing []string
	for part := range of {
		if _, there := from[part]; !there {
			missing = append(missing, fmt.Sprintf("%d/%d", part, of))
		}
	}
	const named = 8
	switch n := len(missing); {
	case n == 1:
		return failure("shard %s is missing", missing[0])
	case n > named:
		return failure("%d of %d shards are missing: %s and so on", n, of,
			strings.Join(missing[:named], ", "))
	case n > 1:
		return failure("shards %s are missing", strings.Join(missing, ", "))
	}
	return nil
}

// sameSweep wants two files to be of one sweep, and names the first thing in which they differ.
func sameSweep(first, second string, a, b tuneHeader) error {
	fields, others := fieldsOf(a), fieldsOf(b)
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if !bytes.Equal(fields[name], others[name]) {
			return failure("%s and %s are not of one sweep: they differ in %s", first, second,
				strings.ReplaceAll(name, "_", " "))
		}
	}
	return nil
}

// fieldsOf are the fields of a header in JSON.
func fieldsOf(h tuneHeader) map[string]json.RawMessage {
	fields := map[string]json.RawMessage{}
	text, err := json.Marshal(h)
	if err == nil {
		err = json.Unmarshal(text, &fields)
	}
	if err != nil {
		panic(err) // it was read from JSON
	}
	return fields
}
