package cluster

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os/signal"
	"syscall"
)

// Main runs the subcommand: a cluster in the foreground, until it is told to end or a part of it
// dies. It must be called on the main goroutine.
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	var options Options
	flags := flag.NewFlagSet("cluster", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.StringVar(&options.Dir, "dir", "", "`directory` for logs, kubeconfigs and data (required)")
	flags.BoolVar(&options.Audit, "audit", false, "write DIR/audit.log")
	flags.BoolVar(&options.NoControllers, "no-controllers", false, "leave the controller manager out")
	flags.StringVar(&options.AdminToken, "admin-token", "", "the admin's `token`; by default a new one")
	flags.IntVar(&options.Nodes, "nodes", 0, "how `many` nodes to play, with a scheduler")
	watch := flags.Bool("stdin-watch", false, "end when standard input ends; a line `restart` there restarts the API server")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	if options.Dir == "" || flags.NArg() > 0 {
		fmt.Fprintln(stderr, "cluster: --dir DIR is required, and no other arguments are taken")
		return 2
	}
	if options.Nodes > 0 && options.NoControllers {
		fmt.Fprintln(stderr, "cluster: --nodes needs the controllers")
		return 2
	}
	ctx, cancel := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	defer cancel()
	restarts := make(chan struct{})
	if *watch {
		go func() {
			listen(ctx, stdin, restarts)
			cancel()
		}()
	}
	if err := serve(ctx, options, restarts, stdout); err != nil {
		fmt.Fprintln(stderr, "cluster:", err)
		return 1
	}
	return 0
}

// listen asks for a restart at each line that wants one, until the input ends.
func listen(ctx context.Context, stdin io.Reader, restarts chan<- struct{}) {
	lines := bufio.NewScanner(stdin)
	for lines.Scan() {
		if lines.Text() != "restart" {
			continue
		}
		select {
		case restarts <- struct{}{}:
		case <-ctx.Done():
		}
	}
}

// serve prints what it says of itself when the cluster is ready, and again after each restart.
func serve(ctx context.Context, options Options, restarts <-chan struct{}, stdout io.Writer) error {
	c, err := Start(ctx, options)
	if err != nil {
		return err
	}
	defer c.Stop()
	for {
		if err := json.NewEncoder(stdout).Encode(c.Info); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case err := <-c.Died():
			return err
		case <-restarts:
			if err := c.RestartServer(ctx, options); err != nil {
				return err
			}
		}
	}
}
