package lsm

// radixBits is the size of one digit of sortKeys: 2^11 counters fit the fastest cache.
const radixBits = 11

// sortKeys sorts keys in place by their digits, lowest first, leaving out digits in which all keys
// agree: linear, and two passes for the ids of a million rows. spare is room for as many keys.
func sortKeys(keys, spare []Key) {
	var differ Key
	for _, k := range keys {
		differ |= k ^ keys[0]
	}
	from, to := keys, spare[:len(keys)]
	for shift := 0; differ>>shift != 0; shift += radixBits {
		if differ>>shift&(1<<radixBits-1) == 0 {
			continue
		}
		var starts [1 << radixBits]int32
		for _, k := range from {
			starts[k>>shift&(1<<radixBits-1)]++
		}
		sum := int32(0)
		for digit, count := range starts {
			starts[digit] = sum
			sum += count
		}
		for _, k := range from {
			digit := k >> shift & (1<<radixBits - 1)
			to[starts[digit]] = k
			starts[digit]++
		}
		from, to = to, from
	}
	copy(keys, from)
}
