package cluster

import "syscall"

// childAttributes let no child outlive this process, however it ends, and keep a terminal's Ctrl-C
// from reaching the children before this process has decided what to do.
func childAttributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
