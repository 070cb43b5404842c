package dev.japply.merge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Cases;
import dev.japply.merge.FieldReason.Change;
import dev.japply.merge.FieldReason.Sent;
import dev.japply.merge.MergeRequest.Options;
import dev.japply.merge.MergeRequest.Rules;
import dev.japply.merge.ThreeWayMerge.Explained;
import dev.japply.tree.Json;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The reasons of generated merges: each entry of the patch has exactly one, together they are the
/// patch, and each is true by the three documents. `make conformance CASES=…` runs more of them.
@Tag("generated")
class ReasonLawsTest {
  private static final int USUAL_CASES = 2_000;
  private static final int CASES = Cases.of(USUAL_CASES);
  private static final long USUAL_SEED = 1;
  private static final long SEED = Long.getLong("japply.seed", USUAL_SEED);

  /// So many that each change comes up among them. The rarest comes up in 0.25 % of the cases.
  private static final int CASES_FOR_ALL = SEED == USUAL_SEED ? USUAL_CASES : 20_000;

  private final TripleGenerator generator = new TripleGenerator();
  private final Map<Change, Integer> counts = new EnumMap<>(Change.class);
  private int merged;

  @Test
  void reasonsOfGeneratedMergesAreComplete() {
    assertThat(broken(CASES, generator::triple, Rules.JAPPLY)).isEmpty();
    checkThatAllCameUp(changesBut(Set.of(Change.RESENT)));
    if (CASES >= USUAL_CASES) {
      assertThat(merged).isGreaterThan(CASES / 2);
    }
  }

  @Test
  void reasonsOfGeneratedCustomResourcesAreComplete() {
    assertThat(broken(Math.ceilDiv(CASES, 2), generator::shared, Rules.JAPPLY)).isEmpty();
    checkThatAllCameUp(Set.of(Change.CLEARED, Change.GUARD));
  }

  @Test
  void reasonsByKubectlsRulesAreComplete() {
    assertThat(broken(CASES, generator::triple, Rules.KUBECTL)).isEmpty();
    checkThatAllCameUp(changesBut(Set.of(Change.CLEARED, Change.GUARD)));
  }

  /// Seeds that once showed a reason that was not true.
  @Test
  void reasonsOfCasesThatOnceFailedAreComplete() {
    for (Rules rules : Rules.values()) {
      Cases.seeds("merge/seeds.txt")
          .forEach(seed -> assertThat(what(generator.triple(seed), rules)).as("" + seed).isEmpty());
    }
    Cases.seeds("merge/shared-seeds.txt")
        .forEach(
            seed -> assertThat(what(generator.shared(seed), Rules.JAPPLY)).as("" + seed).isEmpty());
  }

  /// A port of a Service that had one number for TCP and UDP: the manifest has it for SCTP, and
  /// nobody applied the node port that goes along with the port for TCP.
  @Test
  void theFieldsOfAnItemThatAnotherReplacesLeaveTheManifest() {
    var documents = new Documents("v1 Service", "spec.ports");
    Triple triple =
        new Triple(
            "v1/Service",
            documents.schema(),
            documents.manifest(Json.parse("[{\"port\":53},{\"port\":53,\"protocol\":\"UDP\"}]")),
            documents.manifest(Json.parse("[{\"port\":53,\"protocol\":\"SCTP\"}]")),
            documents.live(Json.parse("[{\"port\":53,\"protocol\":\"TCP\",\"nodePort\":30053}]")),
            true);
    assertThat(what(triple, Rules.JAPPLY)).isEmpty();
    assertThat(counts).containsKey(Change.LEFT_MANIFEST).doesNotContainKey(Change.CLEARED);
  }

  private void checkThatAllCameUp(Set<Change> changes) {
    if (CASES >= CASES_FOR_ALL) {
      assertThat(counts.keySet()).as("what happened: %s", counts).containsAll(changes);
    }
  }

  private static Set<Change> changesBut(Set<Change> left) {
    var changes = new java.util.HashSet<>(List.of(Change.values()));
    changes.removeAll(left);
    return changes;
  }

  private List<String> broken(int cases, LongFunction<Triple> generated, Rules rules) {
    var broken = new ArrayList<String>();
    for (long seed = SEED; seed < SEED + cases && broken.size() < 5; seed++) {
      Triple triple = generated.apply(seed);
      String where = "seed " + seed + ": ";
      String repeat = "\n" + Cases.repeat("conformance", seed);
      what(triple, rules).ifPresent(law -> broken.add(where + law + "\n" + triple + repeat));
    }
    return broken;
  }

  private Optional<String> what(Triple triple, Rules rules) {
    MergeOutcome outcome;
    try {
      outcome = triple.merge(rules);
    } catch (MergeException e) {
      return Optional.empty();
    }
    boolean japply = rules == Rules.JAPPLY;
    if (!japply && (isOdd(triple) || isSentAnotherWay(triple, outcome))) {
      return Optional.empty();
    }
    Explained explained =
        ThreeWayMerge.explain(
            new MergeRequest(
                triple.lastApplied(),
                triple.config(),
                triple.live(),
                triple.schema().orElse(null),
                new Options(rules, triple.overwrite())));
    merged++;
    ReasonLaws.of(explained.reasons(), Sent.class)
        .forEach(reason -> counts.merge(reason.change(), 1, Integer::sum));
    return explained.outcome().equals(outcome)
        ? ReasonLaws.broken(triple, outcome, explained.reasons(), japply)
        : Optional.of("asking changes the merge");
  }

  /// Without `overwrite` kubectl looks for conflicts in the patch before it sends it, and sorts and
  /// loses repeats of lists in it on the way.
  private static boolean isSentAnotherWay(Triple triple, MergeOutcome outcome) {
    var overwriting =
        new Triple(
            triple.type(),
            triple.schema(),
            triple.lastApplied(),
            triple.config(),
            triple.live(),
            true);
    return !overwriting.merge(Rules.KUBECTL).patch().equals(outcome.patch());
  }

  /// Where kubectl takes one item for another, or data for a directive, its patch is not made of
  /// entries of fields.
  private static boolean isOdd(Triple triple) {
    var type = triple.schema().orElse(null);
    return List.of(triple.lastApplied(), triple.config(), triple.live()).stream()
            .anyMatch(document -> Laws.isAmbiguous(document, type))
        || triple.toString().contains("\"$");
  }
}
