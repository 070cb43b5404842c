package dev.japply.merge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Cases;
import dev.japply.merge.AnnotationEdit.Change;
import dev.japply.merge.AnnotationEdit.Kind;
import dev.japply.merge.MergeRequest.Options;
import dev.japply.merge.ThreeWayMerge.CustomResourceSchema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value.MapValue;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("generated")
class AnnotationEditTest {
  private static final int CASES = Cases.of(1500);

  @ParameterizedTest
  @CsvSource(
      delimiterString = " | ",
      value = {
        "apps/v1 Deployment | spec | {replicas: 2} | {} | {replicas: 5} | RELEASED spec.replicas",
        "apps/v1 Deployment | spec | {replicas: 2} | {} | {} | RELEASED spec.replicas",
        "apps/v1 Deployment | spec | {} | {replicas: 2} | {replicas: 5} | DELETED spec.replicas",
        "apps/v1 Deployment | spec | {} | {paused: true} | {} | OWNED spec.paused",
        "apps/v1 Deployment | spec | {replicas: 2} | {replicas: 3} | {replicas: 5} | VALUE"
            + " spec.replicas",
        "apps/v1 Deployment | spec | {replicas: 2} | {replicas: 2} | {replicas: 5} | ''",
        "apps/v1 Deployment | spec | {replicas: null} | {} | {replicas: 5} | ''",
        "v1 Pod | spec.containers | [{name: a}] | [{name: a}, {name: b}] | [{name: b, image: x}]"
            + " | DELETED spec.containers[name=b]",
        "v1 Pod | spec.containers | [{name: a, image: x}] | [{name: a}] | [{name: a, image: y}]"
            + " | RELEASED spec.containers[name=a].image",
        "v1 Pod | metadata.finalizers | [a/x] | [a/y] | [a/x] | 'RELEASED"
            + " metadata.finalizers[a/x], OWNED metadata.finalizers[a/y]'",
        "v1 Pod | metadata.labels | {app.io/x: a} | {} | {app.io/x: a}"
            + " | RELEASED metadata.labels[app.io/x]",
        "v1 Pod | spec.tolerations | [{key: a}] | [{key: b}] | [{key: c}] | VALUE"
            + " spec.tolerations",
        "v1 Service | spec.ports | '[{port: 53, protocol: TCP}, {port: 53, protocol: UDP}]'"
            + " | [{port: 53, protocol: TCP}]"
            + " | '[{port: 53, protocol: TCP}, {port: 53, protocol: UDP}]'"
            + " | 'RELEASED spec.ports[port=53,protocol=UDP]'",
        "v1 Service | spec.ports | '[{port: 53}, {port: 53, protocol: UDP}]'"
            + " | [{port: 53, protocol: UDP}]"
            + " | '[{port: 53, protocol: TCP}, {port: 53, protocol: UDP}]'"
            + " | 'RELEASED spec.ports[port=53,protocol=TCP]'",
        "v1 Secret | '' | {stringData: {a: b}} | {} | {data: {a: Yg==}} | RELEASED data",
        "example.com/v1 Widget | spec | {a: {b: 1}} | {a: {}} | {a: {b: 1}} | RELEASED spec.a.b"
      })
  void saysWhatBecomesOfEachField(
      String type, String at, String before, String after, String live, String expected) {
    var documents = new Documents(type, at);
    AnnotationEdit edit =
        AnnotationEdit.of(
            documents.manifest(Flow.parse(before)),
            documents.manifest(Flow.parse(after)),
            documents.live(Flow.parse(live)),
            documents.schema().orElse(null));
    assertThat(edit.changes())
        .extracting(change -> change.kind() + " " + change.path())
        .isEqualTo(expected.isEmpty() ? List.of() : List.of(expected.split(", ")));
  }

  @Test
  void aReleasedFieldIsToldWithItsLiveValue() {
    var documents = new Documents("apps/v1 Deployment", "spec");
    AnnotationEdit edit =
        AnnotationEdit.of(
            documents.manifest(Flow.parse("{replicas: 2}")),
            documents.manifest(Flow.parse("{}")),
            documents.live(Flow.parse("{replicas: 5}")),
            documents.schema().orElse(null));
    assertThat(edit.changes()).extracting(Change::live).containsExactly(Flow.parse("5"));
  }

  /// With any manifest that comes next: what was released and is not in it stays, what will be
  /// deleted and is not in it goes.
  @Test
  void whatIsToldComesTrueWithAnyManifest() {
    var held = new EnumMap<Kind, Integer>(Map.of(Kind.RELEASED, 0, Kind.DELETED, 0));
    var generator = new TripleGenerator();
    for (long seed = 1; seed <= CASES; seed++) {
      Triple triple = withLiveFields(generator.triple(seed), seed);
      if (triple.lastApplied() instanceof MapValue before && isPlain(triple)) {
        check(triple, before, seed, held);
      }
    }
    assertThat(held.values()).allMatch(times -> times > (Cases.all() ? 100 : 0));
  }

  /// Half of the live objects have what came into the annotation.
  private static Triple withLiveFields(Triple triple, long seed) {
    if (seed % 2 == 0) {
      return triple;
    }
    var random = new SplittableRandom(~seed);
    var shape = triple.schema().orElse(CustomResourceSchema.SCHEMA);
    var drift = new Drift(new ValueGenerator(random), random, 0.05, 0, 0);
    return triple.with(triple.lastApplied(), triple.config(), drift.object(triple.config(), shape));
  }

  private static boolean isPlain(Triple triple) {
    var type = triple.schema().orElse(CustomResourceSchema.SCHEMA);
    return Stream.of(triple.lastApplied(), triple.config(), triple.live())
        .noneMatch(document -> Laws.isAmbiguous(document, type));
  }

  private static void check(Triple triple, MapValue before, long seed, Map<Kind, Integer> held) {
    try {
      MapValue after = triple.config();
      AnnotationEdit edit =
          AnnotationEdit.of(before, after, triple.live(), triple.schema().orElse(null));
      MapValue manifest = manifest(triple, seed);
      MapValue result =
          ThreeWayMerge.merge(
                  new MergeRequest(
                      after,
                      manifest,
                      triple.live(),
                      triple.schema().orElse(null),
                      Options.DEFAULT))
              .result();
      List<String> unsaid = gone(triple, triple.live(), ServerNormalization.stored(manifest));
      List<String> gone = gone(triple, triple.live(), result);
      for (Change change : edit.changes()) {
        if (change.live() instanceof dev.japply.tree.Value && applies(change, unsaid)) {
          boolean goes = gone.stream().anyMatch(field -> holds(field, change.path().toString()));
          assertThat(goes)
              .as("%s with the manifest %s in%n%s", change, manifest, triple)
              .isEqualTo(change.kind() == Kind.DELETED);
          held.merge(change.kind(), 1, Integer::sum);
        }
      }
    } catch (MergeException e) {
      // Documents that cannot be merged are told as such.
    }
  }

  /// A manifest made of any of the three documents.
  private static MapValue manifest(Triple triple, long seed) {
    var random = new SplittableRandom(-seed);
    var values = new ValueGenerator(random);
    MapValue from =
        values.pick(List.of(triple.config(), (MapValue) triple.lastApplied(), triple.live()));
    var shape = triple.schema().orElse(CustomResourceSchema.SCHEMA);
    MapValue manifest = new Drift(values, random, 0.1, 0, 0).object(from, shape);
    MapValue metadata = manifest.map("metadata").without("resourceVersion");
    return manifest.with("metadata", metadata).withoutNulls();
  }

  private static List<String> gone(Triple triple, MapValue from, MapValue to) {
    var type = triple.schema().orElse(CustomResourceSchema.SCHEMA);
    return TreeDifference.between(from, to, type).gone().stream().map(FieldPath::toString).toList();
  }

  /// Whether the manifest has all around the field but not the field itself, and nothing in it is
  /// of a kind that goes with its neighbours.
  private static boolean applies(Change change, List<String> unsaid) {
    boolean told = change.kind() == Kind.RELEASED || change.kind() == Kind.DELETED;
    boolean alone =
        Stream.of("strategy", "olumes[", "esourceClaim")
            .noneMatch(change.path().toString()::contains);
    return told && alone && unsaid.contains(change.path().toString());
  }

  private static boolean holds(String field, String other) {
    return other.equals(field) || other.startsWith(field + ".") || other.startsWith(field + "[");
  }
}
