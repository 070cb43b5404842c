package dev.japply.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Cases;
import dev.japply.Program;
import dev.japply.Sampled;
import dev.japply.object.LastApplied;
import dev.japply.plan.FieldReference;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Json;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// All commands mean the same by a change, on a real API server: before an apply they name the
/// fields that it then changes, and after it they name none.
@UsesTestCluster
class ChangesOnServerTest {
  private static final int ROUNDS = Math.max(2, Cases.of(6));

  private final TestCluster server;
  private final String namespace;
  @TempDir private Path home;

  ChangesOnServerTest(TestCluster server) {
    this.server = server;
    this.namespace = server.newNamespace();
  }

  private Program.Said japply(String manifest, String... args) {
    Program.Said said = server.japply(home, namespace, manifest, args);
    return said;
  }

  private static Stream<Integer> types() {
    return Stream.iterate(0, i -> i < Manifests.types(), i -> i + 1);
  }

  @Sampled
  @ParameterizedTest
  @MethodSource("types")
  void nameWhatChangesAndThenNothing(int type) throws IOException {
    for (int seed = 0; seed < ROUNDS; seed++) {
      checkRound(Manifests.of(type, new Random(100L * type + seed), namespace));
    }
  }

  /// An explicit zero, which the server drops, and a default that it adds to an item of a list.
  @Test
  void isNoneWhatTheServerTakesBack() throws IOException {
    checkRound(
        """
        {apiVersion: apps/v1, kind: Deployment, metadata: {name: web}, spec: {minReadySeconds: 0,
        selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}}, spec: {
        containers: [{name: web, image: "web:1"}]}}}}
        """);
    checkRound(
        """
        {apiVersion: admissionregistration.k8s.io/v1, kind: ValidatingWebhookConfiguration, metadata:
        {name: %s}, webhooks: [{name: a.example.com, sideEffects: None, admissionReviewVersions: [v1],
        clientConfig: {service: {name: s, namespace: nowhere}}, rules: [{apiGroups: [none.example.com],
        apiVersions: [v1], operations: [CREATE], resources: [things]}]}]}
        """
            .formatted(namespace));
  }

  private void checkRound(String manifest) throws IOException {
    Optional<MapValue> before = live(manifest);
    MapValue why = why(manifest);
    MapValue plan = plan(manifest);
    Program.Said diff = japply(manifest, "diff", "-f", "-");
    Program.Said dry = japply(manifest, "apply", "-f", "-", "--dry-run=server");
    Program.Said shown = japply("", "show", home.resolve("plan.json").toString());
    Program.Said applied = japply(manifest, "apply", "-f", "-");
    assertThat(applied.status()).as("%s%n%s", manifest, applied.err()).isZero();
    MapValue after = live(manifest).orElseThrow();
    String what = "%s%n%s%n%s%n%s".formatted(manifest, applied.out(), why, diff.out());
    boolean changes = !applied.out().contains("unchanged");
    assertThat(dry.out()).as(what).isEqualTo(applied.out().replace("\n", " (server dry run)\n"));
    assertThat(diff.status()).as(what).isEqualTo(changes ? 1 : 0);
    assertThat(plan.text("action").equals("leave")).as(what + plan).isNotEqualTo(changes);
    assertThat(why.text("outcome").equals("unchanged")).as(what).isNotEqualTo(changes);
    assertThat(shown.out().contains("stays as it is")).as(what).isNotEqualTo(changes);
    if (before.isPresent()) {
      checkNamed(what, fields(why), before.get(), after);
      checkNamed(what + plan, fields(plan), before.get(), after);
    }
    checkQuiet(manifest);
  }

  private void checkQuiet(String manifest) throws IOException {
    Program.Said diff = japply(manifest, "diff", "-f", "-");
    assertThat(diff.out() + diff.status()).as(manifest).isEqualTo("0");
    MapValue why = why(manifest);
    assertThat(why.text("outcome")).as(manifest + why).isEqualTo("unchanged");
    assertThat(plan(manifest).text("action")).as(manifest).isEqualTo("leave");
    Program.Said planned =
        japply(manifest, "apply", "-f", "-", "--plan", home.resolve("plan.json").toString());
    assertThat(planned.out() + planned.err()).as(manifest).contains(" unchanged\n");
    assertThat(planned.status()).as(manifest).isZero();
    Program.Said again = japply(manifest, "apply", "-f", "-");
    assertThat(again.out()).as(manifest).contains(" unchanged\n");
  }

  private Optional<MapValue> live(String manifest) {
    var get = List.of("get", "-f", "-", "-o", "json", "--ignore-not-found", "-n", namespace);
    String text = server.kubectl(manifest, get).orFail().out();
    if (text.isBlank()) {
      return Optional.empty();
    }
    var found = (MapValue) Json.parse(text);
    return found.get("items") instanceof ListValue(List<Value> items)
        ? items.stream().map(MapValue.class::cast).findFirst()
        : Optional.of(found);
  }

  private MapValue why(String manifest) {
    return only(japply(manifest, "why", "-f", "-", "-o", "json"));
  }

  private MapValue plan(String manifest) throws IOException {
    Path file = home.resolve("plan.json");
    Program.Said said = japply(manifest, "plan", "-f", "-", "--out", file.toString());
    assertThat(said.status()).as(said.err()).isZero();
    return only((MapValue) Json.parse(Files.readString(file)));
  }

  private static MapValue only(Program.Said said) {
    assertThat(said.status()).as(said.err()).isZero();
    return only((MapValue) Json.parse(said.out()));
  }

  private static MapValue only(MapValue document) {
    return (MapValue) ((ListValue) document.get("objects")).items().getFirst();
  }

  /// The paths of the fields that are said to change.
  private static List<String> fields(MapValue object) {
    return ((ListValue) object.get("fields"))
        .items().stream()
            .map(MapValue.class::cast)
            .filter(field -> field.get("changes").equals(Value.TRUE))
            .map(field -> field.text("path"))
            .toList();
  }

  private static void checkNamed(String what, List<String> named, MapValue before, MapValue after) {
    MapValue old = own(before);
    MapValue now = own(after);
    List<FieldPath> changed = new ArrayList<>();
    compare(FieldPath.root(), old, now, changed);
    for (FieldPath path : changed) {
      assertThat(named)
          .as("%s: %s", what, path)
          .anyMatch(name -> within(path, place(name, old)) || within(path, place(name, now)));
    }
    for (String name : named) {
      assertThat(value(name, old)).as("%s: %s", what, name).isNotEqualTo(value(name, now));
    }
  }

  private static Optional<FieldPath> place(String name, MapValue tree) {
    return FieldReference.parse(name).find(tree);
  }

  private static Node value(String name, MapValue tree) {
    return place(name, tree).map(path -> path.in(tree)).orElse(Missing.MISSING);
  }

  /// Whether one of them is at or below the other.
  private static boolean within(FieldPath path, Optional<FieldPath> other) {
    return other.isPresent() && (isAt(path, other.get()) || isAt(other.get(), path));
  }

  private static boolean isAt(FieldPath path, FieldPath top) {
    for (FieldPath at = path; ; at = at.parentPath()) {
      if (at.equals(top)) {
        return true;
      }
      if (at instanceof FieldPath.Root) {
        return false;
      }
    }
  }

  /// Without what the server keeps account of.
  private static MapValue own(MapValue live) {
    MapValue metadata = live.map("metadata");
    for (String account : List.of("managedFields", "resourceVersion", "generation")) {
      metadata = metadata.without(account);
    }
    MapValue annotations =
        metadata
            .map("annotations")
            .without(LastApplied.KEY)
            .without("deployment.kubernetes.io/revision"); // its controller writes that
    metadata =
        annotations.isEmpty()
            ? metadata.without("annotations")
            : metadata.with("annotations", annotations);
    return live.without("status").with("metadata", metadata);
  }

  private static void compare(FieldPath at, Node before, Node after, List<FieldPath> changed) {
    if (before.equals(after)) {
      return;
    }
    if (before instanceof MapValue one && after instanceof MapValue other) {
      var keys = new LinkedHashSet<>(one.entries().keySet());
      keys.addAll(other.entries().keySet());
      keys.forEach(key -> compare(at.key(key), one.get(key), other.get(key), changed));
    } else if (before instanceof ListValue one
        && after instanceof ListValue other
        && one.size() == other.size()) {
      for (int i = 0; i < one.size(); i++) {
        compare(at.index(i), one.items().get(i), other.items().get(i), changed);
      }
    } else {
      changed.add(at);
    }
  }
}
