// Package cluster runs a private Kubernetes control plane on loopback: an API server with its etcd
// inside, and (unless told otherwise) a controller manager. There is no node, and Pods stay Pending,
// unless it is told to play some: then there is a scheduler, too.
package cluster

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// portAttempts bounds how often another port is tried: between choosing a free one and the API
// server's listening on it, another program may take it.
const portAttempts = 4

const portTaken = "address already in use"

// Options say what to start.
type Options struct {
	// Dir receives logs, keys, kubeconfigs and, while the cluster runs, etcd's data.
	Dir string
	// Audit has the API server write Dir/audit.log.
	Audit bool
	// AdminToken is what the user admin is known by; one made by chance if it is empty.
	AdminToken string
	// NoControllers leaves the controller manager out.
	NoControllers bool
	// Nodes is how many nodes are played.
	Nodes int
}

// Info describes a running cluster; it is the content of cluster.json.
type Info struct {
	Kubeconfig       string `json:"kubeconfig"`
	ViewerKubeconfig string `json:"viewerKubeconfig"`
	Server           string `json:"server"`
	Version          string `json:"version"`
	Pid              int    `json:"pid"`
	AuditLog         string `json:"auditLog,omitempty"`
}

// Cluster is a running control plane.
type Cluster struct {
	Info   Info
	dir    string
	lock   *os.File
	tokens tokens
	died   chan error
	// server is the API server, on that port.
	server *process
	port   int
	parts  []*process
}

// Start returns once the cluster is ready for use. The caller must be on a thread that lives as
// long as the process, must watch Died, and must call Stop.
func Start(ctx context.Context, options Options) (*Cluster, error) {
	dir, err := filepath.Abs(options.Dir)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	lock, err := lockDirectory(dir)
	if err != nil {
		return nil, err
	}
	c := &Cluster{dir: dir, lock: lock, tokens: newTokens(options.AdminToken), died: make(chan error, 2)}
	if err := c.start(ctx, options); err != nil {
		c.Stop()
		return nil, err
	}
	return c, nil
}

// Died delivers an error when a part of the cluster ends by itself.
func (c *Cluster) Died() <-chan error {
	return c.died
}

// Stop kills the cluster's processes and removes its data; logs and keys stay.
func (c *Cluster) Stop() {
	for i := len(c.parts) - 1; i >= 0; i-- {
		c.parts[i].kill()
	}
	if c.server != nil {
		c.server.kill()
	}
	c.removeState()
	c.lock.Close()
}

func (c *Cluster) path(name string) string {
	return filepath.Join(c.dir, name)
}

func (c *Cluster) start(ctx context.Context, options Options) error {
	c.removeState()
	if err := c.writeInputs(); err != nil {
		return err
	}
	if err := c.startServer(ctx, options); err != nil {
		return err
	}
	if err := c.startParts(options); err != nil {
		return err
	}
	if err := c.prepare(ctx, options); err != nil {
		return err
	}
	return c.writeInfo(options)
}

func (c *Cluster) startParts(options Options) error {
	type part struct {
		name  string
		flags []string
	}
	var parts []part
	if !options.NoControllers {
		parts = append(parts, part{"kube-controller-manager", c.controllerFlags()})
	}
	if options.Nodes > 0 {
		parts = append(parts, part{"kube-scheduler", c.schedulerFlags()}, part{"nodes", c.nodesFlags(options.Nodes)})
	}
	for _, one := range parts {
		started, err := startProcess(c.dir, one.name, one.flags)
		if err != nil {
			return fmt.Errorf("cannot start %s: %w", one.name, err)
		}
		c.parts = append(c.parts, started)
	}
	return nil
}

// startServer returns when the API server answers, on whichever port it got.
func (c *Cluster) startServer(ctx context.Context, options Options) error {
	for attempt := 1; ; attempt++ {
		port, err := freePort()
		if err != nil {
			return err
		}
		c.port = port
		if err := c.launchServer(options); err != nil {
			return err
		}
		err = c.awaitServer(ctx)
		if err == nil || attempt == portAttempts || !strings.Contains(err.Error(), portTaken) {
			return err
		}
		c.removeState()
	}
}

func (c *Cluster) launchServer(options Options) error {
	server, err := startProcess(c.dir, "kube-apiserver", c.serverFlags(c.port, options))
	if err != nil {
		return fmt.Errorf("cannot start kube-apiserver: %w", err)
	}
	c.server = server
	return nil
}

// RestartServer kills the API server and starts it anew on the same port, with the same data.
func (c *Cluster) RestartServer(ctx context.Context, options Options) error {
	c.server.replaced.Store(true)
	c.server.kill()
	if err := c.launchServer(options); err != nil {
		return err
	}
	if err := c.awaitReadiness(ctx); err != nil {
		return err
	}
	c.watch(c.server)
	return nil
}

// watchParts reports the end of any part from now on.
func (c *Cluster) watchParts() {
	c.watch(c.server)
	for _, part := range c.parts {
		c.watch(part)
	}
}

func (c *Cluster) watch(part *process) {
	go func() {
		<-part.done
		if part.replaced.Load() {
			return
		}
		select {
		case c.died <- part.deathNotice():
		default:
		}
	}()
}

// deadPart is nil while all parts live.
func (c *Cluster) deadPart() error {
	for _, part := range append([]*process{c.server}, c.parts...) {
		select {
		case <-part.done:
			return part.deathNotice()
		default:
		}
	}
	return nil
}

// removeState removes what must not outlive a run, or be mistaken for the state of one.
func (c *Cluster) removeState() {
	for _, name := range []string{infoFile, "etcd", "etcd-client.sock:0", "etcd-peer.sock:0", certDir} {
		_ = os.RemoveAll(c.path(name))
	}
}

var errInterrupted = errors.New("interrupted before the cluster was ready")
