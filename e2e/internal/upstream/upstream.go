// Package upstream runs Kubernetes' own commands inside this process.
package upstream

import (
	"os"

	_ "time/tzdata" // CronJobs name time zones

	"k8s.io/component-base/cli"
	_ "k8s.io/component-base/logs/json/register"          // --logging-format=json
	_ "k8s.io/component-base/metrics/prometheus/clientgo" // metrics of client-go
	_ "k8s.io/component-base/metrics/prometheus/version"  // metric with the version
	apiserver "k8s.io/kubernetes/cmd/kube-apiserver/app"
	controllers "k8s.io/kubernetes/cmd/kube-controller-manager/app"
	scheduler "k8s.io/kubernetes/cmd/kube-scheduler/app"
)

var commands = map[string]func(args []string) int{
	"kube-apiserver":          runAPIServer,
	"kube-controller-manager": runControllerManager,
	"kube-scheduler":          runScheduler,
}

// Known tells whether Run has a command of this name.
func Known(name string) bool {
	_, ok := commands[name]
	return ok
}

// Run executes the named command and returns its exit status. Upstream's code reads os.Args, so they are made to look as if the command had
// been called by its own name.
func Run(name string, args []string) int {
	os.Args = append([]string{name}, args...)
	return commands[name](args)
}

func runAPIServer(args []string) int {
	args, err := withEtcd(args)
	if err != nil {
		os.Stderr.WriteString("kube-apiserver: cannot start etcd: " + err.Error() + "\n")
		return 1
	}
	command := apiserver.NewAPIServerCommand()
	command.SetArgs(args)
	return cli.Run(command)
}

func runControllerManager(args []string) int {
	command := controllers.NewControllerManagerCommand()
	command.SetArgs(args)
	return cli.Run(command)
}

func runScheduler(args []string) int {
	command := scheduler.NewSchedulerCommand()
	command.SetArgs(args)
	return cli.Run(command)
}
