// Package openapi writes the OpenAPI documents of an API server to files.
package openapi

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"k8s.io/client-go/discovery"
	"k8s.io/client-go/rest"

	"japply.dev/e2e/internal/cluster"
)

const publishTimeout = time.Minute

// FileName is the name of the file for a path of the /openapi/v3 index, such as apis/apps/v1.
func FileName(path string) string {
	return strings.ReplaceAll(path, "/", "__") + ".json"
}

// Main runs the subcommand: a private cluster for as long as its documents are fetched.
func Main(args []string, stderr io.Writer) int {
	flags := flag.NewFlagSet("openapi", flag.ContinueOnError)
	flags.SetOutput(stderr)
	out := flags.String("out", "", "`directory` to write to (required)")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	if *out == "" || flags.NArg() > 0 {
		fmt.Fprintln(stderr, "openapi: --out DIR is required, and no other arguments are taken")
		return 2
	}
	if err := dump(*out); err != nil {
		fmt.Fprintln(stderr, "openapi:", err)
		return 1
	}
	return 0
}

func dump(out string) error {
	ctx, cancel := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	defer cancel()
	dir, err := os.MkdirTemp("", "japply-openapi-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	c, err := cluster.Start(ctx, cluster.Options{Dir: dir, NoControllers: true})
	if err != nil {
		return err
	}
	defer c.Stop()
	config, err := c.RESTConfig()
	if err != nil {
		return err
	}
	client, err := discovery.NewDiscoveryClientForConfig(config)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	return write(ctx, client, out)
}

func write(ctx context.Context, client *discovery.DiscoveryClient, out string) error {
	index, paths, err := awaitIndex(ctx, client)
	if err != nil {
		return err
	}
	for path, url := range paths {
		text, err := get(ctx, client.RESTClient(), url)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(out, FileName(path)), text, 0o644); err != nil {
			return err
		}
	}
	v2, err := get(ctx, client.RESTClient(), "/openapi/v2")
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(out, "openapi_v2.json"), v2, 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(out, "index.json"), index, 0o644)
}

// awaitIndex returns the index once it names every group version that the server serves: it is
// published piece by piece after the start.
func awaitIndex(
	ctx context.Context, client *discovery.DiscoveryClient,
) (text []byte, paths map[string]string, err error) {
	for deadline := time.Now().Add(publishTimeout); ; {
		text, paths, err = readIndex(ctx, client)
		if err == nil || time.Now().After(deadline) || ctx.Err() != nil {
			return text, paths, err
		}
		time.Sleep(50 * time.Millisecond)
	}
}

func readIndex(
	ctx context.Context, client *discovery.DiscoveryClient,
) ([]byte, map[string]string, error) {
	text, err := get(ctx, client.RESTClient(), "/openapi/v3")
	if err != nil {
		return nil, nil, err
	}
	var index struct {
		Paths map[string]struct {
			URL string `json:"serverRelativeURL"`
		} `json:"paths"`
	}
	if err := json.Unmarshal(text, &index); err != nil {
		return nil, nil, err
	}
	paths := map[string]string{}
	for path, entry := range index.Paths {
		paths[path] = entry.URL
	}
	groups, err := client.ServerGroups()
	if err != nil {
		return nil, nil, err
	}
	for _, group := range groups.Groups {
		for _, version := range group.Versions {
			if _, ok := paths[indexPath(version.GroupVersion)]; !ok {
				return nil, nil, fmt.Errorf("no OpenAPI document for %s", version.GroupVersion)
			}
		}
	}
	return text, paths, nil
}

func indexPath(groupVersion string) string {
	if strings.Contains(groupVersion, "/") {
		return "apis/" + groupVersion
	}
	return "api/" + groupVersion
}

func get(ctx context.Context, client rest.Interface, url string) ([]byte, error) {
	text, err := client.Get().RequestURI(url).SetHeader("Accept", "application/json").DoRaw(ctx)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", url, err)
	}
	return text, nil
}
