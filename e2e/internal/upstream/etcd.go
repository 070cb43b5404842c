package upstream

import (
	"encoding/json"
	"errors"
	"net/url"
	"os"
	"strings"
	"time"

	"go.etcd.io/etcd/server/v3/embed"
)

const (
	etcdConfigFile   = "etcd.json"
	etcdStartTimeout = 30 * time.Second
)

// withEtcd starts an etcd in this process unless the arguments name one, and returns the arguments
// with --etcd-servers added.
//
// It listens on Unix sockets in the working directory, named by relative paths: nothing can take
// its port, nobody else on the machine can reach it, and the length of the directory's path does
// not matter.
func withEtcd(args []string) ([]string, error) {
	for _, arg := range args {
		if arg == "--etcd-servers" || strings.HasPrefix(arg, "--etcd-servers=") {
			return args, nil
		}
	}
	client := url.URL{Scheme: "unix", Host: "etcd-client.sock:0"}
	if err := startEtcd(client, url.URL{Scheme: "unix", Host: "etcd-peer.sock:0"}); err != nil {
		return nil, err
	}
	return append([]string{"--etcd-servers=" + client.String()}, args...), nil
}

func startEtcd(client, peer url.URL) error {
	for _, socket := range []string{client.Host, peer.Host} {
		if err := os.Remove(socket); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	config, err := etcdConfig(client.String(), peer.String())
	if err != nil {
		return err
	}
	server, err := embed.StartEtcd(config)
	if err != nil {
		return err
	}
	select {
	case <-server.Server.ReadyNotify():
		return nil
	case err := <-server.Err():
		return err
	case <-time.After(etcdStartTimeout):
		return errors.New("not ready after " + etcdStartTimeout.String())
	}
}

// etcdConfig trades durability for speed: the data does not outlive the process that made it. It
// goes through a file because the names in it are those of etcd 3.5, too.
func etcdConfig(client, peer string) (*embed.Config, error) {
	settings, err := json.Marshal(map[string]any{
		"name":                        "default",
		"data-dir":                    "etcd",
		"unsafe-no-fsync":             true,
		"log-level":                   "error",
		"log-outputs":                 []string{"stderr"},
		"listen-client-urls":          client,
		"advertise-client-urls":       client,
		"listen-peer-urls":            peer,
		"initial-advertise-peer-urls": peer,
		"initial-cluster":             "default=" + peer,
	})
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(etcdConfigFile, settings, 0o600); err != nil {
		return nil, err
	}
	return embed.ConfigFromFile(etcdConfigFile)
}
