package dev.japply.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.japply.object.KubeObject;
import dev.japply.object.ObjectKey;
import dev.japply.plan.DependencyGraph.DependsOn;
import dev.japply.plan.Order.Wave;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DependencyGraphTest {
  private static final String NONE = "none";

  private static final Map<String, String> VERSIONS =
      Map.of(
          "Job", "batch/v1",
          "Deployment", "apps/v1",
          "Widget", "example.com/v1",
          "CustomResourceDefinition", "apiextensions.k8s.io/v1");

  /// Objects of a text with one on each line, `Job a > batch/namespaces/n/Job/b`: what is behind
  /// the arrow is the annotation. They are in namespace `n`, but for Namespaces.
  private static List<KubeObject> objects(String text) {
    var objects = new ArrayList<KubeObject>();
    for (String line : text.strip().lines().toList()) {
      String[] parts = line.strip().split(" > ", 2);
      objects.add(
          object(parts[0].split(" "), parts.length == 1 ? NONE : parts[1], objects.size() + 1));
    }
    return objects;
  }

  private static KubeObject object(String[] name, String annotation, int line) {
    String kind = name[0];
    boolean placed = !kind.equals("Namespace") && !kind.equals("CustomResourceDefinition");
    MapValue metadata = MapValue.of("name", Value.text(name[1]));
    if (placed) {
      metadata = metadata.with("namespace", Value.text("n"));
    }
    if (!annotation.equals(NONE)) {
      metadata = metadata.with("annotations", MapValue.of(DependsOn.KEY, Value.text(annotation)));
    }
    MapValue tree =
        MapValue.of("apiVersion", Value.text(VERSIONS.getOrDefault(kind, "v1")))
            .with("kind", Value.text(kind))
            .with("metadata", metadata);
    return KubeObject.of(tree, new Origin("m.yaml", line, 1));
  }

  private static String waves(String text) {
    List<KubeObject> objects = objects(text);
    return waves(objects, DependencyGraph.of(objects));
  }

  private static String waves(List<KubeObject> objects, DependencyGraph graph) {
    return Order.DEPENDENCIES.waves(objects, object -> object, graph).stream()
        .map(wave -> wave.stream().map(KubeObject::name).collect(Collectors.joining(" ")))
        .collect(Collectors.joining(", "));
  }

  @Test
  void levelsRefineRanks() {
    assertThat(
            waves(
                """
                Deployment web > batch/namespaces/n/Job/migrate
                Deployment other
                Job migrate > apps/namespaces/n/Deployment/db , /namespaces/n/Secret/s
                Deployment db
                Secret s
                ConfigMap c
                """))
        .isEqualTo("s c, other db, migrate, web");
  }

  /// What it depends on stays where it is, and it comes later itself.
  @Test
  void whatIsNamedWinsOverRanks() {
    assertThat(
            waves(
                """
                ConfigMap late > batch/namespaces/n/Job/j
                Job j
                ConfigMap c
                """))
        .isEqualTo("c, j, late");
  }

  @Test
  void whatIsInALateNamespaceIsLate() {
    assertThat(
            waves(
                """
                ConfigMap c
                Namespace n > /Namespace/o
                Namespace o
                Secret s
                """))
        .isEqualTo("o, n, c s");
    List<KubeObject> objects = new ArrayList<>(objects("Namespace n > /Job/j\nSecret s"));
    objects.add(
        KubeObject.of(
            MapValue.of("apiVersion", Value.text("v1"))
                .with("kind", Value.text("Job"))
                .with("metadata", MapValue.of("name", Value.text("j"))),
            Origin.NONE));
    assertThat(waves(objects, DependencyGraph.of(objects))).isEqualTo("j, n, s");
  }

  @Test
  void customResourcesFollowTheirType() {
    List<KubeObject> objects =
        new ArrayList<>(
            objects("Widget w\nCustomResourceDefinition crd > batch/namespaces/n/Job/c\nJob c"));
    MapValue crd = objects.get(1).tree();
    MapValue spec =
        MapValue.of("group", Value.text("example.com"))
            .with(
                "names",
                MapValue.of("plural", Value.text("widgets")).with("kind", Value.text("Widget")))
            .with(
                "versions",
                Value.ListValue.of(
                    MapValue.of("name", Value.text("v1")).with("served", Value.TRUE)));
    objects.set(1, objects.get(1).withTree(crd.with("spec", spec)));
    assertThat(waves(objects, DependencyGraph.of(objects))).isEqualTo("c, crd, w");
  }

  @Test
  void nothingIsNamedInMostSets() {
    List<KubeObject> objects = objects("Deployment web\nConfigMap c\nNamespace n");
    assertThat(DependencyGraph.of(objects)).isSameAs(DependencyGraph.NONE);
    assertThat(waves("Deployment web\nConfigMap c\nNamespace n")).isEqualTo("n, c, web");
  }

  @Test
  void tellsWhatIsNamed() {
    List<KubeObject> objects =
        objects("Job a > /namespaces/n/Secret/s,/namespaces/o/Secret/s\nSecret s");
    DependencyGraph graph = DependencyGraph.of(objects);
    assertThat(graph.named(objects.getFirst().key()))
        .containsExactly(new ObjectKey("", "Secret", "n", "s"));
    assertThat(graph.named(objects.getLast().key())).isEmpty();
    assertThat(graph.outside())
        .singleElement()
        .extracting(one -> one.problem("is not there", "add it").toString())
        .isEqualTo(
            "m.yaml:1: Job n/a: config.kubernetes.io/depends-on: its dependency Secret o/s is"
                + " not there; add it");
  }

  private static List<String> problems(String text) {
    try {
      DependencyGraph.of(objects(text));
      return List.of();
    } catch (JapplyException e) {
      return e.problems().stream().map(Problem::toString).toList();
    }
  }

  @Test
  void refusesCircles() {
    assertThat(
            problems(
                """
                Secret free > /namespaces/n/ConfigMap/a
                ConfigMap a > /namespaces/n/ConfigMap/b
                ConfigMap b > batch/namespaces/n/Job/c
                Job c > /namespaces/n/ConfigMap/a
                Job self > batch/namespaces/n/Job/self
                """))
        .containsExactly(
            "m.yaml:2: ConfigMap n/a: config.kubernetes.io/depends-on: a dependency cycle:"
                + " ConfigMap n/a (m.yaml:2) → ConfigMap n/b (m.yaml:3) → Job n/c (m.yaml:4) →"
                + " ConfigMap n/a; no order can satisfy that",
            "m.yaml:5: Job n/self: config.kubernetes.io/depends-on: a dependency cycle: Job n/self"
                + " (m.yaml:5) → Job n/self; no order can satisfy that");
  }

  @Test
  void refusesCirclesThroughNamespaces() {
    assertThat(problems("Namespace n > /namespaces/n/ConfigMap/c\nConfigMap c"))
        .singleElement()
        .asString()
        .contains("Namespace n (m.yaml:1) → ConfigMap n/c (m.yaml:2) → its namespace Namespace n;");
  }

  @Test
  void namesSomeOfALongCircle() {
    String chain =
        IntStream.range(0, 3000)
            .mapToObj(i -> "Job j%d > batch/namespaces/n/Job/j%d".formatted(i, (i + 1) % 3000))
            .collect(Collectors.joining("\n"));
    assertThat(problems(chain)).singleElement().asString().contains("→ 2988 more → Job n/j0;");
  }

  @Test
  void whatIsLiveIsTakenAsItIs() {
    List<KubeObject> objects =
        objects(
            """
            ConfigMap a > /namespaces/n/ConfigMap/b
            ConfigMap b > /namespaces/n/ConfigMap/a
            ConfigMap c > nonsense
            ConfigMap d > /namespaces/n/ConfigMap/c
            """);
    DependencyGraph graph = DependencyGraph.ofLive(objects);
    assertThat(waves(objects, graph)).isEqualTo("c, b d, a");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "web", "apps/Deployment", "apps/namespaces/Deployment/web", "apps/n/n/Deployment/web",
        "apps/namespaces//Deployment/web", "apps//web", "apps/Deployment/", ",",
        "/namespaces/n/Secret/s,", "a/b/c/d", "a/namespaces/n/K/x/y"
      })
  void refusesWhatNamesNothing(String text) {
    assertThatThrownBy(() -> DependencyGraph.of(objects("Job a > " + text)))
        .hasMessageStartingWith("m.yaml:1: Job n/a: config.kubernetes.io/depends-on: \"")
        .hasMessageContaining("\" names no object; write GROUP/namespaces/NAMESPACE/KIND/NAME");
  }

  @Test
  void refusesWhatIsNoText() {
    KubeObject object = objects("Job a").getFirst();
    MapValue metadata =
        object.tree().map("metadata").with("annotations", MapValue.of(DependsOn.KEY, Value.TRUE));
    KubeObject odd = object.withTree(object.tree().with("metadata", metadata));
    assertThatThrownBy(() -> DependencyGraph.of(List.of(odd)))
        .hasMessageContaining("depends-on: it is no text; write");
  }

  /// Each object comes after all that it names, in whatever order they stand, and no earlier than
  /// its type; and what has to wait for nothing stands where it would without the annotation.
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void anyGraphWithoutCirclesIsHeeded(long seed) {
    var random = new Random(seed);
    List<String> kinds = List.of("Job", "ConfigMap", "Deployment", "Widget");
    for (int round = 0; round < 200; round++) {
      int size = 1 + random.nextInt(12);
      List<String> names =
          IntStream.range(0, size)
              .mapToObj(i -> kinds.get(random.nextInt(kinds.size())) + " o" + i)
              .toList();
      var lines = new ArrayList<String>();
      for (int i = 0; i < size; i++) {
        List<String> needed =
            names.subList(0, i).stream()
                .filter(name -> random.nextInt(3) == 0)
                .map(DependencyGraphTest::reference)
                .toList();
        lines.add(names.get(i) + (needed.isEmpty() ? "" : " > " + String.join(",", needed)));
      }
      Collections.shuffle(lines, random);
      assertHeeded(objects(String.join("\n", lines)));
    }
  }

  private static String reference(String name) {
    String[] parts = name.split(" ", 2);
    String version = VERSIONS.getOrDefault(parts[0], "v1");
    String group = version.contains("/") ? version.substring(0, version.indexOf('/')) : "";
    return "%s/namespaces/n/%s/%s".formatted(group, parts[0], parts[1]);
  }

  private static void assertHeeded(List<KubeObject> objects) {
    DependencyGraph graph = DependencyGraph.of(objects);
    List<List<KubeObject>> waves = Order.DEPENDENCIES.waves(objects, object -> object, graph);
    var places = new HashMap<ObjectKey, Integer>();
    for (int i = 0; i < waves.size(); i++) {
      for (KubeObject object : waves.get(i)) {
        places.put(object.key(), i);
      }
    }
    assertThat(places).hasSize(objects.size());
    for (KubeObject object : objects) {
      Wave wave = graph.wave(object);
      assertThat(wave).isGreaterThanOrEqualTo(Wave.of(object.gvk()));
      List<ObjectKey> named = graph.named(object.key());
      assertThat(named)
          .allMatch(one -> places.getOrDefault(one, 0) < places.getOrDefault(object.key(), 0));
      if (named.isEmpty()) {
        assertThat(wave).isEqualTo(Wave.of(object.gvk()));
      }
    }
    assertThat(graph.outside()).isEmpty();
  }
}
