package cluster

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync/atomic"
)

const tailLines = 15

// process is a child that runs one of this binary's other subcommands.
type process struct {
	name string
	log  string
	cmd  *exec.Cmd
	done chan struct{}
	end  error
	// replaced is true once another process is to take its place.
	replaced atomic.Bool
}

// startProcess runs `NAME FLAGS...` in dir with its output in dir/NAME.log.
func startProcess(dir, name string, flags []string) (*process, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	p := &process{name: name, log: filepath.Join(dir, name+".log"), done: make(chan struct{})}
	log, err := os.Create(p.log)
	if err != nil {
		return nil, err
	}
	defer log.Close()
	p.cmd = exec.Command(self, append([]string{name}, flags...)...)
	p.cmd.Dir = dir
	p.cmd.Stdout = log
	p.cmd.Stderr = log
	p.cmd.SysProcAttr = childAttributes()
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	go func() {
		p.end = p.cmd.Wait()
		close(p.done)
	}()
	return p, nil
}

// kill does not ask first: nothing of the process is kept.
func (p *process) kill() {
	_ = p.cmd.Process.Kill()
	<-p.done
}

// deathNotice must be called after done was closed.
func (p *process) deathNotice() error {
	how := "exit status 0"
	if p.end != nil {
		how = p.end.Error()
	}
	return fmt.Errorf("%s ended (%s); its log %s ends with:\n%s", p.name, how, p.log, tail(p.log))
}

func tail(file string) string {
	text, err := os.ReadFile(file)
	if err != nil {
		return err.Error()
	}
	lines := bytes.Split(bytes.TrimRight(text, "\n"), []byte("\n"))
	if len(lines) > tailLines {
		lines = lines[len(lines)-tailLines:]
	}
	return string(bytes.Join(lines, []byte("\n")))
}
