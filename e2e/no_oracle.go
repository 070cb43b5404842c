//go:build serveronly

package main

import "os"

func answer([]string) int {
	os.Stderr.WriteString("japply-e2e: the oracle is not in a binary that holds only a server\n")
	return 2
}
