package dev.japply.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.japply.ForgedUndo;
import dev.japply.cli.Japply;
import dev.japply.cli.PipedPrograms;
import dev.japply.cli.PreparedCommand;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.Console;
import dev.japply.cluster.FakeCluster;
import dev.japply.golang.Sha256;
import dev.japply.io.CancellationSource;
import dev.japply.object.LastApplied;
import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.JsonSyntaxException;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToIntFunction;

/// Whole commands, each with one input that somebody else may have written.
final class Commands {
  /// In JSON, which takes less time to read: it is not what is tried.
  private static final String MANIFEST =
      """
      {"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"web","labels":{"app":"web"}},
       "spec":{"replicas":2,"selector":{"matchLabels":{"app":"web"}},"template":{
         "metadata":{"labels":{"app":"web"}},
         "spec":{"containers":[{"name":"app","image":"app:1","ports":[{"containerPort":80}]}]}}}}
      {"apiVersion":"v1","kind":"Secret","metadata":{"name":"s"},"data":{"p":"aHVudGVyMg=="}}
      """;

  private static final MapValue LIVE =
      (MapValue)
          Json.parse(
              """
              {"apiVersion":"apps/v1","kind":"Deployment",
               "metadata":{"name":"web","namespace":"default","uid":"u","resourceVersion":"1"},
               "spec":{"replicas":3,"template":{"spec":{"containers":[
                 {"name":"app","image":"app:0"}]}}}}\
              """);

  /// What a kustomization names.
  private static final String APP =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: web, labels: {app: web}}
      spec:
        replicas: 2
        selector: {matchLabels: {app: web}}
        template:
          metadata: {labels: {app: web}}
          spec:
            containers:
            - {name: app, image: 'app:1', ports: [{containerPort: 80}]}
      ---
      {apiVersion: v1, kind: Secret, metadata: {name: s}, data: {p: aHVudGVyMg==}}
      """;

  /// Of which plans and snapshots are short: a fuzzer cuts what is long.
  private static final String SHORT =
      """
      {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c"},"data":{"k":"new","more":"x"}}
      {"apiVersion":"v1","kind":"Secret","metadata":{"name":"s"},"data":{"p":"aHVudGVyMg=="}}
      """;

  private static final MapValue SHORT_LIVE =
      (MapValue)
          Json.parse(
              """
              {"apiVersion":"v1","kind":"ConfigMap",
               "metadata":{"name":"c","namespace":"default","uid":"u","resourceVersion":"1"},
               "data":{"k":"old"}}\
              """);

  private Commands() {}

  /// Command lines that were read before.
  private static final Map<List<String>, PreparedCommand> PREPARED = new ConcurrentHashMap<>();

  private static void run(byte[] input, FakeCluster cluster, String manifest, String... args) {
    PreparedCommand command =
        PREPARED.computeIfAbsent(List.of(args), none -> PreparedCommand.of(args));
    run(input, cluster, manifest, command::run);
  }

  /// With all that is read before flags are.
  private static void runAll(byte[] input, FakeCluster cluster, String manifest, String... args) {
    run(
        input,
        cluster,
        manifest,
        context -> new Japply(context, new CancellationSource()).run(List.of(args)));
  }

  private static void run(
      byte[] input, FakeCluster cluster, String manifest, ToIntFunction<CommandContext> command) {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    var in = new ByteArrayInputStream(manifest.getBytes(UTF_8));
    Console console = Console.of(Map.of("HOME", "/nonexistent"), in, out, err);
    var context =
        new CommandContext(console, (connection, ignored) -> cluster)
            .with(new PipedPrograms(console));
    int status = command.applyAsInt(context);
    Lines.checkErrors(input, status, err.toString(UTF_8));
  }

  private static FakeCluster cluster() {
    var cluster = new FakeCluster();
    cluster.put(
        (MapValue)
            Json.parse(
                """
                {"apiVersion":"v1","kind":"Namespace",
                 "metadata":{"name":"kube-system","uid":"1"}}\
                """));
    return cluster;
  }

  /// A live object with this last-applied annotation.
  static void annotation(byte[] input) {
    FakeCluster cluster = cluster();
    MapValue annotations =
        MapValue.EMPTY.with(LastApplied.KEY, Value.text(new String(input, UTF_8)));
    cluster.put(LIVE.with("metadata", LIVE.map("metadata").with("annotations", annotations)));
    run(input, cluster, MANIFEST, "why", "-f", "-", "--local");
    run(input, cluster, MANIFEST, "apply", "-f", "-");
  }

  /// A live object that has whatever somebody wrote into it.
  static void live(byte[] input) {
    if (!(parsed(input) instanceof MapValue object)) {
      return;
    }
    MapValue metadata = LIVE.map("metadata");
    for (var entry : object.map("metadata").entries().entrySet()) {
      if (!metadata.has(entry.getKey())) {
        metadata = metadata.with(entry.getKey(), entry.getValue());
      }
    }
    FakeCluster cluster = cluster();
    cluster.put(
        object
            .with("apiVersion", Value.text("apps/v1"))
            .with("kind", Value.text("Deployment"))
            .with("metadata", metadata));
    run(input, cluster, MANIFEST, "diff", "-f", "-", "--local");
    run(input, cluster, MANIFEST, "why", "-f", "-", "--local", "--show=all", "-o", "json");
  }

  static void kustomization(byte[] input) throws IOException {
    Work.write("build/kustomization.yaml", input);
    Work.write("build/app.yaml", APP.getBytes(UTF_8));
    run(input, new FakeCluster(), "", "build", "--offline", Work.path("build"));
  }

  /// A kustomization of all kinds, of which the patch and a resource are the input.
  static void patches(byte[] input) throws IOException {
    String kustomization =
        """
        resources: [app.yaml, more.yaml]
        namePrefix: x-
        namespace: n
        images: [{name: app, newTag: '2'}]
        replicas: [{name: web, count: 4}]
        labels: [{pairs: {a: b}, includeSelectors: true}]
        configMapGenerator: [{name: c, literals: [k=v]}]
        patches: [{path: patch.yaml}]
        """;
    int half = new String(input, UTF_8).indexOf("\n====\n");
    String text = new String(input, UTF_8);
    Work.write("patched/kustomization.yaml", kustomization.getBytes(UTF_8));
    Work.write("patched/app.yaml", APP.getBytes(UTF_8));
    Work.write("patched/patch.yaml", (half < 0 ? text : text.substring(0, half)).getBytes(UTF_8));
    Work.write("patched/more.yaml", (half < 0 ? "" : text.substring(half + 6)).getBytes(UTF_8));
    run(input, new FakeCluster(), "", "build", "--offline", Work.path("patched"));
  }

  /// A plan that has the digest which belongs to what it says.
  static void plan(byte[] input) throws IOException {
    if (parsed(input) instanceof MapValue document) {
      Path file = Work.write("plan.json", forged(document));
      run(input, cluster(), "", "show", file.toString());
      run(input, cluster(), "", "show", file.toString(), "--report=html");
      run(input, cluster(), SHORT, "apply", "-f", "-", "--plan", file.toString());
    }
  }

  /// A snapshot that has the digest which belongs to what it says.
  static void snapshot(byte[] input) throws IOException {
    if (parsed(input) instanceof MapValue document) {
      Path file = Work.write("snapshot.json", forged(document));
      run(input, cluster(), SHORT, "why", "-f", "-", "--live", file.toString());
    }
  }

  /// An undo file that has the digests which belong to what it says.
  static void undo(byte[] input) throws IOException {
    var lines = new ArrayList<MapValue>();
    for (String line : new String(input, UTF_8).split("\n", -1)) {
      if (parsed(line.getBytes(UTF_8)) instanceof MapValue tree) {
        lines.add(tree);
      }
    }
    String file = Work.write("undo.jsonl", ForgedUndo.of(lines).getBytes(UTF_8)).toString();
    FakeCluster cluster = cluster();
    cluster.put(SHORT_LIVE);
    run(input, cluster, "", "show", file);
    run(input, cluster, "", "undo", file, "--yes", "--skip-changed", "--dry-run=client");
    run(input, cluster, "", "undo", file, "--yes", "--take");
  }

  static void project(byte[] input) throws IOException {
    Path file = Work.write("japply.yaml", input);
    runAll(input, cluster(), SHORT, "diff", "-f", "-", "--local", "--project", file.toString());
  }

  static void kuberc(byte[] input) throws IOException {
    Path file = Work.write("kuberc", input);
    runAll(input, cluster(), SHORT, "diff", "-f", "-", "--local", "--kuberc", file.toString());
  }

  /// A plan of a command that changes something, as it writes it.
  static byte[] samplePlan() throws IOException {
    return sample("plan.json", "plan", "--local");
  }

  /// A snapshot, as a command writes it.
  static byte[] sampleSnapshot() throws IOException {
    return sample("snapshot.json", "snapshot");
  }

  /// An undo file, as a command writes it.
  static byte[] sampleUndo() throws IOException {
    FakeCluster cluster = cluster();
    cluster.put(SHORT_LIVE);
    Path file = Path.of(Work.path("sample.jsonl"));
    Files.deleteIfExists(file);
    run(new byte[0], cluster, SHORT, "apply", "-f", "-", "--undo-file", file.toString());
    return Files.readAllBytes(file);
  }

  private static byte[] sample(String name, String... command) throws IOException {
    FakeCluster cluster = cluster();
    cluster.put(SHORT_LIVE);
    Path file = Work.write(name, new byte[0]);
    var line = new ArrayList<>(List.of(command));
    line.addAll(List.of("-f", "-", "--out", file.toString()));
    run(new byte[0], cluster, SHORT, line.toArray(String[]::new));
    return GoJson.write(Json.parse(Files.readAllBytes(file))).getBytes(UTF_8);
  }

  private static Value parsed(byte[] input) {
    try {
      return Json.parse(new String(input, UTF_8));
    } catch (JsonSyntaxException e) {
      return MapValue.EMPTY;
    }
  }

  private static byte[] forged(MapValue document) {
    MapValue bare = document.without("digest");
    String digest = "sha256:" + Sha256.hex(GoJson.write(bare));
    return GoJson.write(bare.with("digest", Value.text(digest))).getBytes(UTF_8);
  }
}
