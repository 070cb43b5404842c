//go:build !serveronly

package main

import (
	"os"

	"japply.dev/e2e/internal/oracle"
)

func answer(args []string) int {
	return oracle.Main(args, os.Stdin, os.Stdout, os.Stderr)
}
