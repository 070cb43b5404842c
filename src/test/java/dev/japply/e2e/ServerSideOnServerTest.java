package dev.japply.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program;
import dev.japply.object.LastApplied;
import dev.japply.object.OwnedFields;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Server-side apply with rules for fields, on a real API server.
@UsesTestCluster
class ServerSideOnServerTest extends WebOnServer {
  private static final String WEB =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: web, labels: {team: a, tier: b}}
      spec:
        replicas: 3
        selector: {matchLabels: {app: web}}
        template:
          metadata: {labels: {app: web}}
          spec:
            nodeSelector: {disk: ssd}
            containers:
            - {name: web, image: "web:1", ports: [{containerPort: 80}]}
            - {name: proxy, image: "proxy:1", args: [-a, -b]}
      """;
  private static final FieldPath REPLICAS = FieldPath.root().key("spec").key("replicas");

  private static final FieldPath ANNOTATION =
      FieldPath.root().key("metadata").key("annotations").key(LastApplied.KEY);

  private static final int CHANGED = 10;

  ServerSideOnServerTest(TestCluster server) {
    super(server);
  }

  private void applied(String manifest, String... flags) {
    Program.Said said = serverSide(manifest, flags);
    assertThat(said.out())
        .as(said.toString())
        .isEqualTo("deployment.apps/web serverside-applied\n");
  }

  private static final String KEEP = "--ignore=Deployment/web:spec.replicas";

  @Test
  void keepsAnIgnoredFieldThatAnotherManagerOwns() {
    applied(WEB, KEEP);
    assertThat(live(".spec.replicas")).isEqualTo("3");
    scale(5);
    applied(WEB.replace("web:1", "web:2"), KEEP);
    assertThat(live(".spec.replicas")).isEqualTo("5");
    assertThat(live(".spec.template.spec.containers[0].image")).isEqualTo("web:2");
    assertThat(owners("deployment.apps/web", REPLICAS)).containsExactly("kubectl/scale");
    applied(WEB.replace("web:1", "web:2").replace("  replicas: 3\n", ""), KEEP);
    assertThat(live(".spec.replicas")).isEqualTo("5");
    assertThat(owners("deployment.apps/web", REPLICAS)).containsExactly("kubectl/scale");
  }

  @Test
  void keepsAnIgnoredFieldThatItOwnsItself() {
    applied(WEB);
    applied(WEB.replace("replicas: 3", "replicas: 1"), KEEP);
    assertThat(live(".spec.replicas")).isEqualTo("3");
    applied(WEB.replace("  replicas: 3\n", ""), KEEP);
    assertThat(live(".spec.replicas")).isEqualTo("3");
    assertThat(owners("deployment.apps/web", REPLICAS)).containsExactly("kubectl");
    applied(WEB.replace("  replicas: 3\n", ""));
    assertThat(live(".spec.replicas")).isEqualTo("1");
  }

  @Test
  void readsTheRulesOfTheAnnotationAndTakesNothingByForce() {
    String annotated =
        WEB.replace(
            "labels: {team: a, tier: b}}",
            "labels: {team: a, tier: b}, annotations: {japply.dev/ignore: spec.replicas}}");
    applied(annotated);
    scale(5);
    applied(annotated, "--force-conflicts");
    assertThat(live(".spec.replicas")).isEqualTo("5");
    assertThat(owners("deployment.apps/web", REPLICAS)).containsExactly("kubectl/scale");
    Program.Said other = serverSide(annotated, "--compat=kubectl");
    assertThat(other.err()).contains(".spec.replicas");
  }

  /// What leaves the manifest, but for the covered part, goes.
  @Test
  void keepsItemsAndSubtrees() {
    applied(WEB);
    kubectl("set", "image", "deployment/web", "proxy=proxy:live");
    String without = WEB.replace("      - {name: proxy, image: \"proxy:1\", args: [-a, -b]}\n", "");
    applied(without, "--ignore=Deployment:spec.template.spec.containers[name=proxy]");
    assertThat(live(".spec.template.spec.containers[*].name")).isEqualTo("web proxy");
    assertThat(live(".spec.template.spec.containers[1].image")).isEqualTo("proxy:live");
    assertThat(live(".spec.template.spec.containers[1].args")).isEqualTo("[\"-a\",\"-b\"]");
    applied(WEB, "--ignore=spec.template.spec.containers[*].image", "--ignore=metadata.labels");
    assertThat(live(".spec.template.spec.containers[*].image")).isEqualTo("web:1 proxy:live");
    applied(
        WEB.replace("[-a, -b]", "[-c]").replace("team: a", "team: x"),
        "--ignore=spec.template.spec.containers[name=proxy].args",
        "--ignore=spec.template.spec.containers[*].image",
        "--ignore=metadata.labels");
    assertThat(live(".spec.template.spec.containers[1].args")).isEqualTo("[\"-a\",\"-b\"]");
    assertThat(live(".metadata.labels.team")).isEqualTo("a");
  }

  @Test
  void refusesAPartOfAFieldThatHasOneOwner() {
    applied(WEB);
    Program.Said said =
        serverSide(
            WEB.replace("disk: ssd", "disk: hdd"),
            "--ignore=Deployment:spec.template.spec.nodeSelector.disk");
    assertThat(said.status()).isEqualTo(1);
    assertThat(said.err())
        .isEqualTo(
            "error: STDIN:10: Deployment "
                + namespace
                + "/web: spec.template.spec.nodeSelector.disk: cannot be"
                + " ignored with --server-side, since spec.template.spec.nodeSelector has one owner"
                + " as a whole; let the rule"
                + " \"Deployment:spec.template.spec.nodeSelector.disk\" name"
                + " spec.template.spec.nodeSelector\n");
    applied(
        WEB.replace("disk: ssd", "disk: hdd"),
        "--ignore=Deployment:spec.template.spec.nodeSelector");
    assertThat(live(".spec.template.spec.nodeSelector.disk")).isEqualTo("ssd");
  }

  @Test
  void keepsAnIgnoredFieldThroughAMigration() {
    assertThat(on("apply", WEB, "--summary=false").status()).isZero();
    kubectl("patch", "deployment/web", "-p", "{\"spec\":{\"replicas\":6}}");
    applied(WEB.replace("  replicas: 3\n", ""), KEEP);
    assertThat(live(".spec.replicas")).isEqualTo("6");
    applied(WEB.replace("  replicas: 3\n", ""), KEEP);
    assertThat(live(".spec.replicas")).isEqualTo("6");
  }

  /// The server writes what was sent into the annotation of client-side apply, and the version and
  /// the uid that guard a write are sent.
  @ParameterizedTest
  @ValueSource(
      strings = {"--take=spec.replicas", "--ignore=spec.replicas", "--leave=spec.replicas"})
  void writesTheAnnotationWithoutWhatGuardsTheWrite(String flag) {
    assertThat(on("apply", WEB, "--summary=false").status()).isZero();
    for (String image : List.of("web:2", "web:3")) {
      scale(5);
      String manifest = WEB.replace("web:1", image);
      Program.Said tried = onServer("apply", manifest, flag, "--dry-run=server", "-o", "yaml");
      applied(manifest, flag);
      assertThat(tried.out()).contains(image).doesNotContain("\"resourceVersion\"", "\"uid\"");
      assertThat(LastApplied.text(object("deployment.apps/web")))
          .contains(image)
          .doesNotContain("resourceVersion", "uid")
          .endsWith("}\n");
      assertThat(owners("deployment.apps/web", ANNOTATION)).containsExactly("kubectl-last-applied");
    }
  }

  @Test
  void keepsOwnFieldsThroughAMigration() {
    assertThat(on("apply", WEB, "--summary=false").status()).isZero();
    applied(WEB.replace("replicas: 3", "replicas: 1"), KEEP);
    assertThat(live(".spec.replicas")).isEqualTo("3");
  }

  /// x by one manager, a by another, b by none: takes x and leaves a.
  @Test
  void takesAPartAndLeavesAnother() {
    String map =
        """
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: c}
        data: {%s}
        """;
    assertThat(serverSide(map.formatted("x: h, w: h"), "--field-manager=helm").status()).isZero();
    assertThat(serverSide(map.formatted("b: '1'"), "--field-manager=me").status()).isZero();
    kubectl("patch", "configmap/c", "-p", "{\"data\":{\"a\":\"e\"}}", "--field-manager=edit");
    String wanted = map.formatted("x: '1', a: '1', b: '2'");
    Program.Said refused = serverSide(wanted, "--field-manager=me");
    assertThat(refused.status()).isEqualTo(1);
    assertThat(refused.err().lines())
        .satisfiesExactly(
            a ->
                assertThat(a)
                    .contains("conflict with \"edit\" using v1: .data.a (live \"e\", manifest")
                    .containsPattern("owned since 20\\d\\d-"),
            x ->
                assertThat(x)
                    .contains("conflict with \"helm\": .data.x (live \"h\", manifest \"1\", owned")
                    .endsWith(
                        "; apply with --take=FIELD or --leave=FIELD for each of them, such as"
                            + " --take=ConfigMap/c:data.a, with --force-conflicts to take all of"
                            + " them over, or write the live values into the manifest to own them"
                            + " together"));
    Program.Said half =
        serverSide(wanted, "--field-manager=me", "--take=ConfigMap/c:data.x", "--take=data.q");
    assertThat(half.status()).isEqualTo(1);
    assertThat(half.err())
        .contains("failed with 1 conflict: conflict with \"edit\" using v1: .data.a")
        .contains("apply with --take=ConfigMap/c:data.a to take it over")
        .doesNotContain("data.x");
    Program.Said taken =
        serverSide(
            wanted, "--field-manager=me", "--take=ConfigMap/c:data.x", "--leave=manager=edit");
    assertThat(taken.err()).isEmpty();
    assertThat(taken.out()).isEqualTo("configmap/c serverside-applied\n");
    MapValue live = object("configmap/c");
    assertThat(live.map("data").toString())
        .contains("x=StringValue[value=1]", "a=StringValue[value=e]", "b=StringValue[value=2]");
    assertThat(paths(live, "me")).containsExactly("data.b", "data.x");
    assertThat(paths(live, "helm")).containsExactly("data.w");
    assertThat(owners("configmap/c", data("a"))).containsExactly("edit");
    Program.Said unused =
        serverSide(wanted, "--field-manager=me", "--leave=data.a", "--take=data.q");
    assertThat(unused.err())
        .isEqualTo(
            "Warning: STDIN:4: ConfigMap "
                + namespace
                + "/c: --take=data.q matches no conflict; correct it, or leave"
                + " it out\n");
  }

  private static List<String> paths(MapValue live, String manager) {
    return OwnedFields.of(live, manager).paths().stream().map(FieldPath::toString).toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"--take=spec.replicas", "--take=manager=kubectl", "--force-conflicts"})
  void takesScaledReplicas(String flag) {
    applied(WEB, "--field-manager=me");
    scale(5);
    Program.Said refused = serverSide(WEB, "--field-manager=me");
    assertThat(refused.err())
        .contains(".spec.replicas (live 5, manifest 3, owned since ")
        .contains(
            "; apply with --take=Deployment/web:spec.replicas to take it over, with --leave=");
    applied(WEB, "--field-manager=me", flag);
    assertThat(live(".spec.replicas")).isEqualTo("3");
    assertThat(owners("deployment.apps/web", REPLICAS)).containsExactly("me");
  }

  @Test
  void forcesAllButWhatIsLeft() {
    applied(WEB, "--field-manager=me");
    scale(5);
    kubectl("set", "image", "deployment/web", "web=web:9");
    applied(WEB, "--field-manager=me", "--force-conflicts", "--leave=Deployment:spec.replicas");
    assertThat(live(".spec.replicas")).isEqualTo("5");
    assertThat(live(".spec.template.spec.containers[0].image")).isEqualTo("web:1");
    assertThat(onServer("diff", WEB, "--field-manager=me", "--leave=spec.replicas").out())
        .isEmpty();
  }

  @Test
  void takesAnImageByItsKey() {
    applied(WEB, "--field-manager=me");
    kubectl("set", "image", "deployment/web", "web=web:9", "proxy=proxy:9");
    Program.Said said =
        serverSide(
            WEB,
            "--field-manager=me",
            "--take=Deployment/web:spec.template.spec.containers[name=web].image");
    assertThat(said.err())
        .contains("failed with 1 conflict")
        .contains(
            "--take='Deployment/web:spec.template.spec.containers[name=proxy].image' to take it"
                + " over, with --leave='Deployment/web:");
    applied(
        WEB,
        "--field-manager=me",
        "--take=Deployment/web:spec.template.spec.containers[name=web].image",
        "--leave=spec.template.spec.containers[*].image");
    assertThat(live(".spec.template.spec.containers[*].image")).isEqualTo("web:9 proxy:9");
    applied(
        WEB,
        "--field-manager=me",
        "--take=Deployment/web:spec.template.spec.containers[name=web].image",
        "--leave=spec.template.spec.containers[name=proxy].image");
    assertThat(live(".spec.template.spec.containers[*].image")).isEqualTo("web:1 proxy:9");
  }

  @Test
  void sendsNothingForManyUnchangedObjects() {
    var many = new StringBuilder();
    for (int i = 0; i < 30; i++) {
      many.append(
          """
          ---
          apiVersion: v1
          kind: ConfigMap
          metadata: {name: c%d}
          data: {a: "1"}
          ---
          apiVersion: v1
          kind: ServiceAccount
          metadata: {name: bare%d}
          """
              .formatted(i, i));
    }
    String manifests = many.toString();
    assertThat(serverSide(manifests).status()).isZero();
    Program.Said again = onServer("apply", manifests, "-v=6");
    assertThat(again.out()).hasLineCount(60).contains("configmap/c7 serverside-applied\n");
    assertThat(again.err()).contains("GET").doesNotContain("PATCH");
    Program.Said coded = serverSide(manifests, "--exit-code");
    assertThat(coded.status()).isZero();
    String changed = manifests.replaceFirst("a: \"1\"", "a: \"2\"");
    Program.Said one = serverSide(changed, "--exit-code", "-v=6");
    assertThat(one.status()).isEqualTo(10);
    assertThat(one.err().lines().filter(line -> line.contains("PATCH"))).hasSize(1);
    Program.Said kubectls = serverSide(changed, "--compat=kubectl", "-v=6");
    assertThat(kubectls.err().lines().filter(line -> line.contains("PATCH"))).hasSize(60);
  }

  @Test
  void warnsOfValuesThatTwoManagersWriteForEver() throws InterruptedException {
    String web = WEB.replace("args: [-a, -b]", "args: [-a, -b], volumeMounts: []");
    applied(web, "--field-manager=one");
    String warning =
        "Warning: STDIN:13: Deployment "
            + namespace
            + "/web: spec.template.spec.containers[1].volumeMounts: the"
            + " server stores another value than this, so the apply has written the object without"
            + " a change, as it does after each apply of another manager; remove the field, or use"
            + " the stored value\n";
    Program.Said again = serverSide(web, "--field-manager=one", "--exit-code");
    for (int i = 0; again.status() == CHANGED && i < 20; i++) { // by the controllers, to begin with
      again = serverSide(web, "--field-manager=one", "--exit-code");
    }
    assertThat(again.err()).isEmpty();
    assertThat(again.status()).isZero();
    String warned = "";
    for (int i = 0; !warned.equals(warning) && i < 20; i++) { // a controller may write in between
      applied(web, "--field-manager=two");
      awaitNextSecond();
      warned = serverSide(web, "--field-manager=one", "--exit-code").err();
    }
    assertThat(warned).isEqualTo(warning);
  }

  @Test
  void explainsEachFieldByItsOwners() {
    applied(WEB, "--field-manager=me");
    scale(5);
    kubectl("set", "env", "deployment/web", "-c", "proxy", "X=1");
    String next =
        WEB.replace("web:1", "web:2")
            .replace(", tier: b", "")
            .replace("      - {name: proxy, image: \"proxy:1\", args: [-a, -b]}\n", "");
    awaitController();
    Program.Said said = onServer("why", next, "--field-manager=me", "--force-conflicts");
    assertThat(said.out())
        .startsWith("~ Deployment " + namespace + "/web (STDIN:1): 4 fields change\n")
        .containsPattern("spec.replicas +5 -> 3\n +taken over from kubectl/scale")
        .containsPattern("containers\\[name=web].image +\"web:1\" -> \"web:2\"\n +changed in the")
        .containsPattern("metadata.labels.tier +\"b\"\n +left the manifest, so deleted")
        .containsPattern(
            "- .*containers\\[name=proxy]\n"
                + "( +- .*\n)+"
                + " +left the manifest, so deleted, along with fields of kubectl-set in it");
    Program.Said diff =
        onServer("diff", next, "--why", "--field-manager=me", "--leave=spec.replicas");
    assertThat(diff.out())
        .contains("# - metadata.labels.tier  \"b\"\n#     left the manifest, so deleted")
        .contains("\n+      - image: web:2")
        .doesNotContain("replicas: 3");
    Program.Said refused = onServer("why", next, "--field-manager=me");
    assertThat(refused.status()).isEqualTo(1);
    assertThat(refused.err()).contains(".spec.replicas (live 5, manifest 3, owned since ");
    applied(WEB, "--field-manager=me", "--force-conflicts");
    awaitController();
    assertThat(onServer("why", WEB, "--field-manager=me").out())
        .isEqualTo("nothing changes: 1 object stays as it is\n");
    applied(WEB, "--field-manager=second");
    assertThat(onServer("why", WEB, "--field-manager=me", "--show=ours").out())
        .startsWith("= Deployment " + namespace + "/web (STDIN:1): nothing changes\n")
        .containsPattern("spec.replicas +3\n +as in the manifest, owned together with second");
    assertThat(onServer("why", WEB, "--field-manager=new").out())
        .startsWith(
            "> Deployment " + namespace + "/web (STDIN:1): only the owners of fields change\n")
        .contains("as in the manifest, owned together with me");
  }

  private static final String OTHERS =
      """
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: shared, labels: {team: owner}}
      data: {a: "1", b: "2", c: "3"}
      """;

  private static final String GUEST =
      """
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: shared}
      data: {guest: "x"}
      """;

  private static final String GONE =
      "the migration from client-side apply would delete data.a, data.b, data.c,"
          + " metadata.labels.team, applied by kubectl-client-side-apply";

  /// The manifest of a second user has only its own fields.
  @ParameterizedTest
  @ValueSource(strings = {"diff", "plan", "why", "apply", "apply --dry-run=server"})
  void noCommandDeletesWhatAnotherNameHasApplied(String command) {
    assertThat(on("apply", OTHERS).status()).isZero();
    String[] words = command.split(" ", -1);
    String[] flags =
        words.length > 1
            ? new String[] {"--field-manager=guest", words[1]}
            : new String[] {"--field-manager=guest"};
    Program.Said said = onServer(words[0], GUEST, flags);
    assertThat(said.err()).contains(GONE);
    assertThat(said.status()).isNotZero();
    assertThat(keys()).containsExactly("a", "b", "c");
  }

  /// Few objects are read for that, too, and not only under a name of one's own.
  @ParameterizedTest
  @ValueSource(strings = {"diff", "plan", "why", "apply", "apply --dry-run=server"})
  void theDefaultNameDeletesNothingOfAnotherName(String command) {
    assertThat(on("apply", OTHERS, "--field-manager=owner").status()).isZero();
    String[] words = command.split(" ", -1);
    String[] flags = words.length > 1 ? new String[] {words[1]} : new String[0];
    Program.Said said = onServer(words[0], GUEST, flags);
    assertThat(said.err()).contains(GONE.replace("kubectl-client-side-apply", "owner"));
    assertThat(said.status()).isNotZero();
    assertThat(keys()).containsExactly("a", "b", "c");
  }

  /// A dry run shows what the apply would make of the object.
  @Test
  void aDryRunShowsWhatTheMigrationDeletes() {
    assertThat(on("apply", OTHERS).status()).isZero();
    String out = serverSide(GUEST, "--dry-run=server", "-o", "yaml").out();
    assertThat(out).contains("guest: x").doesNotContain("  a: \"1\"", "  c: \"3\"", "team: owner");
    assertThat(keys()).containsExactly("a", "b", "c");
    assertThat(serverSide(GUEST, "--dry-run=server", "-o", "yaml", "--compat=kubectl").out())
        .contains("  a: \"1\"");
    assertThat(serverSide(GUEST).err()).isEmpty();
    assertThat(keys()).containsExactly("guest");
  }

  private Set<String> keys() {
    return object("configmap/shared").map("data").entries().keySet();
  }

  @Test
  void leavesOrDeletesWhatAnotherNameHasApplied() {
    assertThat(on("apply", OTHERS).status()).isZero();
    String[] leave = {"--field-manager=guest", "--leave=manager=kubectl-client-side-apply"};
    Program.Said diff = onServer("diff", GUEST, leave);
    assertThat(diff.out()).contains("+  guest: x").doesNotContain("-  a:");
    assertThat(serverSide(GUEST, leave).err()).isEmpty();
    assertThat(keys()).containsExactly("a", "b", "c", "guest");
    assertThat(on("apply", OTHERS).out()).contains("configmap/shared");
    String[] take = {"--field-manager=guest", "--take=manager=kubectl-client-side-apply"};
    assertThat(onServer("diff", GUEST, take).out()).contains("-  a:", "-  b:", "-    team: owner");
    assertThat(serverSide(GUEST, take).err()).isEmpty();
    assertThat(keys()).containsExactly("guest");
  }

  private static final String SELF =
      """
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: self}
      data: {a: "1", b: "1", c: "1"}
      """;

  private String taken(String manager) {
    return ("Warning: STDIN:1: ConfigMap %s/self: takes over the fields that %s, the same name, has"
            + " written by a create or an update")
        .formatted(namespace, manager);
  }

  private void create(String manifest, String flag) {
    server.kubectl(manifest, List.of("create", "-f", "-", "-n", namespace, flag)).orFail();
  }

  private Set<String> selfKeys() {
    return object("configmap/self").map("data").entries().keySet();
  }

  /// Tools such as Helm create an object by one operation and change it by the other.
  @ParameterizedTest
  @ValueSource(strings = {"helm", "kubectl"})
  void theFirstApplyTakesOverWhatTheSameNameHasCreated(String manager) {
    String[] flags = {"--field-manager=" + manager};
    create(SELF, flags[0]);
    String changed = SELF.replace("a: \"1\"", "a: \"2\"");
    String taken = taken(manager) + "\n";
    Program.Said diff = onServer("diff", changed, flags);
    assertThat(diff.err()).startsWith(taken);
    assertThat(diff.out()).contains("-  a: \"1\"\n+  a: \"2\"\n");
    assertThat(serverSide(changed, "--field-manager=" + manager, "--dry-run=server").err())
        .isEqualTo(taken);
    assertThat(serverSide(changed, flags).err()).isEqualTo(taken);
    assertThat(owners("configmap/self", data("b"))).containsExactly(manager);
    Program.Said removed = serverSide(changed.replace(", c: \"1\"", ""), flags);
    assertThat(removed.err()).isEmpty();
    assertThat(selfKeys()).containsExactly("a", "b");
  }

  @Test
  void theFirstApplyNamesTheFieldsThatStay() {
    create(SELF, "--field-manager=helm");
    String less = SELF.replace(", c: \"1\"", "");
    assertThat(serverSide(less, "--field-manager=helm").err())
        .isEqualTo(
            taken("helm")
                + "; data.c is not in the manifest, and stays; to remove it, run japply adopt"
                + " configmap/self data.c -n "
                + namespace
                + " --field-manager=helm, and apply again\n");
    assertThat(serverSide(less, "--field-manager=helm").err()).isEmpty();
    assertThat(selfKeys()).containsExactly("a", "b", "c");
    assertThat(japply("", "adopt", "configmap/self", "data.c", "--field-manager=helm").status())
        .isZero();
    assertThat(serverSide(less, "--field-manager=helm").err()).isEmpty();
    assertThat(selfKeys()).containsExactly("a", "b");
  }

  /// A server's defaults have been created, too.
  @Test
  void theFirstApplyNamesNoDefaults() {
    create(WEB, "--field-manager=helm");
    String less =
        WEB.replace("replicas: 3", "replicas: 2")
            .replace("      - {name: proxy, image: \"proxy:1\", args: [-a, -b]}\n", "");
    assertThat(serverSide(less, "--field-manager=helm").err())
        .contains("spec.template.spec.containers[name=proxy] is not in the manifest, and stays");
    applied(WEB, "--field-manager=helm");
    applied(less, "--field-manager=helm");
    assertThat(live(".spec.template.spec.containers[*].name")).isEqualTo("web");
  }

  /// What the same name changes after that is a conflict, with the reason.
  @Test
  void aLaterConflictWithTheSameNameStatesTheOtherOperation() {
    assertThat(serverSide(SELF, "--field-manager=helm").status()).isZero();
    kubectl("patch", "configmap/self", "-p", "{\"data\":{\"a\":\"e\"}}", "--field-manager=helm");
    String note = "the owner has the same name, but wrote the field by a create or an update";
    assertThat(serverSide(SELF, "--field-manager=helm").err()).contains(note);
    assertThat(onServer("diff", SELF, "--field-manager=helm").err()).contains(note);
    assertThat(serverSide(SELF, "--field-manager=other").err())
        .contains("conflict with \"helm\"")
        .doesNotContain(note);
    create(OTHERS, "--field-manager=helm");
    String changed = OTHERS.replace("a: \"1\"", "a: \"2\"");
    assertThat(serverSide(changed, "--field-manager=helm", "--compat=kubectl").err())
        .contains("conflict with \"helm\"");
  }

  /// Client-side, the annotation of an apply is missing, so nothing removes a field.
  @Test
  void aClientSideApplyNamesTheFieldsThatStay() {
    create(SELF, "--field-manager=kubectl-create");
    String less = SELF.replace(", c: \"1\"", "");
    assertThat(on("apply", less, "--summary=false").err())
        .endsWith(
            "Warning: STDIN:1: ConfigMap "
                + namespace
                + "/self: it was not created by an apply: data.c is not in the"
                + " manifest, and stays; to remove it, run japply adopt configmap/self data.c -n "
                + namespace
                + ", and apply again\n");
    assertThat(on("apply", less, "--summary=false").err()).isEmpty();
    assertThat(japply("", "adopt", "configmap/self", "data.c").status()).isZero();
    assertThat(on("apply", less, "--summary=false").err()).isEmpty();
    assertThat(selfKeys()).containsExactly("a", "b");
  }

  /// The default names of both methods are one user's.
  @Test
  void aDiffShowsWhatTheMigrationDeletes() {
    assertThat(on("apply", OTHERS).status()).isZero();
    String diff = onServer("diff", GUEST).out();
    assertThat(diff).contains("-  a:", "-  b:", "-  c:", "-    team: owner");
    assertThat(onServer("diff", GUEST, "--compat=kubectl").out()).doesNotContain("-  a:");
    assertThat(serverSide(GUEST).err()).isEmpty();
    assertThat(keys()).containsExactly("guest");
  }

  /// The response to a dry run has it, but no server stores it.
  @ParameterizedTest
  @ValueSource(strings = {"--server-side", "--server-side=false"})
  void aSelfLinkIsNoChange(String method) {
    String linked =
        "{apiVersion: v1, kind: ConfigMap, metadata: {name: linked, selfLink: /x, generation: 4}}";
    assertThat(on("diff", linked, method).out()).doesNotContain("selfLink");
    assertThat(on("apply", linked, method).status()).isZero();
    assertThat(on("diff", linked, method).status()).isZero();
    assertThat(on("plan", linked, method).out()).doesNotContain("selfLink");
    assertThat(on("why", linked, method).out()).doesNotContain("selfLink");
    for (String again : List.of("--dry-run=server", "--dry-run=none")) {
      assertThat(on("apply", linked, method, again, "--exit-code").status()).isZero();
    }
  }

  /// The controller that binds the claim fills the name of the volume.
  @ParameterizedTest
  @ValueSource(strings = {"--server-side", "--server-side=false"})
  void anEmptyNameOfAVolumeIsNotSet(String method) {
    String claim =
        """
        apiVersion: v1
        kind: PersistentVolumeClaim
        metadata: {name: claim}
        spec:
          accessModes: [ReadWriteOnce]
          storageClassName: none
          resources: {requests: {storage: 1Gi}}
          volumeName: ""
        """;
    assertThat(on("apply", claim, method).status()).isZero();
    kubectl("patch", "pvc", "claim", "-p", "{\"spec\":{\"volumeName\":\"pv\"}}");
    assertThat(on("apply", claim, method, "--exit-code").status()).isZero();
    assertThat(on("diff", claim, method).status()).isZero();
    assertThat(object("persistentvolumeclaim/claim").map("spec").text("volumeName"))
        .isEqualTo("pv");
  }
}
