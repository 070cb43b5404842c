package dev.japply.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A service account that leaves the manifest of a server-side apply: the server has a second field
/// for it, from which it restores the first.
@UsesTestCluster
class ServiceAccountsOnServerTest extends WebOnServer {
  private static final String OLD = "serviceAccountName: old";

  ServiceAccountsOnServerTest(TestCluster server) {
    super(server);
  }

  private static String web(String account) {
    return """
    apiVersion: apps/v1
    kind: Deployment
    metadata: {name: web}
    spec:
      replicas: 0
      selector: {matchLabels: {app: web}}
      template:
        metadata: {labels: {app: web}}
        spec: {%s, containers: [{name: web, image: web}]}
    """
        .formatted(account);
  }

  private String accounts() {
    String spec = ".spec.template.spec";
    return live(spec + ".serviceAccountName") + "/" + live(spec + ".serviceAccount");
  }

  @ParameterizedTest
  @CsvSource({
    "serviceAccountName: old, restartPolicy: Always, /",
    "serviceAccountName: old, 'serviceAccountName: \"\"', /",
    "serviceAccountName: old, serviceAccountName: null, /",
    "serviceAccountName: old, serviceAccount: new, new/new",
    "serviceAccountName: old, serviceAccountName: new, new/new",
    "serviceAccount: old, restartPolicy: Always, /",
    "serviceAccount: old, serviceAccountName: '', /",
    "serviceAccount: old, serviceAccount: new, new/new",
    "serviceAccount: old, serviceAccountName: new, new/new",
  })
  void bothFieldsFollowTheManifest(String before, String after, String expected) {
    assertThat(serverSide(web(before)).err()).isEmpty();
    assertThat(accounts()).isEqualTo("old/old");
    Program.Said diff = onServer("diff", web(after));
    assertThat(diff.out()).contains("-      serviceAccount: old", "-      serviceAccountName: old");
    assertThat(serverSide(web(after)).err()).isEmpty();
    assertThat(accounts()).isEqualTo(expected);
    assertThat(onServer("apply", web(after), "--exit-code").status()).isZero();
    assertThat(onServer("diff", web(after)).status()).isZero();
  }

  @Test
  void aPlanRemovesBothFields() {
    assertThat(serverSide(web(OLD)).err()).isEmpty();
    String without = web("restartPolicy: Always");
    String plan = home.resolve("plan.json").toString();
    assertThat(onServer("plan", without, "--out=" + plan).out())
        .contains("spec.template.spec.serviceAccount ", "spec.template.spec.serviceAccountName ");
    assertThat(on("apply", without, "--plan=" + plan).out())
        .isEqualTo("deployment.apps/web serverside-applied\n");
    assertThat(accounts()).isEqualTo("/");
    assertThat(onServer("apply", without, "--exit-code").status()).isZero();
  }

  @Test
  void anAccountThatAnotherManagerOwnsStays() {
    assertThat(serverSide(web(OLD)).err()).isEmpty();
    assertThat(serverSide(web(OLD), "--field-manager=other").err()).isEmpty();
    String without = web("restartPolicy: Always");
    assertThat(serverSide(without).err()).isEmpty();
    assertThat(accounts()).isEqualTo("old/old");
    assertThat(serverSide(without, "--field-manager=other").err()).isEmpty();
    assertThat(accounts()).isEqualTo("/");
  }

  @Test
  void theAccountOfAnIgnoredFieldStays() {
    assertThat(serverSide(web(OLD)).err()).isEmpty();
    String rule = "--ignore=Deployment:spec.template.spec.serviceAccountName";
    assertThat(serverSide(web("restartPolicy: Always"), rule).err()).isEmpty();
    assertThat(accounts()).isEqualTo("old/old");
  }

  /// Without the right to read the object, the manifest is sent as it is.
  @ParameterizedTest
  @ValueSource(strings = {"--as=patcher", "--compat=kubectl"})
  void anAccountMayStay(String flag) {
    kubectl("create", "role", "patcher", "--verb=patch", "--resource=deployments.apps");
    kubectl("create", "rolebinding", "patcher", "--role=patcher", "--user=patcher");
    assertThat(serverSide(web(OLD)).err()).isEmpty();
    assertThat(serverSide(web("restartPolicy: Always"), flag).status()).isZero();
    assertThat(accounts()).isEqualTo("old/old");
  }
}
