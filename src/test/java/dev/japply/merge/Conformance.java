package dev.japply.merge;

import dev.japply.Cases;
import dev.japply.Oracle;
import dev.japply.merge.MergeException.Reason;
import dev.japply.merge.MergeRequest.Rules;
import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;

/// Holds generated triples against upstream's code (kubectl's rules) and against the laws
/// (japply's).
final class Conformance {
  private static final int BATCH = 2_000;
  private static final int ASK_AGAIN = 200;
  private static final Map<String, Reason> CLASSES =
      Map.ofEntries(
          Map.entry("conflict", Reason.CONFLICT),
          Map.entry("listOfLists", Reason.LIST_OF_LISTS),
          Map.entry("mixedTypes", Reason.MIXED_TYPES),
          Map.entry("mergeKeyMissing", Reason.MERGE_KEY_MISSING),
          Map.entry("wrongType", Reason.WRONG_TYPE),
          Map.entry("unknownField", Reason.UNKNOWN_FIELD),
          Map.entry("badPatchType", Reason.BAD_PATCH_TYPE),
          Map.entry("setElementOrder", Reason.BAD_SET_ELEMENT_ORDER),
          Map.entry("retainKeys", Reason.BAD_RETAIN_KEYS),
          Map.entry("primitiveList", Reason.BAD_DELETE_LIST));

  private final Oracle oracle;
  private final TripleGenerator generator = new TripleGenerator();
  private final Histogram histogram = new Histogram();
  private final List<String> failures = new ArrayList<>();
  private int cases;
  private int agreed;
  private int successful;

  Conformance(Oracle oracle) {
    this.oracle = oracle;
  }

  Histogram histogram() {
    return histogram;
  }

  List<String> failures() {
    return failures;
  }

  double successfulShare() {
    return (double) successful / cases;
  }

  /// `N cases: N agree, N differ`.
  String summary() {
    return "%d cases: %d agree, %d differ; %.1f %% non-empty successful patches"
        .formatted(cases, agreed, cases - agreed, 100 * successfulShare());
  }

  void run(long seed, int count) {
    run(seed, count, generator::triple);
  }

  /// The same for custom resources whose schema says what several writers share.
  void runShared(long seed, int count) {
    run(seed, count, generator::shared);
  }

  private void run(long seed, int count, LongFunction<Triple> generated) {
    for (int from = 0; from < count; from += BATCH) {
      var triples = new ArrayList<Triple>();
      for (int i = from; i < Math.min(count, from + BATCH); i++) {
        triples.add(generated.apply(seed + i));
      }
      List<MapValue> answers = oracle.ask(triples.stream().map(Conformance::question).toList());
      for (int i = 0; i < triples.size(); i++) {
        check(seed + from + i, triples.get(i), answers.get(i));
      }
    }
  }

  static MapValue question(Triple triple) {
    var question = new LinkedHashMap<String, Value>();
    question.put("op", Value.text(triple.strategicSchema().isPresent() ? "threeway" : "jsonmerge"));
    question.put("gvk", Value.text(triple.type()));
    if (triple.lastApplied() instanceof MapValue map) {
      question.put("original", Value.text(GoJson.write(map)));
    }
    question.put("modified", Value.text(GoJson.write(triple.config())));
    question.put("current", Value.text(GoJson.write(triple.live())));
    question.put("overwrite", Value.bool(triple.overwrite()));
    return new MapValue(question);
  }

  private void check(long seed, Triple triple, MapValue answer) {
    cases++;
    Optional<String> difference = differenceOfAny(triple, answer);
    Optional<String> law = difference.isPresent() ? Optional.empty() : lawBroken(triple);
    if (difference.isEmpty() && law.isEmpty()) {
      agreed++;
    } else {
      report(seed, triple, difference.or(() -> law).orElseThrow());
    }
    count(triple, answer);
  }

  private void report(long seed, Triple triple, String what) {
    if (failures.size() < 12) {
      Triple small =
          Shrinker.shrink(
              triple,
              smaller ->
                  difference(smaller, oracle.ask(List.of(question(smaller))).getFirst())
                      .or(() -> lawBroken(smaller))
                      .map(other -> family(other).equals(family(what)))
                      .orElse(false));
      String again =
          difference(small, oracle.ask(List.of(question(small))).getFirst())
              .or(() -> lawBroken(small))
              .orElse(what);
      failures.add(
          "seed " + seed + ": " + again + "\n" + small + "\n" + Cases.repeat("conformance", seed));
    }
  }

  /// Upstream walks maps in random order, so that documents with several faults fail with now this
  /// error and now that one, and a directive in a manifest meets the computed one now before and
  /// now after; it is asked again before that counts as a difference.
  private Optional<String> differenceOfAny(Triple triple, MapValue answer) {
    Optional<String> difference = difference(triple, answer);
    if (difference.isEmpty()) {
      return difference;
    }
    return oracle.ask(Collections.nCopies(ASK_AGAIN, question(triple))).stream()
            .anyMatch(other -> difference(triple, other).isEmpty())
        ? Optional.empty()
        : difference;
  }

  private static String family(String what) {
    return what.replaceFirst("(?s):.*", "");
  }

  /// How kubectl's rules differ from upstream's answer, if they do.
  static Optional<String> difference(Triple triple, MapValue answer) {
    if (answer.has("panic")) {
      // Go cannot compare a list that stands where a merge key should. There is nothing to agree
      // with.
      return Optional.empty();
    }
    try {
      MergeOutcome outcome = triple.merge(Rules.KUBECTL);
      if (!answer.has("patch")) {
        return Optional.of("no error, upstream: " + GoJson.write(answer));
      }
      String patch = GoJson.writeRounded(outcome.patch());
      if (!patch.equals(answer.text("patch"))) {
        return Optional.of("patch: " + patch + "\nupstream: " + answer.text("patch"));
      }
      return resultDiffers(outcome, answer);
    } catch (MergeException e) {
      boolean same =
          answer.has("error")
              && CLASSES.getOrDefault(answer.text("class"), Reason.OTHER).equals(e.reason());
      return same
          ? Optional.empty()
          : Optional.of(
              "error: "
                  + e.reason()
                  + " "
                  + e.getMessage()
                  + "\nupstream: "
                  + GoJson.write(answer));
    }
  }

  private static Optional<String> resultDiffers(MergeOutcome outcome, MapValue answer) {
    if (!answer.has("result")) {
      return Optional.empty();
    }
    MapValue upstream = GoComparison.rounded((MapValue) Json.parse(answer.text("result")));
    String result = GoJson.writeRounded(outcome.result());
    return result.equals(GoJson.writeRounded(upstream))
        ? Optional.empty()
        : Optional.of("result: " + result + "\nupstream: " + answer.text("result"));
  }

  /// Which law japply's rules break, if one.
  static Optional<String> lawBroken(Triple triple) {
    try {
      return Laws.broken(triple, triple.merge(Rules.JAPPLY));
    } catch (MergeException e) {
      boolean refusesItem =
          e.reason() == Reason.MERGE_KEY_MISSING
              && Laws.lacksKey(triple.config(), triple.schema().orElse(null));
      return upstreamFails(triple) || refusesItem || e.reason() == Reason.BAD_PATCH_TYPE
          ? Optional.empty()
          : Optional.of("only japply's rules fail: " + e.reason() + " " + e.getMessage());
    }
  }

  /// Whether upstream refuses the documents, or the server upstream's patch.
  private static boolean upstreamFails(Triple triple) {
    try {
      MapValue patch = triple.merge(Rules.KUBECTL).patch();
      triple
          .strategicSchema()
          .ifPresent(schema -> StrategicPatch.apply(triple.live(), patch, schema));
      return false;
    } catch (MergeException e) {
      return true;
    }
  }

  private void count(Triple triple, MapValue answer) {
    if (answer.has("error") || answer.has("panic")) {
      histogram.count("error      " + (answer.has("panic") ? "panic" : answer.text("class")));
      return;
    }
    MapValue patch = (MapValue) Json.parse(answer.text("patch"));
    if (!patch.isEmpty()) {
      successful++;
    }
    histogram.patch(patch, triple.live(), triple.schema().orElse(null));
    Corrections.count(triple, patch, histogram);
  }
}
