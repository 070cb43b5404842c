package dev.japply.plan;

import dev.japply.merge.FieldReason;
import dev.japply.merge.FieldReason.Ignored;
import dev.japply.merge.FieldReason.Values;
import dev.japply.merge.MergeOutcome;
import dev.japply.merge.MergeRequest;
import dev.japply.merge.ServerNormalization;
import dev.japply.merge.ThreeWayMerge;
import dev.japply.merge.ThreeWayMerge.Explained;
import dev.japply.object.KubeObject;
import dev.japply.object.LastApplied;
import dev.japply.plan.IgnoredFields.Documents;
import dev.japply.plan.IgnoredFields.Kept;
import dev.japply.plan.IgnoredFields.Match;
import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Node;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Merges one manifest into the live object, and keeps ignored fields unchanged.
///
/// A first merge without rules finds the ignored fields that would change. A second merge gets
/// documents with the live values of these fields. Objects without ignored changes are merged only
/// once.
///
/// @param annotated whether the object gets the last-applied annotation
record IgnoreAwareMerge(
    PlanOptions options,
    boolean annotated,
    KubeObject desired,
    MapValue live,
    @Nullable Schema schema) {

  /// The result of the merge.
  ///
  /// @param lost an ignored field that could not be kept; null if all were kept
  record Merged(
      MergeRequest request, MergeOutcome outcome, ChangeReasons reasons, @Nullable FieldPath lost) {
    /// Returns the configuration for the last-applied annotation of `desired`.
    MapValue claimed(KubeObject desired) {
      return reasons.claimed() == null ? desired.tree() : reasons.claimed();
    }
  }

  /// @param owned the last-applied configuration
  Merged merge(Node owned, IgnoreRules rules) {
    MapValue tree = desired.tree();
    if (rules.isEmpty()) {
      return merged(
          request(owned, tree, tree),
          new ChangeReasons(List.of(), List.of(), null, schema),
          List.of());
    }
    Documents documents = documents(owned, desired, live);
    Kept known = IgnoredFields.keepInMerge(rules, documents, schema);
    var reasons = new ChangeReasons(List.of(), known.rules(), known.claimed(), schema);
    MergeRequest plain = request(owned, tree, known.claimed());
    if (known.matches().isEmpty()) {
      return merged(plain, reasons, List.of());
    }
    MapValue without = ThreeWayMerge.merge(plain).result();
    Kept kept = IgnoredFields.keepInMerge(rules, documents.withResult(without), schema);
    List<Match> matches = kept.matches().stream().filter(Match::kept).toList();
    return matches.isEmpty()
        ? merged(plain, reasons, matches)
        : merged(request(kept.owned(), kept.config(), kept.claimed()), reasons, matches);
  }

  /// The documents that rules change. The texts of a Secret are live as data.
  static Documents documents(Node owned, KubeObject desired, Node live) {
    boolean secret = desired.gvk().groupKind().equals("Secret");
    MapValue tree = desired.tree();
    return new Documents(
        secret && owned instanceof MapValue map ? ServerNormalization.stored(map) : owned,
        secret ? ServerNormalization.stored(tree) : tree,
        tree,
        live,
        live);
  }

  private MergeRequest request(Node owned, MapValue tree, MapValue claimed) {
    MapValue config = annotated ? LastApplied.annotated(tree, claimed) : LastApplied.bare(tree);
    return new MergeRequest(owned, config, live, schema, options.merge());
  }

  private Merged merged(MergeRequest request, ChangeReasons reasons, List<Match> ignored) {
    Explained explained =
        switch (options.reasons()) {
          case NONE -> new Explained(ThreeWayMerge.merge(request), List.of());
          case SENT -> ThreeWayMerge.explainPatch(request);
          case ALL -> ThreeWayMerge.explain(request);
        };
    MergeOutcome outcome = explained.outcome();
    if (ignored.isEmpty()) {
      return new Merged(request, outcome, reasons.with(explained.reasons()), null);
    }
    var fields = new ArrayList<FieldReason>();
    explained.reasons().stream()
        .filter(reason -> ignored.stream().noneMatch(match -> isWithin(reason, match)))
        .forEach(fields::add);
    ignored.forEach(match ->
        fields.add(
            new Ignored(
                match.path(),
                new Values(match.owned(), match.config(), match.live(), match.live()),
                match.rule())));
    Optional<Match> lost =
        ignored.stream().filter(match -> isLost(match, outcome.result())).findFirst();
    return new Merged(request, outcome, reasons.with(fields), lost.map(Match::path).orElse(null));
  }

  private boolean isWithin(FieldReason reason, Match match) {
    FieldPath top = match.path().numberedIn(live);
    for (FieldPath at = reason.path().numberedIn(live);
        !(at instanceof FieldPath.Root);
        at = at.parentPath()) {
      if (at.equals(top)) {
        return true;
      }
    }
    return false;
  }

  /// Checks whether the field changed despite the rules. An item without a name may have moved.
  private static boolean isLost(Match match, MapValue result) {
    for (FieldPath at = match.path(); !(at instanceof FieldPath.Root); at = at.parentPath()) {
      if (at instanceof FieldPath.Index) {
        return false;
      }
    }
    Node after = match.path().in(result);
    if (match.path().toString().equals("metadata.annotations") && after instanceof MapValue map) {
      Node before = match.live() instanceof MapValue own ? own : MapValue.EMPTY;
      return !map.without(LastApplied.KEY).equals(before);
    }
    return !after.equals(match.live());
  }
}
