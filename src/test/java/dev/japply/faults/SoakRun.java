package dev.japply.faults;

import dev.japply.faults.Upstream.Answer;
import dev.japply.object.LastApplied;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Waves of applies: in each, some processes apply the same new version of the same objects at
/// once, while [SoakWriters] change fields that are in no manifest. After each wave every object
/// has to be as the manifest says, annotation included, with all that the others wrote.
final class SoakRun {
  private static final int PAGE = 500;
  private static final int WRITERS = 2;
  private static final String VERSION = "version";

  private final List<String> japply;
  private final Path kubeconfig;
  private final Upstream upstream;
  private final Path home;
  private final String namespace;

  /// @param japply the program, and what starts it
  /// @param home an empty directory, where the program keeps what it likes
  SoakRun(List<String> japply, Path kubeconfig, Upstream upstream, Path home, String namespace) {
    this.japply = List.copyOf(japply);
    this.kubeconfig = kubeconfig;
    this.upstream = upstream;
    this.home = home;
    this.namespace = namespace;
  }

  /// How much there is to do.
  ///
  /// @param rounds how many applies in all
  /// @param objects of each of them
  /// @param processes how many at once
  record Size(int rounds, int objects, int processes) {
    int waves() {
      return Math.max(1, (rounds + processes - 1) / processes);
    }
  }

  /// Runs all of it, and tells of each wave; the answer is what is wrong.
  List<String> run(Size size, Consumer<String> log) throws IOException, InterruptedException {
    Path cache = Files.createDirectories(home.resolve("cache"));
    Path temporary = Files.createDirectories(home.resolve("tmp"));
    Path manifest = home.resolve("manifest.yaml");
    var broken = new ArrayList<String>();
    var growth = new SoakGrowth();
    Files.writeString(manifest, manifest(size.objects(), 0));
    broken.addAll(complaints(applies(manifest, 1), size));
    log.accept(SoakGrowth.HEAD);
    try (var writers = new SoakWriters(upstream, paths(size.objects()), WRITERS)) {
      for (int wave = 1; wave <= size.waves() && broken.isEmpty(); wave++) {
        Files.writeString(manifest, manifest(size.objects(), wave));
        writers.resume();
        List<SoakProcess.Ended> ended = applies(manifest, size.processes());
        writers.pause();
        broken.addAll(complaints(ended, size));
        List<MapValue> live = live();
        broken.addAll(broken(live, size.objects(), wave, writers.written()));
        growth.add(ended, new SoakGrowth.Left(cache, temporary, live));
        log.accept(growth.line(wave, writers.count()));
      }
    }
    broken.addAll(growth.broken());
    log.accept(
        "soak: %d applies of %d objects, %d at once: %s"
            .formatted(
                size.waves() * size.processes(),
                size.objects(),
                size.processes(),
                broken.isEmpty() ? "nothing was lost, and nothing grows" : "FAILED"));
    return broken;
  }

  /// Every fifth is a Deployment.
  private static boolean isDeployment(int i) {
    return i % 5 == 4;
  }

  static String manifest(int objects, int version) {
    return IntStream.range(0, objects)
        .mapToObj(i ->
            (isDeployment(i)
                    ? """
                    ---
                    apiVersion: apps/v1
                    kind: Deployment
                    metadata: {name: s%1$d}
                    spec:
                      selector: {matchLabels: {app: s%1$d}}
                      template:
                        metadata: {labels: {app: s%1$d}}
                        spec:
                          containers:
                          - {name: main, image: "app:1", env: [{name: version, value: "%2$d"}]}
                    """
                    : """
                    ---
                    apiVersion: v1
                    kind: ConfigMap
                    metadata: {name: s%1$d}
                    data: {version: "%2$d", v%2$d: x, text: some text that stays}
                    """)
                .formatted(i, version))
        .collect(Collectors.joining());
  }

  private String collection(boolean deployments) {
    return (deployments ? "/apis/apps/v1/namespaces/" : "/api/v1/namespaces/")
        + namespace
        + (deployments ? "/deployments" : "/configmaps");
  }

  private List<String> paths(int objects) {
    return IntStream.range(0, objects)
        .mapToObj(i -> collection(isDeployment(i)) + "/s" + i)
        .toList();
  }

  private List<SoakProcess.Ended> applies(Path manifest, int processes)
      throws IOException, InterruptedException {
    var command = new ArrayList<>(japply);
    command.addAll(List.of("apply", "-f", manifest.toString(), "-n", namespace));
    var environment =
        Map.of(
            "HOME", home.toString(),
            "KUBECONFIG", kubeconfig.toString(),
            "XDG_CACHE_HOME", home.resolve("cache").toString(),
            "TMPDIR", home.resolve("tmp").toString());
    var running = new ArrayList<SoakProcess>();
    for (int i = 0; i < processes; i++) {
      running.add(SoakProcess.start(command, environment, home.resolve("out-" + i)));
    }
    var ended = new ArrayList<SoakProcess.Ended>();
    for (SoakProcess each : running) {
      ended.add(each.await());
    }
    return ended;
  }

  /// What is wrong with how applies ended: each has to tell of all objects, and of no error.
  private static List<String> complaints(List<SoakProcess.Ended> ended, Size size) {
    return ended.stream()
        .filter(each -> each.status() != 0 || each.lines() != size.objects())
        .map(each ->
            "an apply ended with status %d and %d lines: %s"
                .formatted(each.status(), each.lines(), each.err()))
        .toList();
  }

  /// The objects as they are.
  private List<MapValue> live() {
    return Stream.of(false, true)
        .flatMap(deployments -> items(collection(deployments)).stream())
        .filter(object -> object.map("metadata").text("name").startsWith("s"))
        .toList();
  }

  private List<MapValue> items(String collection) {
    var items = new ArrayList<MapValue>();
    String more = "";
    do {
      Answer answer = upstream.get(collection + "?limit=" + PAGE + more);
      for (Value item : ((ListValue) answer.object().get("items")).items()) {
        items.add((MapValue) item);
      }
      String next = answer.object().map("metadata").text("continue");
      more = next.isEmpty() ? "" : "&continue=" + next;
    } while (!more.isEmpty());
    return items;
  }

  /// What is wrong with live objects.
  ///
  /// @param written what others wrote last, by the names of objects, and then of annotations
  static List<String> broken(
      List<MapValue> live, int objects, int version, Map<String, Map<String, String>> written) {
    var broken = new ArrayList<String>();
    if (live.size() != objects) {
      broken.add("there are %d objects, not %d".formatted(live.size(), objects));
    }
    for (MapValue object : live) {
      String name = object.map("metadata").text("name");
      String own = version(object);
      if (!own.equals("" + version)) {
        broken.add("%s has version %s, not %d".formatted(name, own, version));
      }
      String annotation = LastApplied.text(object);
      if (annotation.isEmpty()
          || !version((MapValue) Json.parse(annotation)).equals("" + version)) {
        broken.add(name + " has another version in its annotation: " + annotation);
      }
      if (!isDeployment(object) && object.map("data").entries().size() != 3) {
        broken.add(name + " has other data: " + object.map("data"));
      }
      MapValue annotations = object.map("metadata").map("annotations");
      written
          .getOrDefault(name, Map.of())
          .forEach((key, value) -> {
            if (!annotations.text(key).equals(value)) {
              broken.add(
                  "%s lost %s: %s, not %s".formatted(name, key, annotations.text(key), value));
            }
          });
    }
    return broken;
  }

  private static boolean isDeployment(MapValue object) {
    return object.text("kind").equals("Deployment") || object.has("spec");
  }

  private static String version(MapValue object) {
    if (!isDeployment(object)) {
      return object.map("data").text(VERSION);
    }
    MapValue pod = object.map("spec").map("template").map("spec");
    MapValue container = first(pod, "containers");
    return first(container, "env").text("value");
  }

  private static MapValue first(MapValue parent, String key) {
    return parent.get(key) instanceof ListValue(List<Value> items)
            && !items.isEmpty()
            && items.getFirst() instanceof MapValue map
        ? map
        : MapValue.EMPTY;
  }
}
