// Command japply-e2e holds, in one binary, a real Kubernetes API server to test japply against and
// upstream's own merge code to compare japply's results with.
//
// Built with the tag serveronly it has no oracle, and compiles with other versions of Kubernetes.
//
// Its first argument selects the subcommand:
//
//	kube-apiserver, kube-controller-manager, kube-scheduler
//	                                          upstream's commands, arguments passed through
//	cluster                                   a private cluster on loopback, in the foreground
//	nodes                                     plays nodes for a cluster
//	openapi                                   dumps the API server's OpenAPI documents
//	oracle                                    answers JSON lines with upstream's results
package main

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"

	"japply.dev/e2e/internal/cluster"
	"japply.dev/e2e/internal/nodes"
	"japply.dev/e2e/internal/openapi"
	"japply.dev/e2e/internal/upstream"
)

const usage = `usage: japply-e2e SUBCOMMAND [FLAGS]

  kube-apiserver [FLAGS]            upstream's command; without --etcd-servers an etcd runs inside it,
                                    in the working directory
  kube-controller-manager [FLAGS]   upstream's command
  kube-scheduler [FLAGS]            upstream's command
  cluster --dir DIR [--audit] [--stdin-watch] [--admin-token TOKEN] [--no-controllers] [--nodes N]
                                    run a cluster until a signal comes (or, with --stdin-watch,
                                    until standard input ends); prints DIR/cluster.json as one line
  nodes --kubeconfig FILE [--count N]
                                    play nodes for a cluster: Pods become what their annotations say
  openapi --out DIR                 write the OpenAPI documents of the built-in APIs to DIR
  oracle [--openapi DIR]            answer JSON lines from standard input
`

// init keeps the main goroutine on the process's first thread: Linux sends a child its
// parent-death signal when the *thread* that started it ends, and the first one lives longest.
func init() {
	runtime.LockOSThread()
}

func main() {
	name, args := "", os.Args[1:]
	if len(args) > 0 {
		name, args = args[0], args[1:]
	}
	os.Exit(run(name, args))
}

func run(name string, args []string) int {
	switch name {
	case "cluster":
		return cluster.Main(args, os.Stdin, os.Stdout, os.Stderr)
	case "nodes":
		return nodes.Main(args, os.Stderr)
	case "openapi":
		return openapi.Main(args, os.Stderr)
	case "oracle":
		return answer(args)
	case "help", "-h", "--help":
		return printUsage(os.Stdout, 0)
	}
	if upstream.Known(name) {
		return upstream.Run(name, args)
	}
	if name != "" {
		fmt.Fprintf(os.Stderr, "japply-e2e: unknown subcommand %q\n", strings.TrimSpace(name))
	}
	return printUsage(os.Stderr, 2)
}

func printUsage(w io.Writer, status int) int {
	fmt.Fprint(w, usage)
	return status
}
