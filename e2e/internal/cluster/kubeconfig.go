package cluster

import (
	"encoding/json"
	"fmt"
	"os"

	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/client-go/tools/clientcmd/api"
)

const (
	infoFile             = "cluster.json"
	adminKubeconfig      = "kubeconfig"
	viewerKubeconfig     = "viewer.kubeconfig"
	controllerKubeconfig = "controller-manager.kubeconfig"
)

// writeKubeconfigs needs the certificate that the API server makes for itself, which is signed by
// an authority contained in the same file.
func (c *Cluster) writeKubeconfigs(server string, authority []byte) error {
	users := map[string]string{
		adminKubeconfig:      c.tokens.admin,
		viewerKubeconfig:     c.tokens.viewer,
		controllerKubeconfig: c.tokens.controllers,
	}
	for name, token := range users {
		if err := clientcmd.WriteToFile(kubeconfig(server, authority, token), c.path(name)); err != nil {
			return err
		}
	}
	return nil
}

func kubeconfig(server string, authority []byte, token string) api.Config {
	const name = "japply"
	config := api.NewConfig()
	config.Clusters[name] = &api.Cluster{Server: server, CertificateAuthorityData: authority}
	config.AuthInfos[name] = &api.AuthInfo{Token: token}
	config.Contexts[name] = &api.Context{Cluster: name, AuthInfo: name}
	config.CurrentContext = name
	return *config
}

// RESTConfig is for requests as the administrator, without a client-side rate limit.
func (c *Cluster) RESTConfig() (*rest.Config, error) {
	return c.restConfig(adminKubeconfig)
}

func (c *Cluster) restConfig(name string) (*rest.Config, error) {
	config, err := clientcmd.BuildConfigFromFlags("", c.path(name))
	if err != nil {
		return nil, fmt.Errorf("cannot read the kubeconfig just written: %w", err)
	}
	config.QPS = -1
	return config, nil
}

// writeInfo writes cluster.json in one step, so that whoever waits for it never reads half of it.
func (c *Cluster) writeInfo(options Options) error {
	c.Info.Kubeconfig = c.path(adminKubeconfig)
	c.Info.ViewerKubeconfig = c.path(viewerKubeconfig)
	c.Info.Pid = os.Getpid()
	if options.Audit {
		c.Info.AuditLog = c.path(auditLogFile)
	}
	text, err := json.Marshal(c.Info)
	if err != nil {
		return err
	}
	draft := c.path(infoFile + ".new")
	if err := os.WriteFile(draft, append(text, '\n'), 0o600); err != nil {
		return err
	}
	return os.Rename(draft, c.path(infoFile))
}
