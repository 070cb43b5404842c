package dev.japply.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program;
import org.junit.jupiter.api.Test;

/// What stays as it is on a real server by rules for ignored fields.
@UsesTestCluster
class IgnoreOnServerTest extends WebOnServer {
  private static final String WEB =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: web, labels: {team: a, tier: b}}
      spec:
        replicas: 3
        strategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 1}}
        selector: {matchLabels: {app: web}}
        template:
          metadata: {labels: {app: web}}
          spec:
            containers:
            - {name: web, image: "web:1", ports: [{containerPort: 80}, {containerPort: 81}]}
            - {name: proxy, image: "proxy:1", args: [-a, -b]}
      """;
  private static final String REPLICAS = "--ignore=Deployment/web:spec.replicas";

  IgnoreOnServerTest(TestCluster server) {
    super(server);
  }

  private void applied(String manifest, String outcome, String... flags) {
    Program.Said said = on("apply", manifest, flags);
    assertThat(said.out()).as(said.toString()).isEqualTo("deployment.apps/web " + outcome + "\n");
  }

  /// As an autoscaler does.
  @Test
  void keepsReplicasThatWereScaled() {
    applied(WEB, "created", REPLICAS);
    assertThat(live(".spec.replicas")).isEqualTo("3");
    scale(5);
    String generation = live(".metadata.generation");
    applied(WEB, "unchanged", REPLICAS);
    Program.Said diff = on("diff", WEB, REPLICAS);
    assertThat(diff.out()).isEmpty();
    assertThat(diff.status()).isZero();
    for (String dry : new String[] {"--dry-run=server", "--dry-run=client"}) {
      Program.Said said = on("apply", WEB.replace("web:1", "web:2"), REPLICAS, dry, "-o", "json");
      assertThat(said.out()).contains("\"replicas\": 5", "web:2");
    }
    assertThat(on("plan", WEB, REPLICAS).out()).contains("1 object stays as it is");
    assertThat(live(".metadata.generation")).isEqualTo(generation);
    applied(WEB.replace("web:1", "web:2"), "configured", REPLICAS);
    assertThat(live(".spec.replicas")).isEqualTo("5");
    applied(WEB.replace("web:1", "web:2").replace("  replicas: 3\n", ""), "unchanged", REPLICAS);
    assertThat(live(".spec.replicas")).isEqualTo("5");
  }

  @Test
  void losesNothingWhenRulesComeAndGo() {
    applied(WEB, "created");
    scale(5);
    applied(WEB, "configured", REPLICAS);
    applied(WEB, "unchanged", REPLICAS);
    String without = WEB.replace("  replicas: 3\n", "");
    applied(without, "unchanged");
    assertThat(live(".spec.replicas")).isEqualTo("5");
    applied(WEB, "configured");
    assertThat(live(".spec.replicas")).isEqualTo("3");
    applied(without, "configured", REPLICAS);
    assertThat(live(".spec.replicas")).isEqualTo("3");
  }

  @Test
  void keepsPartsOfListsAndMaps() {
    String rules = "Deployment:spec.template.spec.containers";
    applied(WEB, "created");
    kubectl("set", "image", "deployment/web", "proxy=proxy:live");
    applied(
        WEB.replace("web:1", "web:2").replace("proxy:1", "proxy:2"),
        "configured",
        "--ignore=" + rules + "[name=proxy].image");
    assertThat(live(".spec.template.spec.containers[*].image")).isEqualTo("web:2 proxy:live");
    applied(
        WEB.replace("- {name: proxy, image: \"proxy:1\", args: [-a, -b]}", ""),
        "configured",
        "--ignore=" + rules + "[name=proxy]",
        "--ignore=Deployment:/spec/template/spec/containers/0/image");
    assertThat(live(".spec.template.spec.containers[*].image")).isEqualTo("web:2 proxy:live");
    applied(
        WEB.replace(", {containerPort: 81}", "").replace("args: [-a, -b]", "args: [-c]"),
        "configured",
        "--ignore=" + rules + "[*].ports[containerPort=81]",
        "--ignore=" + rules + "[name=proxy].args[-a]",
        "--ignore=" + rules + "[*].image",
        "--ignore=metadata.labels[tier]");
    assertThat(live(".spec.template.spec.containers[*].image")).isEqualTo("web:2 proxy:live");
    assertThat(live(".spec.template.spec.containers[0].ports[*].containerPort")).isEqualTo("80 81");
    assertThat(live(".spec.template.spec.containers[1].args")).isEqualTo("[\"-a\",\"-c\"]");
  }

  @Test
  void keepsAPartOfWhatLeavesTheManifest() {
    applied(WEB, "created");
    applied(
        WEB.replace("  strategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 1}}\n", ""),
        "configured",
        "--ignore=spec.strategy.rollingUpdate.maxSurge");
    assertThat(live(".spec.strategy.rollingUpdate.maxSurge")).isEqualTo("1");
  }

  @Test
  void keepsWhatAManagerOwns() {
    applied(WEB, "created");
    kubectl("label", "deployment/web", "team=x", "--overwrite", "--field-manager=team");
    kubectl("label", "deployment/web", "tier=x", "--overwrite", "--field-manager=other");
    applied(WEB, "configured", "--ignore=manager=team");
    assertThat(live(".metadata.labels.team")).isEqualTo("x");
    assertThat(live(".metadata.labels.tier")).isEqualTo("b");
    applied(WEB, "unchanged", "--ignore=manager=team");
    assertThat(on("why", WEB, "--ignore=manager=team").out())
        .containsPattern("metadata.labels.team +\"x\"\n +ignored by the rule manager=team; team");
  }

  @Test
  void recreatesWithWhatIsLive() {
    applied(WEB, "created");
    scale(5);
    applied(WEB.replace("app: web", "app: shop"), "recreated", REPLICAS, "--force");
    assertThat(live(".spec.replicas")).isEqualTo("5");
    assertThat(live(".spec.selector.matchLabels.app")).isEqualTo("shop");
    applied(WEB.replace("app: web", "app: shop"), "unchanged", REPLICAS);
  }

  private static final String HOOK =
      """
      apiVersion: admissionregistration.k8s.io/v1
      kind: ValidatingWebhookConfiguration
      metadata: {name: %s}
      webhooks:
      - name: a.example.com
        failurePolicy: %s
        sideEffects: None
        admissionReviewVersions: [v1]
        clientConfig: {url: "https://a.example.com", caBundle: "%s"}
      """;

  /// As cert-manager does.
  @Test
  void keepsTheBundlesOfWebhooks() {
    String rule = "--ignore=ValidatingWebhookConfiguration:webhooks[*].clientConfig.caBundle";
    String name = "hook-" + namespace;
    String cluster = "{.clusters[0].cluster.certificate-authority-data}";
    String pem = said("config", "view", "--raw", "-o", "jsonpath=" + cluster);
    assertThat(on("apply", HOOK.formatted(name, "Ignore", pem)).status()).isZero();
    Program.Said said = on("apply", HOOK.formatted(name, "Fail", ""), rule);
    assertThat(said.out()).endsWith("/" + name + " configured\n");
    String fields = "{.webhooks[0].clientConfig.caBundle} {.webhooks[0].failurePolicy}";
    assertThat(said("get", "validatingwebhookconfiguration", name, "-o", "jsonpath=" + fields))
        .isEqualTo(pem + " Fail");
    said("delete", "validatingwebhookconfiguration", name);
  }

  private String said(String... args) {
    return server.kubectl(args).orFail().out();
  }
}
