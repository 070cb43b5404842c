// Command kubectl is upstream's command. It is a program of its own, apart from japply-e2e, because
// tests start it thousands of times, and to start with a whole API server inside takes twice as long.
package main

import (
	"os"

	_ "k8s.io/client-go/plugin/pkg/client/auth" // the auth plugins that kubectl has
	"k8s.io/component-base/cli"
	"k8s.io/component-base/logs"
	"k8s.io/kubectl/pkg/cmd"
	"k8s.io/kubectl/pkg/cmd/util"
)

func main() {
	_, _ = logs.GlogSetter(cmd.GetLogVerbosity(os.Args))
	if err := cli.RunNoErrOutput(cmd.NewDefaultKubectlCommand()); err != nil {
		util.CheckErr(err) // prints and exits as kubectl does
	}
}
