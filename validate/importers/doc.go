// Package importers reads what people already have: the text that servers and clients print.
//
// Glossary:
//
//	dump       what a client prints for SHOW PARAMETERS
//	form       how it is laid out: tabs, a table of |, or vertical, as \G asks for
//	parameter  a setting of the server, with its value as the server writes it
//
// Texts come from many servers and hands, so what is not needed is passed over: further columns,
// footers, prompts. What would be wrong to believe is an error with file and line.
package importers
