package cluster

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"os"
	"strings"
	"syscall"
)

// auditPolicy logs what the two users do, in both stages. A request's RequestReceived line is
// written before the request is handled, so that a client which has its answer finds it there.
const auditPolicy = `apiVersion: audit.k8s.io/v1
kind: Policy
rules:
- level: Metadata
  users: [admin, viewer]
- level: None
`

// tokens are the bearer tokens of the users. The controller manager has its own user, so that its
// requests can be told from those of tests.
type tokens struct {
	admin, viewer, controllers string
}

func newTokens(admin string) tokens {
	if admin == "" {
		admin = rand.Text()
	}
	return tokens{admin: admin, viewer: rand.Text(), controllers: rand.Text()}
}

func (t tokens) csv() string {
	return strings.Join([]string{
		t.admin + `,admin,admin,"system:masters"`,
		t.viewer + `,viewer,viewer`,
		t.controllers + `,controller-manager,controller-manager,"system:masters"`,
	}, "\n") + "\n"
}

// writeInputs writes the files that the API server reads at its start.
func (c *Cluster) writeInputs() error {
	private, public, err := serviceAccountKeys()
	if err != nil {
		return err
	}
	files := map[string]string{
		serviceKeyFile:  private,
		serviceCertFile: public,
		tokenFile:       c.tokens.csv(),
		auditPolicyFile: auditPolicy,
		auditLogFile:    "",
	}
	for name, content := range files {
		if err := os.WriteFile(c.path(name), []byte(content), 0o600); err != nil {
			return err
		}
	}
	return nil
}

func serviceAccountKeys() (private, public string, err error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return "", "", err
	}
	privateBytes, err := x509.MarshalECPrivateKey(key)
	if err != nil {
		return "", "", err
	}
	publicBytes, err := x509.MarshalPKIXPublicKey(&key.PublicKey)
	if err != nil {
		return "", "", err
	}
	return pemText("EC PRIVATE KEY", privateBytes), pemText("PUBLIC KEY", publicBytes), nil
}

func pemText(kind string, content []byte) string {
	return string(pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: content}))
}

// lockDirectory keeps two clusters out of one directory; the lock ends with the process.
func lockDirectory(dir string) (*os.File, error) {
	file, err := os.OpenFile(dir+"/lock", os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		file.Close()
		return nil, fmt.Errorf("another cluster runs in %s: %w", dir, err)
	}
	return file, nil
}
