package model

// BufferTable says that a table is a buffer table by the rule of OceanBase's V2.x documentation: of
// its rows and the deletes since the last major, deletes / (rows + 1) > 0.9. Rows go in and out of
// such a table, and its scans read deleted rows; table_mode is the remedy. Count the deletes of its
// indexes for each of them: an update of an indexed column is a delete there.
func BufferTable(deletes, rows float64) bool { return deletes > bufferRatio*(rows+1) }

// bufferRatio is that of the documentation of V2.x, section buffer tables.
const bufferRatio = 0.9
