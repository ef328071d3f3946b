package record

// Limits on what a record may hold. They are far above anything recorded (the longest line of the
// recorded truth is 111 KB) and keep a damaged or hostile file from taking the machine.
const (
	// LineBytesMax bounds one line, without its line end.
	LineBytesMax = 16 << 20
	// RowsPerOpMax bounds the ids of a list, and ids x times of an update: what is executed for
	// one op.
	RowsPerOpMax = 50_000_000
	// IDEnd is the first integer that is not an id.
	IDEnd = 1 << 40
	// TablesMax bounds the tables of a trace and of a run.
	TablesMax = 1000

	// lineValuesMax bounds the JSON values of a line. A state line has one value per 27 bytes, so
	// this goes with LineBytesMax.
	lineValuesMax = 1 << 20
	// depthMax bounds nesting. The deepest value of the formats is at 4 (state, stacks, tablet,
	// run).
	depthMax = 32
	// columnsMax and nameBytesMax are OceanBase's limits (OB_USER_ROW_MAX_COLUMNS_COUNT and
	// OB_MAX_COLUMN_NAME_LENGTH in deps/oblib/src/lib/ob_define.h, 4.x).
	columnsMax   = 4096
	nameBytesMax = 128
	// waitSecondsMax is a year: longer than any schedule or retention of the engine.
	waitSecondsMax = 366 * 24 * 3600
	// machineMax bounds cores and threads.
	machineMax = 100_000
	// epochSecondsMax bounds points in time (Unix seconds): the year 5138.
	epochSecondsMax = 1e11
	// shownBytesMax is how much of a value an error message shows.
	shownBytesMax = 40
)
