//go:build !linux

package cluster

import "syscall"

// childAttributes cannot bind the children's life to this process's here: a SIGKILL of it leaves
// them behind.
func childAttributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true}
}
