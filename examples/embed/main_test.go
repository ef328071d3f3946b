package main

// Example runs the program as a reader would.
func Example() {
	main()
	// Output:
	// clean         100 rows returned, 100 read: 0 in memtables, 0 in minis and minors
	// after writes  100 rows returned, 396 read: 98 in memtables, 198 in minis and minors
	// after a major 100 rows returned, 100 read: 0 in memtables, 0 in minis and minors
}
