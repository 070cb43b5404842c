//go:build !serveronly

package upstream

import (
	"os"

	_ "k8s.io/client-go/plugin/pkg/client/auth" // the auth plugins that kubectl has
	"k8s.io/component-base/cli"
	"k8s.io/component-base/logs"
	"k8s.io/kubectl/pkg/cmd"
	"k8s.io/kubectl/pkg/cmd/util"
)

func init() {
	commands["kubectl"] = runKubectl
}

// runKubectl takes its arguments from os.Args, as kubectl's plugin lookup does anyway.
func runKubectl([]string) int {
	_, _ = logs.GlogSetter(cmd.GetLogVerbosity(os.Args))
	if err := cli.RunNoErrOutput(cmd.NewDefaultKubectlCommand()); err != nil {
		util.CheckErr(err) // prints and exits as kubectl does
		return 1
	}
	return 0
}
