package cluster

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"time"

	authorization "k8s.io/api/authorization/v1"
	rbac "k8s.io/api/rbac/v1"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
)

const (
	startTimeout = 5 * time.Minute
	pollInterval = 25 * time.Millisecond
)

// awaitServer writes the kubeconfigs as soon as the API server has made its certificate, and
// returns when it says that it is ready.
func (c *Cluster) awaitServer(ctx context.Context) error {
	c.Info.Server = fmt.Sprintf("https://127.0.0.1:%d", c.port)
	err := c.poll(ctx, "the API server's certificate", func() error {
		// The key is written after the certificate: once it is there, both are whole.
		if _, err := os.Stat(c.path(filepath.Join(certDir, "apiserver.key"))); err != nil {
			return err
		}
		authority, err := os.ReadFile(c.path(filepath.Join(certDir, "apiserver.crt")))
		if err != nil {
			return err
		}
		return c.writeKubeconfigs(c.Info.Server, authority)
	})
	if err != nil {
		return err
	}
	return c.awaitReadiness(ctx)
}

func (c *Cluster) awaitReadiness(ctx context.Context) error {
	admin, err := c.client(adminKubeconfig)
	if err != nil {
		return err
	}
	return c.poll(ctx, "the API server", func() error {
		status := 0
		result := admin.Discovery().RESTClient().Get().AbsPath("/readyz").Do(ctx).StatusCode(&status)
		if status == http.StatusOK {
			return nil
		}
		return errors.Join(fmt.Errorf("/readyz answers status %d", status), result.Error())
	})
}

// prepare waits for what a client may rely on in any cluster, and gives the viewer its rights.
func (c *Cluster) prepare(ctx context.Context, options Options) error {
	admin, err := c.client(adminKubeconfig)
	if err != nil {
		return err
	}
	version, err := admin.Discovery().ServerVersion()
	if err != nil {
		return err
	}
	c.Info.Version = version.GitVersion
	err = c.poll(ctx, "namespace default", func() error {
		_, err := admin.CoreV1().Namespaces().Get(ctx, "default", meta.GetOptions{})
		return err
	})
	if err == nil && !options.NoControllers {
		err = c.admitViewer(ctx, admin)
	}
	if err == nil && options.Nodes > 0 {
		err = c.awaitNodes(ctx, admin, options.Nodes)
	}
	if err != nil {
		return err
	}
	c.watchParts()
	return nil
}

// awaitNodes returns when so many nodes take Pods.
func (c *Cluster) awaitNodes(ctx context.Context, admin kubernetes.Interface, count int) error {
	return c.poll(ctx, "the nodes", func() error {
		nodes, err := admin.CoreV1().Nodes().List(ctx, meta.ListOptions{})
		if err != nil {
			return err
		}
		ready := 0
		for _, node := range nodes.Items {
			if len(node.Spec.Taints) == 0 && len(node.Status.Conditions) > 0 {
				ready++
			}
		}
		if ready < count {
			return fmt.Errorf("%d of %d are ready", ready, count)
		}
		return nil
	})
}

// admitViewer binds the viewer to the built-in role `view`. A controller fills that role in from
// others, and the API server's authoriser learns of the binding a moment after its creation.
func (c *Cluster) admitViewer(ctx context.Context, admin kubernetes.Interface) error {
	_, err := admin.RbacV1().ClusterRoleBindings().Create(ctx, viewerBinding(), meta.CreateOptions{})
	if err != nil {
		return err
	}
	viewer, err := c.client(viewerKubeconfig)
	if err != nil {
		return err
	}
	question := &authorization.SelfSubjectAccessReview{Spec: authorization.SelfSubjectAccessReviewSpec{
		ResourceAttributes: &authorization.ResourceAttributes{Verb: "list", Resource: "configmaps"},
	}}
	reviews := viewer.AuthorizationV1().SelfSubjectAccessReviews()
	return c.poll(ctx, "the viewer's rights", func() error {
		answer, err := reviews.Create(ctx, question, meta.CreateOptions{})
		if err == nil && !answer.Status.Allowed {
			err = errors.New("it may not list ConfigMaps yet")
		}
		return err
	})
}

func viewerBinding() *rbac.ClusterRoleBinding {
	return &rbac.ClusterRoleBinding{
		ObjectMeta: meta.ObjectMeta{Name: "japply-viewer"},
		RoleRef:    rbac.RoleRef{APIGroup: rbac.GroupName, Kind: "ClusterRole", Name: "view"},
		Subjects:   []rbac.Subject{{APIGroup: rbac.GroupName, Kind: rbac.UserKind, Name: "viewer"}},
	}
}

func (c *Cluster) client(kubeconfig string) (kubernetes.Interface, error) {
	config, err := c.restConfig(kubeconfig)
	if err != nil {
		return nil, err
	}
	return kubernetes.NewForConfig(config)
}

// poll repeats the check until it succeeds, a part of the cluster dies, or time is up.
func (c *Cluster) poll(ctx context.Context, what string, check func() error) error {
	deadline := time.Now().Add(startTimeout)
	for {
		err := check()
		if err == nil {
			return nil
		}
		if dead := c.deadPart(); dead != nil {
			return dead
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("waited %s for %s: %w", startTimeout, what, err)
		}
		select {
		case <-ctx.Done():
			return errInterrupted
		case <-time.After(pollInterval):
		}
	}
}
