package dev.japply;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program.Said;
import dev.japply.cluster.rest.LoopbackServer;
import dev.japply.cluster.rest.LoopbackServer.Answer;
import dev.japply.cluster.rest.TestCertificates;
import dev.japply.e2e.TestCluster;
import dev.japply.e2e.UsesTestCluster;
import dev.japply.golang.Sha256;
import dev.japply.kpt.GitFolder;
import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `docs/guarantees.md` on the shipped program: of each chapter what can be seen in a few runs.
@UsesDistribution
@UsesTestCluster
class DistributionGuaranteesTest {
  private static final String SECRET = "n0t-4-y0ur-eyes";

  @TempDir private static Path place;
  private static Distribution distribution;

  private final TestCluster cluster;
  private final String namespace;
  @TempDir private Path directory;

  DistributionGuaranteesTest(TestCluster cluster) {
    this.cluster = cluster;
    this.namespace = cluster.newNamespace();
  }

  @BeforeAll
  static void unpack() throws IOException, InterruptedException {
    distribution = Distribution.unpack(place);
  }

  private Said japply(String input, String... args) throws IOException, InterruptedException {
    var all = new ArrayList<>(List.of(args));
    all.addAll(List.of("-n", namespace));
    return distribution.japply(
        Map.of("KUBECONFIG", cluster.kubeconfig().toString(), "HOME", directory.toString()),
        input,
        all.toArray(String[]::new));
  }

  private static String map(String name, String data) {
    return """
    ---
    {apiVersion: v1, kind: ConfigMap, metadata: {name: %s, labels: {set: s}}, data: %s}
    """
        .formatted(name, data);
  }

  private String live(String object, String path) {
    return cluster
        .kubectl("get", object, "-n", namespace, "-o", "jsonpath={" + path + "}")
        .orFail()
        .out();
  }

  /// Your cluster: what is as it should be is not written, what others wrote stays, and what only
  /// shows changes nothing.
  @Test
  void writesOnceAndLeavesWhatOthersWrote() throws Exception {
    String manifest = map("c", "{k: v}");
    assertThat(japply(manifest, "apply", "-f", "-").out()).isEqualTo("configmap/c created\n");
    cluster
        .kubectl("patch", "configmap", "c", "-n", namespace, "-p", "{\"data\":{\"other\":\"x\"}}")
        .orFail();
    String version = live("configmap/c", ".metadata.resourceVersion");
    assertThat(japply(manifest, "apply", "-f", "-").out()).isEqualTo("configmap/c unchanged\n");
    String changed = map("c", "{k: w}");
    String plan = directory.resolve("plan.json").toString();
    String snapshot = directory.resolve("snapshot.json").toString();
    for (String command :
        List.of(
            "diff -f -",
            "why -f -",
            "plan -f - --out " + plan,
            "snapshot -f - --out " + snapshot,
            "apply -f - --dry-run=server",
            "apply -f - --dry-run=client",
            "apply -f - --bogus",
            "apply -f /no/such/file")) {
      Said said = japply(changed, command.split(" ", -1));
      assertThat(said.out() + said.err()).as(command).isNotEmpty();
    }
    assertThat(live("configmap/c", ".metadata.resourceVersion")).isEqualTo(version);
    assertThat(japply(changed, "apply", "-f", "-").out()).isEqualTo("configmap/c configured\n");
    assertThat(live("configmap/c", ".data")).isEqualTo("{\"k\":\"w\",\"other\":\"x\"}");
  }

  /// Your cluster: the next run makes of it what it should be, and prunes nothing of others.
  @Test
  void canBeKilledAndRunAgain() throws Exception {
    String first = map("gone", "{}") + map("c0", "{k: old}");
    assertThat(japply(first, "apply", "-f", "-").status()).isZero();
    cluster.kubectl("create", "configmap", "others", "-n", namespace).orFail();
    cluster.kubectl("label", "configmap", "others", "-n", namespace, "set=s").orFail();
    String manifest =
        IntStream.range(0, 40)
            .mapToObj(i -> map("c" + i, "{k: new}"))
            .collect(Collectors.joining());
    Path file = Files.writeString(directory.resolve("m.yaml"), manifest);
    String[] again = {
      "apply",
      "-f",
      file.toString(),
      "--prune",
      "-l",
      "set=s",
      "--prune-allowlist=core/v1/ConfigMap"
    };
    killAfterTheFirst(with(again, distribution.file("bin/japply").toString()));
    Said said = japply("", again);
    assertThat(said.status()).as("%s", said).isZero();
    String all = live("configmaps", ".items[*].metadata.name");
    assertThat(all.split(" "))
        .filteredOn(name -> !name.startsWith("kube-root-ca"))
        .hasSize(41)
        .contains("c39", "others")
        .doesNotContain("gone");
    assertThat(japply("", again).out().lines()).allMatch(line -> line.endsWith(" unchanged"));
  }

  /// Kills it when it has told of one object. The launcher has become the JVM.
  private void killAfterTheFirst(String... command) throws IOException, InterruptedException {
    var builder = new ProcessBuilder(new ArrayList<>(List.of(command))).redirectErrorStream(true);
    builder
        .command()
        .addAll(
            List.of(
                "--concurrency=1",
                "-n",
                namespace,
                "--kubeconfig",
                cluster.kubeconfig().toString()));
    builder.environment().put("HOME", directory.toString());
    Process process = builder.start();
    try (var lines = process.inputReader()) {
      assertThat(lines.readLine()).isEqualTo("configmap/c0 configured");
      process.destroyForcibly();
    }
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
  }

  /// Your cluster: a run that was killed is taken back, and nothing of others is lost.
  @Test
  void takesAKilledRunBack() throws Exception {
    String secret =
        "---\n{apiVersion: v1, kind: Secret, metadata: {name: s, labels: {set: s}},"
            + " stringData: {p: %s}}\n";
    String first = map("gone", "{k: v}") + map("c0", "{k: old}") + secret.formatted(SECRET);
    assertThat(japply(first, "apply", "-f", "-").status()).isZero();
    String path = ".metadata.annotations.kubectl\\.kubernetes\\.io/last-applied-configuration";
    String annotation = live("configmap/c0", path);
    assertThat(annotation).contains("old");
    String manifest =
        IntStream.range(0, 40).mapToObj(i -> map("c" + i, "{k: new}")).collect(Collectors.joining())
            + secret.formatted(SECRET + "-new");
    Path file = Files.writeString(directory.resolve("m.yaml"), manifest);
    String undo = directory.resolve("undo.jsonl").toString();
    killAfterTheFirst(
        distribution.file("bin/japply").toString(),
        "apply",
        "-f",
        file.toString(),
        "--prune",
        "-l",
        "set=s",
        "--prune-allowlist=core/v1/ConfigMap",
        "--undo-file",
        undo);
    String[] patch = {"patch", "configmap", "c0", "-n", namespace, "-p"};
    cluster.kubectl(with(new String[] {"{\"data\":{\"other\":\"x\"}}"}, patch)).orFail();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(Path.of(undo))))
        .isEqualTo("rw-------");
    Said shown = japply("", "show", undo);
    assertThat(shown.out() + shown.err()).contains("cut off").doesNotContain(SECRET);
    Said back = japply("", "undo", undo, "--yes");
    assertThat(back.status()).as("%s", back).isZero();
    assertThat(back.out() + back.err()).doesNotContain(SECRET);
    assertThat(live("configmaps", ".items[*].metadata.name").split(" "))
        .filteredOn(name -> !name.startsWith("kube-root-ca"))
        .containsExactlyInAnyOrder("c0", "gone");
    assertThat(live("configmap/c0", ".data")).isEqualTo("{\"k\":\"old\",\"other\":\"x\"}");
    assertThat(live("configmap/c0", path)).isEqualTo(annotation);
    assertThat(japply("", "undo", undo, "--yes").err()).contains("nothing to take back");
  }

  /// Plans: each change has a reason, what has moved since is refused, and what was shown is done.
  @Test
  void carriesOutWhatWasShown() throws Exception {
    assertThat(japply(map("c", "{k: old}"), "apply", "-f", "-").status()).isZero();
    String plan = directory.resolve("plan.json").toString();
    String after = map("c", "{k: new, more: x}");
    Said shown = japply(after, "plan", "-f", "-", "--out", plan);
    assertThat(shown.out()).contains("data.k ", "\"old\"", "\"new\"", "data.more ");
    MapValue why = (MapValue) Json.parse(japply(after, "why", "-f", "-", "-o", "json").out());
    MapValue object = (MapValue) ((ListValue) why.get("objects")).items().getFirst();
    assertThat(((ListValue) object.get("fields")).items())
        .extracting(field -> ((MapValue) field).text("path"))
        .contains("data.k", "data.more")
        .doesNotHaveDuplicates();
    String[] patch = {"patch", "configmap", "c", "-n", namespace, "-p"};
    cluster.kubectl(with(new String[] {"{\"data\":{\"k\":\"theirs\"}}"}, patch)).orFail();
    Said moved = japply(after, "apply", "-f", "-", "--plan", plan);
    assertThat(moved.err())
        .contains("ConfigMap " + namespace + "/c: changed since it was planned: data.k");
    assertThat(live("configmap/c", ".data")).isEqualTo("{\"k\":\"theirs\"}");
    cluster.kubectl(with(new String[] {"{\"data\":{\"k\":\"old\"}}"}, patch)).orFail();
    Said done = japply(after, "apply", "-f", "-", "--plan", plan);
    assertThat(done.out()).as("%s", done).isEqualTo("configmap/c configured\n");
    assertThat(live("configmap/c", ".data")).isEqualTo("{\"k\":\"new\",\"more\":\"x\"}");
  }

  /// Your files: a field goes, and all other bytes stay.
  @Test
  void releasesOneLine() throws Exception {
    String manifest =
        """
        # a
        apiVersion: v1
        kind: ConfigMap
        metadata:
          name:   c # b

        data:
          k:  'v'
          gone: "x" # c
        """;
    Path file = Files.writeString(directory.resolve("c.yaml"), manifest);
    assertThat(japply("", "apply", "-f", file.toString()).status()).isZero();
    Said said = japply("", "release", "-f", file.toString(), "data.gone", "--write");
    assertThat(said.status()).as("%s", said).isZero();
    assertThat(file).content().isEqualTo(manifest.replace("  gone: \"x\" # c\n", ""));
    assertThat(live("configmap/c", ".data")).isEqualTo("{\"gone\":\"x\",\"k\":\"v\"}");
  }

  /// Plans: what somebody wrote into one is not done.
  @Test
  void refusesAPlanThatWasForged() throws Exception {
    String before = map("c", "{k: old}") + map("victim", "{}");
    assertThat(japply(before, "apply", "-f", "-").status()).isZero();
    Path plan = directory.resolve("plan.json");
    String[] prune = {"--prune", "-l", "set=s", "--prune-allowlist=core/v1/ConfigMap"};
    String after = map("c", "{k: new}");
    assertThat(japply(after, with(prune, "plan", "-f", "-", "--out", plan.toString())).status())
        .isZero();
    MapValue document = (MapValue) Json.parse(Files.readString(plan));
    MapValue options = document.map("options").without("prune");
    Files.writeString(plan, GoJson.write(document.with("options", options)));
    Said edited = japply(after, "apply", "-f", "-", "--plan", plan.toString());
    assertThat(edited.err()).contains("this plan was changed after it was made");
    forge(plan, document.with("options", options));
    Said forged = japply(after, "apply", "-f", "-", "--plan", plan.toString());
    assertThat(forged.err())
        .contains("ConfigMap " + namespace + "/victim: would not be pruned now; plan again");
    assertThat(forged.status()).isEqualTo(1);
    MapValue first = (MapValue) ((ListValue) document.get("objects")).items().getFirst();
    MapValue evil = first.with("patch", Json.parse("{\"data\":{\"k\":\"evil\"}}"));
    forge(plan, document.with("objects", ListValue.of(evil)));
    assertThat(japply(after, "apply", "-f", "-", "--plan", plan.toString()).status()).isEqualTo(1);
    assertThat(live("configmap/c", ".data.k")).isEqualTo("old");
    assertThat(live("configmaps", ".items[*].metadata.name")).contains("victim");
  }

  private static String[] with(String[] more, String... args) {
    return Stream.concat(Stream.of(args), Stream.of(more)).toArray(String[]::new);
  }

  private static void forge(Path plan, MapValue document) throws IOException {
    MapValue bare = document.without("digest");
    String digest = "sha256:" + Sha256.hex(GoJson.write(bare));
    Files.writeString(plan, GoJson.write(bare.with("digest", Value.text(digest))));
  }

  /// Your files: a package reaches nothing outside of its directory, an update keeps local edits,
  /// and one that fails changes nothing.
  @Test
  void packagesStayInTheirPlace() throws Exception {
    GitFolder upstream = GitFolder.in(directory.resolve("up"));
    upstream.commit(Map.of("web/a.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n"));
    upstream.git("tag", "v1");
    Path mine = directory.resolve("mine");
    String address = "file://" + upstream.path() + "/.git/web@";
    assertThat(git("pkg", "get", address + "v1", mine.toString()).status()).isZero();
    String edited = Files.readString(mine.resolve("a.yaml")) + "data: {k: mine} # kept\n";
    Files.writeString(mine.resolve("a.yaml"), edited);
    Map<String, String> before = files(mine);
    String blob = upstream.git("rev-parse", "v1:web/a.yaml");
    String tree = upstream.tree("100644", List.of("x"), blob);
    for (String folder : List.of("..", "web")) {
      tree = upstream.tree("40000", List.of(folder), tree);
    }
    upstream.git("update-ref", "refs/heads/evil", upstream.git("commit-tree", "-m", "x", tree));
    Said evil = git("pkg", "update", mine + "@evil");
    assertThat(evil.err()).contains("must not write outside of its directory").hasLineCount(1);
    assertThat(files(mine)).isEqualTo(before);
    assertThat(directory.resolve("x")).doesNotExist();
    upstream.commit(Map.of("web/b.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: b}\n"));
    assertThat(git("pkg", "update", mine + "@main").status()).isZero();
    assertThat(mine.resolve("a.yaml")).hasContent(edited);
    assertThat(mine.resolve("b.yaml")).exists();
  }

  /// With the user's git.
  private Said git(String... args) throws IOException, InterruptedException {
    return distribution.japply(
        Map.of("PATH", System.getenv("PATH"), "HOME", directory.toString()), "", args);
  }

  private static Map<String, String> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(Files::isRegularFile)
          .collect(Collectors.toMap(Path::toString, file -> new String(read(file), UTF_8)));
    }
  }

  private static byte[] read(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Secrets: their values are in nothing that is printed or kept.
  @Test
  void keepsSecrets() throws Exception {
    String plan = directory.resolve("plan.json").toString();
    var said = new StringBuilder();
    for (String command :
        List.of(
            "apply -f - -v=10",
            "diff -f - -v=10 --report=html=" + directory.resolve("page.html"),
            "plan -f - --out " + plan,
            "show " + plan,
            "why -f -",
            "ready -f -",
            "snapshot -f - --out " + directory.resolve("snapshot.json"),
            "apply -f - -v=10")) {
      String changed = command.startsWith("apply") ? "" : "-changed";
      String input =
          "{apiVersion: v1, kind: Secret, metadata: {name: s}, stringData: {p: %s%s}}\n"
              .formatted(SECRET, changed);
      Said one = japply(command.startsWith("show") ? "" : input, command.split(" ", -1));
      assertThat(one.out() + one.err()).as(command).isNotEmpty();
      said.append(one.out()).append(one.err());
    }
    try (Stream<Path> kept = Files.walk(directory)) {
      List<Path> files = kept.filter(Files::isRegularFile).toList();
      assertThat(files).anyMatch(file -> file.toString().contains("cache"));
      files.forEach(file -> said.append(new String(read(file), ISO_8859_1)));
      for (Path file : files.stream().filter(file -> file.toString().contains("cache")).toList()) {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
            .as("%s", file)
            .isEqualTo("rw-------");
      }
    }
    assertThat(said)
        .contains("***")
        .doesNotContain(SECRET)
        .doesNotContain(
            Base64.getEncoder().encodeToString(SECRET.getBytes(UTF_8)).substring(0, 16));
  }

  /// Credentials: they go to no other server, and to none whose certificate nobody vouches for.
  @Test
  void keepsCredentials() throws Exception {
    TestCertificates certificates = TestCertificates.create("ip:127.0.0.1");
    try (var other = new LoopbackServer();
        LoopbackServer server = certificates.server()) {
      String path = "/api/v1/namespaces/default/configmaps/c";
      server.on(path, Answer.text(307, "away").with("Location: " + other.url() + path));
      server.on(
          "/api/v1",
          Answer.json(
              200,
              "{'kind':'APIResourceList','groupVersion':'v1','resources':[{'name':'configmaps',"
                  + "'kind':'ConfigMap','namespaced':true,'verbs':['get']}]}"));
      String[] apply = {
        "apply", "-f", "-", "-s", "https://127.0.0.1:" + server.port(), "--token=sesame", "-v=10"
      };
      String manifest = "{apiVersion: v1, kind: ConfigMap, metadata: {name: c}}";
      var environment = Map.of("HOME", directory.toString());
      Said unknown = distribution.japply(environment, manifest, apply);
      assertThat(unknown.err()).contains("certificate").doesNotContain("sesame");
      assertThat(unknown.status()).isEqualTo(1);
      assertThat(server.asked()).isEmpty();
      Said trusting =
          distribution.japply(environment, manifest, with(apply, "--insecure-skip-tls-verify"));
      assertThat(server.asked()).as("%s", trusting).isNotEmpty();
      assertThat(trusting.err())
          .contains("redirects to another server are not followed")
          .doesNotContain("sesame");
      assertThat(other.asked()).isEmpty();
    }
  }

  /// Input: what nobody wrote with good intent ends in a line that moves no cursor.
  @Test
  void endsInALineWhateverItReads() throws Exception {
    String bomb =
        "a: &a [%s]\nb: &b [%s]\nc: &c [%s]\nd: [%s]\n"
            .formatted("x,".repeat(100), "*a,".repeat(100), "*b,".repeat(100), "*c,".repeat(100));
    for (String input :
        List.of(
            bomb,
            "[".repeat(100_000),
            "{\"a\":".repeat(100_000),
            "kind: \"\\e[2J\\n::error::x\"\napiVersion: v1\nmetadata: {name: \"\\u202e\"}\n",
            "\u0000\u0001\u0002",
            "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ../../secrets/x}\n")) {
      Said said = japply(input, "apply", "-f", "-");
      assertThat(said.status()).as("%s", said).isEqualTo(1);
      assertThat(said.err().lines()).as("%s", said).allMatch(line -> line.startsWith("error: "));
      assertThat(said.err()).doesNotContain("\u001b", "\u202e", "java.").hasSizeLessThan(4_000);
    }
  }
}
