// Package oracle answers questions about what kubectl does, by running the code that kubectl runs.
//
// A question is one line of JSON with an "op" and an "id", which the answer repeats; answers come
// one a line and in the order of the questions. Documents travel as JSON strings that hold JSON
// text, so that the exact form of their numbers survives. See the README for the operations.
package oracle

import (
	"flag"
	"fmt"
	"io"
	"runtime"
)

// Main runs the subcommand until its input ends.
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("oracle", flag.ContinueOnError)
	flags.SetOutput(stderr)
	dir := flags.String("openapi", "", "`directory` with the OpenAPI documents")
	workers := flags.Int("workers", runtime.NumCPU(), "how many questions are worked on at once")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	if flags.NArg() > 0 || *workers < 1 {
		fmt.Fprintln(stderr, "oracle: takes flags only, and at least one worker")
		return 2
	}
	if err := serve(stdin, stdout, newSchemas(*dir), *workers); err != nil {
		fmt.Fprintln(stderr, "oracle:", err)
		return 1
	}
	return 0
}
