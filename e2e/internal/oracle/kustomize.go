package oracle

import (
	"io"
	"log"
	"os"
	"sync"

	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/api/types"
	"sigs.k8s.io/kustomize/kyaml/filesys"
)

// building is held while a directory is built: kustomize keeps the schema of a build in variables
// of the process, and warns on the process's standard error.
var building sync.Mutex

// kustomize builds a directory as `kubectl kustomize` does. The answer has the output or, as its
// "buildError", why there is none; either way with what went to standard error.
func kustomize(_ *schemas, q request) (answer, error) {
	building.Lock()
	defer building.Unlock()
	var output string
	var failed error
	warnings, err := captured(func() { output, failed = build(q) })
	if err != nil {
		return nil, err
	}
	reply := answer{"warnings": warnings}
	if failed != nil {
		reply["buildError"] = failed.Error()
	} else {
		reply["output"] = output
	}
	return reply, nil
}

func build(q request) (string, error) {
	options := krusty.MakeDefaultOptions()
	options.Reorder = krusty.ReorderOptionUnspecified
	if q.Reorder != "" {
		options.Reorder = krusty.ReorderOption(q.Reorder)
	}
	if q.Unrestricted {
		options.LoadRestrictions = types.LoadRestrictionsNone
	}
	built, err := krusty.MakeKustomizer(options).Run(filesys.MakeFsOnDisk(), q.Directory)
	if err != nil {
		return "", err
	}
	text, err := built.AsYaml()
	return string(text), err
}

// captured is what the function writes to standard error and to Go's log.
func captured(run func()) (string, error) {
	reader, writer, err := os.Pipe()
	if err != nil {
		return "", err
	}
	text := make(chan []byte)
	go func() {
		all, _ := io.ReadAll(reader)
		text <- all
	}()
	func() {
		before, flags := os.Stderr, log.Flags()
		defer func() {
			os.Stderr = before
			log.SetOutput(before)
			log.SetFlags(flags)
			writer.Close()
		}()
		os.Stderr = writer
		log.SetOutput(writer)
		log.SetFlags(0)
		run()
	}()
	all := <-text
	reader.Close()
	return string(all), nil
}
