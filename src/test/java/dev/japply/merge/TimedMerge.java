package dev.japply.merge;

import dev.japply.merge.MergeRequest.Options;
import dev.japply.merge.MergeRequest.Rules;
import dev.japply.object.LastApplied;
import dev.japply.schema.Schema;
import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;

/// A merge to measure, as texts, so that japply and upstream begin and end with the same.
///
/// @param type `apps/v1/Deployment`
public record TimedMerge(
    String type, Schema schema, String lastApplied, String config, String live) {

  private static final int GENERATED = 100;

  /// Where the documents come from.
  public enum Kind {
    /// A Deployment, a ConfigMap, a Service and a ServiceAccount that a server has, applied again.
    UNCHANGED,
    /// The same, with another value in one field of each.
    CHANGED,
    /// Generated ones of many types, as [ConformanceTest] has them.
    GENERATED
  }

  /// The merges of a kind.
  public static List<TimedMerge> all(Kind kind) {
    return switch (kind) {
      case UNCHANGED -> typical(text -> text);
      case CHANGED -> typical(TimedMerge::edited);
      case GENERATED -> generated();
    };
  }

  private static List<TimedMerge> typical(UnaryOperator<String> edit) {
    try (var lines =
        new BufferedReader(
            new InputStreamReader(
                Objects.requireNonNull(TimedMerge.class.getResourceAsStream("typical.jsonl")),
                StandardCharsets.UTF_8))) {
      return lines.lines().map(line -> typical(line, edit)).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static TimedMerge typical(String line, UnaryOperator<String> edit) {
    var live = (MapValue) Json.parse(line);
    String lastApplied = LastApplied.text(live);
    MapValue config = LastApplied.annotated((MapValue) Json.parse(edit.apply(lastApplied)));
    var documents = new Documents(live.text("apiVersion") + " " + live.text("kind"), "");
    return new TimedMerge(
        documents.apiVersion() + "/" + documents.kind(),
        documents.schema().orElseThrow(),
        lastApplied,
        GoJson.write(config),
        line);
  }

  private static String edited(String manifest) {
    String edited =
        manifest
            .replace("edition\":\"1\"", "edition\":\"2\"")
            .replace("\"value\":\"1\"", "\"value\":\"2\"")
            .replace("\"targetPort\":8001", "\"targetPort\":8002");
    if (edited.equals(manifest)) {
      throw new AssertionError("nothing to edit in " + manifest);
    }
    return edited;
  }

  /// Those that neither side refuses.
  private static List<TimedMerge> generated() {
    var generator = new TripleGenerator();
    return LongStream.iterate(1, seed -> seed + 1)
        .mapToObj(generator::triple)
        .filter(triple -> triple.schema().isPresent() && triple.lastApplied() instanceof MapValue)
        .filter(TimedMerge::succeeds)
        .limit(GENERATED)
        .map(triple ->
            new TimedMerge(
                triple.type(),
                triple.schema().orElseThrow(),
                GoJson.write((MapValue) triple.lastApplied()),
                GoJson.write(triple.config()),
                GoJson.write(triple.live())))
        .toList();
  }

  private static boolean succeeds(Triple triple) {
    try {
      Arrays.stream(Rules.values()).forEach(triple::merge);
      return true;
    } catch (MergeException e) {
      return false;
    }
  }

  /// The patch, as text.
  public String patch() {
    return GoJson.write(ThreeWayMerge.merge(request()).patch());
  }

  /// The documents, read.
  public MergeRequest request() {
    return new MergeRequest(
        Json.parse(lastApplied),
        (MapValue) Json.parse(config),
        (MapValue) Json.parse(live),
        schema,
        Options.DEFAULT);
  }

  /// What to ask upstream's code.
  public MapValue question() {
    return MapValue.of("gvk", Value.text(type))
        .with("original", Value.text(lastApplied))
        .with("modified", Value.text(config))
        .with("current", Value.text(live));
  }
}
