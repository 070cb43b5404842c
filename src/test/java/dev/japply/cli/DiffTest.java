package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cluster.FakeCluster;
import dev.japply.io.CancellationSource;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DiffTest {
  private static final String C =
      """
      {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c"},"data":{"k":"a"}}
      """;
  private static final String D = C.replace("\"c\"", "\"d\"");
  private static final String S =
      """
      {"apiVersion":"v1","kind":"Secret","metadata":{"name":"s"},"stringData":{"p":"hunter22"}}
      """;
  private static final String FORBIDDEN =
      "configmaps is forbidden: User \"v\" cannot create resource \"configmaps\" in API group \"\"";
  private static final String HEADER =
      """
      ConfigMap default/%1$s (STDIN:%2$d)
      --- LIVE/v1.ConfigMap.default.%1$s	2026-11-21 12:34:56.123456789 +0000
      +++ MERGED/v1.ConfigMap.default.%1$s	2026-11-21 12:34:56.123456789 +0000
      """;

  private final FakeCluster cluster = new FakeCluster();
  private final Ran.Setting setting = new Ran.Setting(cluster);
  @TempDir private Path directory;

  private Ran diff(Ran.Setting where, String manifest, String... flags) {
    String[] args =
        Stream.concat(Stream.of("diff", "-f", "-", "--concurrency=1"), Stream.of(flags))
            .toArray(String[]::new);
    return where.reading(manifest).run(args);
  }

  private Ran diff(String manifest, String... flags) {
    return diff(setting, manifest, flags);
  }

  private void apply(String manifest) {
    assertThat(setting.reading(manifest).run("apply", "-f", "-").status()).isZero();
    cluster.requests.clear();
    cluster.options.clear();
  }

  private static void assertRan(Ran ran, int status, String out, String err) {
    assertThat(ran).isEqualTo(new Ran(ran.args(), status, out, err));
  }

  /// An apply would take them back, and the difference does not tell whose they are.
  @Test
  void warnsOfReplicasThatAnAutoscalerHasSet() {
    String deployment =
        """
        {"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"w"},"spec":{"replicas":2}}
        """;
    apply(deployment);
    MapValue live = cluster.object("deployments default/w");
    var managers =
        (ListValue)
            Json.parse(
                """
                [{"manager":"hpa","operation":"Update","subresource":"scale","apiVersion":"apps/v1",
                "fieldsType":"FieldsV1","fieldsV1":{"f:spec":{"f:replicas":{}}}}]
                """);
    cluster.put(
        live.with("spec", live.map("spec").with("replicas", Value.number(5)))
            .with("metadata", live.map("metadata").with("managedFields", managers)));
    String warning = "spec.replicas: set by hpa through scale, as autoscalers do";
    assertThat(diff(deployment).err()).containsOnlyOnce(warning);
    assertThat(diff(deployment, "--why").err()).containsOnlyOnce(warning);
    Ran left = diff(deployment.replace("\"replicas\":2", ""));
    assertThat(left.err()).contains(warning + "; it goes back to the default; put it into");
  }

  /// What the server adds is left out.
  private static String created(String name, int line) {
    return HEADER.formatted(name, line)
        + """
        @@ -0,0 +1,7 @@
        +apiVersion: v1
        +data:
        +  k: a
        +kind: ConfigMap
        +metadata:
        +  name: %s
        +  namespace: default
        """
            .formatted(name);
  }

  @Test
  void showsWhatWouldBeCreatedAndChanged() {
    assertRan(diff(C), 1, created("c", 1), "");
    assertThat(cluster.objects).containsOnlyKeys("namespaces /default");
    apply(C);
    assertRan(diff(C), 0, "", "");
    assertThat(diff(C.replace("\"a\"", "\"b\"")).out())
        .startsWith(
            HEADER.formatted("c", 1) + "@@ -1,6 +1,6 @@\n apiVersion: v1\n data:\n-  k: a\n+")
        .doesNotContain("last-applied-configuration: |\n-");
    assertThat(cluster.object("configmaps default/c").map("data").text("k")).isEqualTo("a");
  }

  @Test
  void asksForDryRunsOfTheObjectAsItWasRead() {
    apply(C);
    diff(C.replace("\"a\"", "\"b\""), "--field-manager=me");
    assertThat(cluster.requests)
        .containsExactly(
            "GET default/c",
            "PATCH default/c {\"data\":{\"k\":\"b\"},\"metadata\":{\"resourceVersion\":\"101\"}}",
            "CLOSE");
    assertThat(cluster.options)
        .hasToString("[WriteOptions[fieldManager=me, fieldValidation=Strict, dryRun=true]]");
  }

  @Test
  void triesAgainAndAtLastInAnyCase() {
    apply(C);
    for (int i = 0; i < 3; i++) {
      cluster.fail("PATCH", 409, "Conflict", "the object has been modified");
    }
    Ran ran = diff(C.replace("\"a\"", "\"b\""));
    assertThat(ran.status()).isEqualTo(1);
    assertThat(cluster.requests).hasSize(9).last().isEqualTo("CLOSE");
    assertThat(cluster.requests.get(7)).isEqualTo("PATCH default/c {\"data\":{\"k\":\"b\"}}");
  }

  @Test
  void asksAgainWhenADryRunIsCutOff() {
    apply(C);
    cluster.fail("PATCH", 503, "ServiceUnavailable", "down");
    Ran ran = diff(C.replace("\"a\"", "\"b\""));
    assertThat(ran.err()).isEmpty();
    assertThat(ran.status()).isEqualTo(1);
    for (int i = 0; i < 9; i++) {
      cluster.fail("PATCH", 503, "ServiceUnavailable", "down");
    }
    assertThat(diff(C.replace("\"a\"", "\"b\"")))
        .extracting(Ran::status, Ran::err)
        .containsExactly(
            2,
            "error: STDIN:1: ConfigMap default/c: Error from server (ServiceUnavailable): down\n");
  }

  @Test
  void showsAsCreatedWhatIsDeletedMeanwhile() {
    apply(C);
    cluster.before("PATCH", () -> cluster.objects.remove("configmaps default/c"));
    assertRan(diff(C.replace("\"a\"", "\"b\"")), 1, created("c", 1).replace("k: a", "k: b"), "");
  }

  @Test
  void sendsNoWritesWhenLocal() {
    assertRan(diff(C, "--local"), 1, created("c", 1), "");
    assertThat(cluster.requests).containsExactly("GET default/c", "CLOSE");
  }

  @Test
  void mergesLocallyWithoutTheRightToWriteAndSaysSoOnce() {
    cluster.fail("POST", 403, "Forbidden", FORBIDDEN).fail("POST", 403, "Forbidden", FORBIDDEN);
    assertRan(
        diff(C + D),
        1,
        created("c", 1) + created("d", 2),
        "Warning: STDIN:1: ConfigMap default/c: Error from server (Forbidden): "
            + FORBIDDEN
            + "; showing the local merge for this and all such objects, without what the server"
            + " adds\n");
  }

  @ParameterizedTest
  @CsvSource({
    "400,admission webhook \"w\" does not support dry run,1",
    "400,the dryRun parameter is not supported,1",
    "400,something else,2",
    "403,configmaps \"c\" is forbidden: exceeded quota: q,2",
    "404,namespaces \"default\" not found,2"
  })
  void tellsARefusalOfTheDryRunFromOneOfTheObject(int status, String message, int exit) {
    cluster.fail("POST", status, "X", message);
    Ran ran = diff(C);
    assertThat(ran.status()).as("%s", ran).isEqualTo(exit);
    assertThat(ran.out()).as("%s", ran).isEqualTo(exit == 1 ? created("c", 1) : "");
    assertThat(ran.err()).as("%s", ran).contains(message);
  }

  @Test
  void takesNamespacesAndTypesThatComeInTheSameSetForGranted() {
    String namespace =
        "{\"apiVersion\":\"v1\",\"kind\":\"Namespace\",\"metadata\":{\"name\":\"default\"}}\n";
    String type =
        """
        {"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition",\
        "metadata":{"name":"news.example.org"},"spec":{"group":"example.org","scope":"Namespaced",\
        "names":{"kind":"New","plural":"news"},"versions":[{"name":"v1","served":true}]}}
        """;
    String custom =
        C.replace("\"v1\"", "\"example.org/v1\"")
            .replace("ConfigMap", "New")
            .replace("\"c\"", "\"n\"");
    cluster.serve("apiextensions.k8s.io/v1", "CustomResourceDefinition", "crds", false);
    cluster.objects.clear();
    Ran ran = diff(namespace + C + custom + type);
    assertThat(ran.status()).as("%s", ran).isEqualTo(1);
    assertThat(ran.out())
        .contains(created("c", 2))
        .contains("+++ MERGED/example.org.v1.New.default.n\t")
        .contains("+++ MERGED/apiextensions.k8s.io.v1.CustomResourceDefinition..news.example.org");
    assertThat(ran.err()).startsWith("Warning: STDIN:2: ConfigMap default/c: ").hasLineCount(1);
    assertThat(cluster.requests).noneMatch(request -> request.contains("default/n"));
    assertThat(diff(custom)).extracting(Ran::status).isEqualTo(2);
  }

  @Test
  void goesOnAfterAnError() {
    cluster.fail("POST", 422, "Invalid", "no good");
    Ran ran = diff(C + D + "{}\n");
    assertThat(ran.out()).isEqualTo(created("d", 2));
    assertThat(ran.status()).isEqualTo(2);
    assertThat(ran.err().lines()).hasSize(2);
  }

  @Test
  void comparesInTheOrderOfFileNamesHoweverManyAtOnce() {
    String all = D + C + D.replace("\"d\"", "\"a\"");
    assertRan(
        diff(all, "--concurrency=3"), 1, created("a", 3) + created("c", 2) + created("d", 1), "");
    assertRan(
        diff(all, "--concurrency=0"), 1, created("a", 3) + created("c", 2) + created("d", 1), "");
  }

  @Test
  void choosesBySelector() {
    assertRan(diff(C, "-l", "x=y"), 0, "", "");
    assertRan(diff(""), 0, "", "");
    assertThat(cluster.requests).isEmpty();
  }

  @Test
  void showsManagedFieldsOnRequest() {
    apply(C);
    cluster.objects.replaceAll((key, live) ->
        live.with(
            "metadata",
            live.map("metadata")
                .with("managedFields", dev.japply.tree.Json.parse("[{\"manager\":\"m\"}]"))));
    String changed =
        C.replace("\"a\"", "\"b\"").replace("\"name\"", "\"labels\":{\"l\":\"1\"},\"name\"");
    assertThat(diff(changed).out()).doesNotContain("manage");
    assertThat(diff(changed, "--show-managed-fields").out()).contains("\n   managedFields:\n");
  }

  @Test
  void masksSecrets() {
    assertThat(diff(S).out()).contains("\n+  p: '***'\n", "\n@@ -0,0 +1,").doesNotContain("null");
    assertThat(diff(S, "--compat=kubectl").out()).contains("\n@@ -1 +1,8 @@\n-null\n+api");
    assertThat(diff(S, "--local").out()).contains("\n+data:\n+  p: '***'\n");
    String stored = S.replace("stringData", "data").replace("hunter22", "aHVudGVyMg==");
    apply(stored);
    String changed =
        stored
            .replace("aHVudGVyMg", "aHVudGVyMw")
            .replace("\"name\"", "\"labels\":{\"l\":\"1\"},\"name\"");
    Ran ran = diff(changed, "--show-metadata");
    assertThat(ran.out())
        .contains("-  p: '*** (before)'\n+  p: '*** (after)'\n")
        .contains("last-applied-configuration: '***'\n")
        .doesNotContain("hunter")
        .doesNotContain("aHVudGVy");
  }

  @Test
  void refusesWithStatusTwo() {
    assertRan(
        setting.run("diff"),
        2,
        "",
        "error: must specify one of -f and -k\nSee 'japply diff --help' for usage.\n");
    assertRan(
        setting.run("diff", "-f", "x", "y"),
        2,
        "",
        "error: Unexpected args: [y]\nSee 'japply diff -h' for help and examples\n");
    assertThat(setting.run("diff", "--prune", "-f", "x").status()).isEqualTo(2);
    assertThat(setting.run("diff", "-f", "no-such-file").status()).isEqualTo(2);
    assertThat(setting.run("diff", "-f", "x", "-l", "a=b=c").status()).isEqualTo(2);
  }

  private Path program(String script) throws IOException {
    Path program = Files.writeString(directory.resolve("prog"), "#!/bin/sh\n" + script);
    assertThat(program.toFile().setExecutable(true)).isTrue();
    return program;
  }

  private Ran.Setting external(String command) {
    String path = String.valueOf(System.getenv("PATH"));
    return setting.with(
        Map.of("KUBECTL_EXTERNAL_DIFF", command, "TMPDIR", directory.toString(), "PATH", path));
  }

  private List<Path> leftOver() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> !file.endsWith("prog")).toList();
    }
  }

  @Test
  void givesTheExternalProgramAllItsArguments() throws IOException {
    Path program = program("for a; do echo \"<$a>\"; done; exit 1\n");
    String command = program + " -u --color=always --label 'a b' c\\ d /x_y.z";
    Ran ran = diff(external(command), C);
    String masked = ran.out().replaceAll(directory + "/(LIVE|MERGED)-\\d+", "$1");
    assertThat(masked)
        .isEqualTo("<-u>\n<--color=always>\n<--label>\n<a b>\n<c d>\n</x_y.z>\n<LIVE>\n<MERGED>\n");
    assertThat(ran.status()).isEqualTo(1);
    assertThat(leftOver()).isEmpty();
    Ran compat = diff(external(command), C, "--compat=kubectl");
    assertThat(compat.out().replaceAll(directory + "/(LIVE|MERGED)-\\d+", "$1"))
        .isEqualTo("<LIVE>\n<MERGED>\n<-u>\n<--color=always>\n<--label>\n<d>\n");
  }

  @Test
  void givesTheExternalProgramFilesForItsOwnerAlone() throws IOException {
    Path program = program("cd $1; ls -ld . *; cat *; cd $2; ls -l *; cat *\n");
    apply(C + S);
    Ran ran = diff(external(program.toString()), C.replace("\"a\"", "\"b\"") + S);
    assertThat(ran.status()).isZero();
    assertThat(ran.out())
        .contains("drwx------", "-rw-------", " v1.ConfigMap.default.c\n", " v1.Secret.default.s\n")
        .contains("\n  k: a\n", "\n  k: b\n", ": '***'\n")
        .doesNotContain("hunter");
  }

  @ParameterizedTest
  @CsvSource({"exit 0,0", "exit 1,1", "exit 2,2", "exit 77,2"})
  void takesTheExitStatusOfTheExternalProgram(String script, int status) throws IOException {
    Path program = program(script + "\n");
    Ran ran = diff(external(program.toString()), C);
    assertThat(ran.status()).isEqualTo(status);
    assertThat(ran.err())
        .isEqualTo(
            status < 2
                ? ""
                : "error: failed to run \"%s\": exit status %s; see KUBECTL_EXTERNAL_DIFF\n"
                    .formatted(program, script.substring(5)));
    assertThat(leftOver()).isEmpty();
  }

  @Test
  void saysThatThereIsNoSuchProgram() throws IOException {
    assertRan(
        diff(external("no-such-program -u"), C),
        2,
        "",
        "error: failed to run \"no-such-program\": executable file not found in $PATH; see"
            + " KUBECTL_EXTERNAL_DIFF\n");
    assertThat(leftOver()).isEmpty();
    assertThat(diff(external("diff 'x"), C).status()).isEqualTo(2);
  }

  @Test
  void endsTheExternalProgramWhenInterrupted() throws IOException {
    var stop = new CancellationSource();
    Path program = program("exec >&- 2>&-; sleep 60\n");
    Thread.ofVirtual().start(() -> stopWhenStarted(stop));
    Ran ran = diff(external(program.toString()).stoppedBy(stop), C);
    assertThat(ran.status()).isEqualTo(130);
    assertThat(leftOver()).isEmpty();
  }

  private void stopWhenStarted(CancellationSource stop) {
    try {
      while (leftOver().size() < 2) {
        Thread.sleep(10);
      }
      Thread.sleep(200);
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
    stop.cancel();
  }

  @Test
  void comparesNothingWhenInterrupted() {
    var stop = new CancellationSource();
    cluster.before("POST", stop::cancel);
    assertRan(diff(setting.stoppedBy(stop), C + D), 130, "", "");
  }

  @Test
  void coloursOnRequest() {
    var colours = setting.with(Map.of("CLICOLOR_FORCE", "1"));
    assertThat(diff(colours, C).out())
        .startsWith("\u001b[1mConfigMap default/c (STDIN:1)\u001b[0m\n")
        .contains("\u001b[36m@@ -0,0 +1,7 @@\u001b[0m\n\u001b[32m+apiVersion: v1\u001b[0m\n");
  }
}
