package nodes

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"strings"

	core "k8s.io/api/core/v1"
	"k8s.io/client-go/util/cert"
)

// serveLogs answers on loopback what the server asks a node: the log of a container. The server takes
// any certificate, as it does where nobody says who signs those of nodes.
func (k *kubelet) serveLogs(ctx context.Context) (int32, error) {
	public, private, err := cert.GenerateSelfSignedCertKey("127.0.0.1", nil, nil)
	if err != nil {
		return 0, err
	}
	pair, err := tls.X509KeyPair(public, private)
	if err != nil {
		return 0, err
	}
	config := &tls.Config{Certificates: []tls.Certificate{pair}, NextProtos: []string{"http/1.1"}}
	listener, err := tls.Listen("tcp", "127.0.0.1:0", config)
	if err != nil {
		return 0, err
	}
	routes := http.NewServeMux()
	routes.HandleFunc("GET /containerLogs/{namespace}/{pod}/{container}", k.answerLog)
	server := &http.Server{Handler: routes}
	go func() { _ = server.Serve(listener) }()
	context.AfterFunc(ctx, func() { _ = server.Close() })
	return int32(listener.Addr().(*net.TCPAddr).Port), nil
}

func (k *kubelet) answerLog(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("pod")
	one := k.life(r.PathValue("namespace"), name)
	if one == nil {
		http.Error(w, fmt.Sprintf("pod %q not found", name), http.StatusNotFound)
		return
	}
	text, err := one.log(r.PathValue("container"), r.URL.Query().Get("previous") == "true")
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	if count, err := strconv.Atoi(r.URL.Query().Get("tailLines")); err == nil {
		text = tail(text, count)
	}
	_, _ = w.Write([]byte(text))
}

// log chooses the run whose log is asked for as kubelets do: the last one that has begun, or the one
// before that which has ended.
func (l *life) log(container string, previous bool) (string, error) {
	status := statusOf(l.pod, l.does, l.now(), l.since)
	one := containerStatus(status, container)
	run := one.RestartCount
	switch {
	case one.Name == "":
		return "", fmt.Errorf("container %q in pod %q is not available", container, l.pod.Name)
	case previous && one.LastTerminationState.Terminated == nil:
		return "", fmt.Errorf("previous terminated container %q in pod %q not found", container, l.pod.Name)
	case previous && one.State.Running != nil:
		run--
	case one.State.Waiting != nil && one.LastTerminationState.Terminated == nil:
		return "", fmt.Errorf("container %q in pod %q is waiting to start: %s", container, l.pod.Name, one.State.Waiting.Reason)
	}
	if container != l.pod.Spec.Containers[0].Name {
		return "", nil
	}
	text := strings.ReplaceAll(l.pod.Annotations[annotationLog], "$RUN", strconv.Itoa(int(run)))
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return text, nil
}

func containerStatus(status core.PodStatus, name string) core.ContainerStatus {
	for _, one := range append(status.ContainerStatuses, status.InitContainerStatuses...) {
		if one.Name == name {
			return one
		}
	}
	return core.ContainerStatus{}
}

// tail gives the last lines.
func tail(text string, count int) string {
	lines := strings.SplitAfter(text, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return strings.Join(lines[max(0, len(lines)-count):], "")
}
