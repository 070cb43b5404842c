package dev.japply.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Empty values of fields that a server or a controller fills, on a real API server: they mean that
/// the field is not set, so that later applies change nothing and do not fail.
@UsesTestCluster
class AllocatedFieldsOnServerTest extends WebOnServer {
  private static final String REQUEST =
      "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlISE1HNENBUUF3RERFS01BZ0dB"
          + "MVVFQXd3QllUQlpNQk1HQnlxR1NNNDlBZ0VHQ0NxR1NNNDlBd0VIQTBJQQpCSEJDRWJ5dVlsTjhM"
          + "eDBtc1YzK2c1NUhwV3ZGdldaenV0RHVDQ3NZWW4zNkpsMUJITnRvTDNCR3VoeVY2Q2Q1CjVBY0pW"
          + "VzhLeGNpOTZEd3pITllRcitlZ0FEQUtCZ2dxaGtqT1BRUURBZ05KQURCR0FpRUFnOFhCR2FoWm1s"
          + "UHUKS3ZsRnRIbTljOTkxSkNveStpVWFxQ3FGYTFzVjBla0NJUURXT0Zxc0NtN0dCUURualdJbDds"
          + "SG9OMmhrUWVsawp6MWVEZlJNdFJWMVEzdz09Ci0tLS0tRU5EIENFUlRJRklDQVRFIFJFUVVFU1Qt"
          + "LS0tLQo=";

  private static final Map<String, String> MANIFESTS =
      Map.of(
          "claim",
          "{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: c}, spec: {accessModes:"
              + " [ReadWriteOnce], volumeName: '', resources: {requests: {storage: 1Gi}}}}",
          "volume",
          "{apiVersion: v1, kind: PersistentVolume, metadata: {name: NAME}, spec: {accessModes:"
              + " [ReadWriteOnce], capacity: {storage: 1Gi}, hostPath: {path: /x}, claimRef: {name:"
              + " c, namespace: d, uid: '', resourceVersion: ''}}}",
          "node",
          "{apiVersion: v1, kind: Node, metadata: {name: NAME}, spec: {podCIDR: '', providerID:"
              + " ''}}",
          "pod",
          "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {nodeName: '', priorityClassName:"
              + " '', serviceAccountName: '', schedulerName: '', containers: [{name: c, image:"
              + " c}]}}",
          "service",
          "{apiVersion: v1, kind: Service, metadata: {name: s}, spec: {clusterIP: '', clusterIPs:"
              + " [], ipFamilies: [], ports: [{port: 80}]}}",
          "balancer",
          "{apiVersion: v1, kind: Service, metadata: {name: s}, spec: {type: LoadBalancer,"
              + " clusterIP: '', loadBalancerIP: '', externalTrafficPolicy: Local,"
              + " healthCheckNodePort: 0, ports: [{port: 80, nodePort: 0}]}}",
          "external",
          "{apiVersion: v1, kind: Service, metadata: {name: s}, spec: {type: ExternalName,"
              + " externalName: a.example, clusterIP: ''}}",
          "request",
          "{apiVersion: certificates.k8s.io/v1, kind: CertificateSigningRequest, metadata: {name:"
              + " NAME}, spec: {signerName: kubernetes.io/kube-apiserver-client, usages: [client"
              + " auth], username: '', uid: '', request: REQUEST}}");

  private static final Map<String, String> PATCHES =
      Map.of(
          "claim",
          "{'spec':{'volumeName':'pv-x'}}",
          "volume",
          "{'spec':{'claimRef':{'uid':'u','resourceVersion':'5'}}}",
          "node",
          "{'spec':{'podCIDR':'10.1.0.0/24','podCIDRs':['10.1.0.0/24'],'providerID':'x://y'}}");

  AllocatedFieldsOnServerTest(TestCluster server) {
    super(server);
  }

  private void asController(String input, String... args) {
    assertThat(server.kubectl(input, List.of(with("-n", with(namespace, args)))))
        .satisfies(said -> assertThat(said.exit()).as(said.err()).isZero());
  }

  /// Does what a controller does.
  private void fill(String name, String manifest) {
    if (PATCHES.containsKey(name)) {
      asController(
          manifest, "patch", "-f", "-", "--type=merge", "-p", PATCHES.get(name).replace('\'', '"'));
    } else if (name.equals("pod")) {
      asController(
          "{\"apiVersion\":\"v1\",\"kind\":\"Binding\",\"metadata\":{\"name\":\"p\"},"
              + "\"target\":{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"name\":\"n\"}}",
          "create",
          "--raw",
          "/api/v1/namespaces/" + namespace + "/pods/p/binding",
          "-f",
          "-");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "claim, false",
    "claim, true",
    "volume, false",
    "volume, true",
    "node, false",
    "node, true",
    "pod, false",
    "pod, true",
    "service, false",
    "service, true",
    "balancer, false",
    "balancer, true",
    "external, false",
    "external, true",
    "request, false",
    "request, true",
  })
  void staysAsItWasFilled(String name, boolean onServer) {
    if (name.equals("pod")) {
      server.kubectl("create", "serviceaccount", "default", "-n", namespace);
    }
    String manifest =
        Objects.requireNonNull(MANIFESTS.get(name))
            .replace("NAME", "a" + server.newNumber())
            .replace("REQUEST", REQUEST);
    String method = "--server-side=" + onServer;
    try {
      Program.Said first = on("apply", manifest, method);
      assertThat(first.status()).as(first.err()).isZero();
      fill(name, manifest);
      Program.Said again = on("apply", manifest, method, "--hide-unchanged");
      assertThat(again.out() + again.err()).isEmpty();
      assertThat(again.status()).isZero();
      assertThat(on("diff", manifest, method).status()).isZero();
    } finally {
      server.kubectl(manifest, List.of("delete", "-n", namespace, "-f", "-", "--wait=false"));
    }
  }
}
