package cluster

import (
	"net"
	"strconv"
)

const (
	certDir         = "certs"
	serviceKeyFile  = "service-account.key"
	serviceCertFile = "service-account.pub"
	tokenFile       = "tokens.csv"
	auditPolicyFile = "audit-policy.yaml"
	auditLogFile    = "audit.log"

	// Readers of the log keep their place in it, so the server must not begin another file at 100 MB.
	auditLogMegabytes = "100000"

	serviceCIDR = "10.0.0.0/16"
)

// serverFlags are for an API server without real nodes: no service account tokens are mounted into Pods
// that never run, and nobody maintains the endpoints of the `kubernetes` service.
func (c *Cluster) serverFlags(port int, options Options) []string {
	flags := []string{
		"--bind-address=127.0.0.1",
		"--advertise-address=127.0.0.1",
		"--secure-port=" + strconv.Itoa(port),
		"--cert-dir=" + c.path(certDir),
		"--service-account-issuer=https://kubernetes.default.svc",
		"--service-account-key-file=" + c.path(serviceCertFile),
		"--service-account-signing-key-file=" + c.path(serviceKeyFile),
		"--service-cluster-ip-range=" + serviceCIDR,
		"--token-auth-file=" + c.path(tokenFile),
		"--authorization-mode=RBAC",
		"--disable-admission-plugins=ServiceAccount",
		"--endpoint-reconciler-type=none",
		"--allow-privileged=true",
	}
	if options.Audit {
		flags = append(flags,
			"--audit-policy-file="+c.path(auditPolicyFile),
			"--audit-log-path="+c.path(auditLogFile),
			"--audit-log-maxsize="+auditLogMegabytes)
	}
	return flags
}

func (c *Cluster) controllerFlags() []string {
	return []string{
		"--kubeconfig=" + c.path(controllerKubeconfig),
		"--service-account-private-key-file=" + c.path(serviceKeyFile),
		"--leader-elect=false",
		"--use-service-account-credentials=false",
		"--controllers=*,-nodelifecycle",
		"--secure-port=0",
	}
}

func (c *Cluster) schedulerFlags() []string {
	return []string{
		"--kubeconfig=" + c.path(controllerKubeconfig),
		"--leader-elect=false",
		"--secure-port=0",
	}
}

func (c *Cluster) nodesFlags(count int) []string {
	return []string{"--kubeconfig=" + c.path(controllerKubeconfig), "--count=" + strconv.Itoa(count)}
}

func freePort() (int, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer listener.Close()
	return listener.Addr().(*net.TCPAddr).Port, nil
}
