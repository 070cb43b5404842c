// Package nodes plays nodes for a cluster that has none. It speaks to the API server as kubelets do:
// registers Nodes, says of each Pod that was bound to one of them what becomes of its containers, and
// answers when the server asks for their logs. No container runs: annotations of the Pod say what its
// containers do (see behaviour.go).
package nodes

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os/signal"
	"syscall"

	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/clientcmd"
)

// Main runs the subcommand until it is told to end.
func Main(args []string, stderr io.Writer) int {
	flags := flag.NewFlagSet("nodes", flag.ContinueOnError)
	flags.SetOutput(stderr)
	kubeconfig := flags.String("kubeconfig", "", "`file` that says where the API server is (required)")
	count := flags.Int("count", 1, "how `many` nodes to play")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	if *kubeconfig == "" || *count < 1 || flags.NArg() > 0 {
		fmt.Fprintln(stderr, "nodes: --kubeconfig FILE is required, --count must be positive, and no other arguments are taken")
		return 2
	}
	ctx, cancel := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	defer cancel()
	if err := play(ctx, *kubeconfig, *count); err != nil {
		fmt.Fprintln(stderr, "nodes:", err)
		return 1
	}
	return 0
}

func play(ctx context.Context, kubeconfig string, count int) error {
	config, err := clientcmd.BuildConfigFromFlags("", kubeconfig)
	if err != nil {
		return err
	}
	config.QPS = -1
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		return err
	}
	k := newKubelet(client)
	port, err := k.serveLogs(ctx)
	if err != nil {
		return err
	}
	for i := range count {
		if err := register(ctx, client, fmt.Sprintf("node-%d", i+1), port); err != nil {
			return err
		}
	}
	go balance(ctx, client)
	k.run(ctx)
	return nil
}
