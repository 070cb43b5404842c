// Command measure runs another command, with its own standard streams and exit status, and writes
// to a file what that took: one JSON object with wall, user and system time in microseconds and the
// peak of resident memory in bytes.
//
// It is a program of its own because Linux counts, as the peak of a new process, that of the
// process which started it: this one stays small.
//
//	measure FILE COMMAND ARGS...
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"time"
)

type figures struct {
	Status int   `json:"status"`
	Wall   int64 `json:"wall"`
	User   int64 `json:"user"`
	System int64 `json:"system"`
	Peak   int64 `json:"peak"`
}

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "usage: measure FILE COMMAND ARGS...")
		os.Exit(2)
	}
	measured, err := run(os.Args[2:])
	if err == nil {
		err = write(os.Args[1], measured)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "measure:", err)
		os.Exit(1)
	}
	os.Exit(measured.Status)
}

func run(command []string) (figures, error) {
	child := exec.Command(command[0], command[1:]...)
	child.Stdin, child.Stdout, child.Stderr = os.Stdin, os.Stdout, os.Stderr
	start := time.Now()
	err := child.Run()
	wall := time.Since(start)
	var failed *exec.ExitError
	if err != nil && !errors.As(err, &failed) {
		return figures{}, err
	}
	state := child.ProcessState
	usage := state.SysUsage().(*syscall.Rusage)
	return figures{
		Status: state.ExitCode(),
		Wall:   wall.Microseconds(),
		User:   state.UserTime().Microseconds(),
		System: state.SystemTime().Microseconds(),
		Peak:   int64(usage.Maxrss) * unitOfPeak(),
	}, nil
}

// unitOfPeak is that of getrusage: bytes on macOS, KiB elsewhere.
func unitOfPeak() int64 {
	if runtime.GOOS == "darwin" {
		return 1
	}
	return 1024
}

func write(file string, measured figures) error {
	text, err := json.Marshal(measured)
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(text, '\n'), 0o644)
}
