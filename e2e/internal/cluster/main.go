package cluster

import (
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
	watch := flags.Bool("stdin-watch", false, "end when standard input ends")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	if options.Dir == "" || flags.NArg() > 0 {
		fmt.Fprintln(stderr, "cluster: --dir DIR is required, and no other arguments are taken")
		return 2
	}
	ctx, cancel := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	defer cancel()
	if *watch {
		go func() {
			_, _ = io.Copy(io.Discard, stdin)
			cancel()
		}()
	}
	if err := serve(ctx, options, stdout); err != nil {
		fmt.Fprintln(stderr, "cluster:", err)
		return 1
	}
	return 0
}

func serve(ctx context.Context, options Options, stdout io.Writer) error {
	c, err := Start(ctx, options)
	if err != nil {
		return err
	}
	defer c.Stop()
	if err := json.NewEncoder(stdout).Encode(c.Info); err != nil {
		return err
	}
	select {
	case <-ctx.Done():
		return nil
	case err := <-c.Died():
		return err
	}
}
