//go:build krusty

// This file joins a copy of upstream's package krusty, whose method Run is named run there, while
// that package's own tests are run. It writes down what they build, and what came of it: that is
// how japply learns the cases of those tests. See kustomize_cases in e2e/build.

package krusty

import (
	"encoding/base64"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"unicode/utf8"

	"sigs.k8s.io/kustomize/api/resmap"
	"sigs.k8s.io/kustomize/api/types"
	"sigs.k8s.io/kustomize/kyaml/filesys"
)

// recorded is one build of one test. Files are named from the root of the file system; those that
// are not UTF-8 are in Binary, in base64. Disk is true if they are on a real disk, and then not
// listed.
type recorded struct {
	Test         string            `json:"test"`
	Path         string            `json:"path"`
	Disk         bool              `json:"disk,omitempty"`
	Files        map[string]string `json:"files,omitempty"`
	Binary       map[string]string `json:"binary,omitempty"`
	Reorder      string            `json:"reorder"`
	Unrestricted bool              `json:"unrestricted,omitempty"`
	Plugins      bool              `json:"plugins,omitempty"`
	Managed      bool              `json:"managed,omitempty"`
	Output       *string           `json:"output,omitempty"`
	BuildError   *string           `json:"buildError,omitempty"`
}

var recording sync.Mutex

// Run does what upstream's does.
func (b *Kustomizer) Run(fSys filesys.FileSystem, path string) (resmap.ResMap, error) {
	entry := recorded{
		Test:         callingTest(),
		Path:         path,
		Reorder:      string(b.options.Reorder),
		Unrestricted: b.options.LoadRestrictions == types.LoadRestrictionsNone,
		Plugins:      b.options.PluginConfig.PluginRestrictions == types.PluginRestrictionsNone || b.options.PluginConfig.HelmConfig.Enabled,
		Managed:      b.options.AddManagedbyLabel,
	}
	entry.list(fSys)
	built, err := b.run(fSys, path)
	if err != nil {
		text := err.Error()
		entry.BuildError = &text
	} else if yaml, yamlErr := built.AsYaml(); yamlErr == nil {
		text := string(yaml)
		entry.Output = &text
	}
	entry.write()
	return built, err
}

func (r *recorded) list(fSys filesys.FileSystem) {
	if r.Disk = fSys.Exists("/proc") || fSys.Exists("/usr"); r.Disk {
		return
	}
	r.Files, r.Binary = map[string]string{}, map[string]string{}
	_ = fSys.Walk("/", func(path string, info os.FileInfo, err error) error {
		if err != nil || info.IsDir() {
			return err
		}
		content, err := fSys.ReadFile(path)
		if err != nil {
			return err
		}
		name := strings.TrimPrefix(filepath.ToSlash(path), "/")
		if utf8.Valid(content) {
			r.Files[name] = string(content)
		} else {
			r.Binary[name] = base64.StdEncoding.EncodeToString(content)
		}
		return nil
	})
}

// callingTest is the name of the test function that is running here.
func callingTest() string {
	callers := make([]uintptr, 64)
	frames := runtime.CallersFrames(callers[:runtime.Callers(0, callers)])
	for {
		frame, more := frames.Next()
		if _, name, found := strings.Cut(frame.Function, "krusty_test.Test"); found {
			name, _, _ = strings.Cut(name, ".")
			return "Test" + name
		}
		if !more {
			return ""
		}
	}
}

func (r *recorded) write() {
	recording.Lock()
	defer recording.Unlock()
	out, err := os.OpenFile(os.Getenv("KRUSTY_RECORD"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		panic(err)
	}
	defer out.Close()
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(r); err != nil {
		panic(err)
	}
}
