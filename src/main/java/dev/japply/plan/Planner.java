package dev.japply.plan;

import static dev.japply.tree.Missing.MISSING;

import dev.japply.merge.MergeException;
import dev.japply.merge.MergeOutcome;
import dev.japply.merge.MergeRequest;
import dev.japply.object.AnnotationLimit;
import dev.japply.object.CreateBody;
import dev.japply.object.KubeObject;
import dev.japply.object.LastApplied;
import dev.japply.object.LastApplied.Stored;
import dev.japply.plan.Action.Refused;
import dev.japply.plan.IgnoredFields.Documents;
import dev.japply.plan.IgnoredFields.Kept;
import dev.japply.plan.IgnoredFields.Match;
import dev.japply.plan.Merging.Merged;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Problem;
import dev.japply.schema.Schema;
import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Decides what to do with an object, from the manifest and what is live.
///
/// @param options how to merge, and what to check
/// @param annotation whether objects get the last-applied annotation
public record Planner(PlanOptions options, Annotation annotation) {
  /// What becomes of the last-applied annotation.
  public enum Annotation {
    /// It says what is applied.
    WRITTEN,
    /// It stays as it is, as in what `kubectl diff` compares.
    LEFT
  }

  /// A planner of what is applied.
  public Planner(PlanOptions options) {
    this(options, Annotation.WRITTEN);
  }

  /// What is decided.
  ///
  /// @param grounds why; without reasons where nobody asks, and where there is nothing live
  public record Decided(Action.Merged action, Grounds grounds) {}

  /// What to do with `desired`.
  ///
  /// @param live the object on the server; null when there is none
  /// @param schema how the fields of a live object merge; null for a JSON merge patch
  public Action.Merged plan(KubeObject desired, @Nullable MapValue live, @Nullable Schema schema) {
    return decide(desired, live, schema).action();
  }

  /// The same, and why, if the options ask for that.
  public Decided decide(KubeObject desired, @Nullable MapValue live, @Nullable Schema schema) {
    try {
      IgnoreRules rules = options.ignored(desired);
      if (live != null) {
        return change(normalize(desired), live, schema, rules);
      }
      KubeObject read = normalize(desired);
      MapValue claimed = claimed(read, rules);
      return new Decided(
          create(read, claimed), new Grounds(List.of(), rules.texts(), claimed, null));
    } catch (JapplyException e) {
      return new Decided(PlanProblems.wrongRule(desired, e), Grounds.NONE);
    }
  }

  /// What to do with `desired` where there is no live object.
  public Action.OfAbsent create(KubeObject desired) {
    try {
      KubeObject read = normalize(desired);
      return create(read, claimed(read, options.ignored(desired)));
    } catch (JapplyException e) {
      return PlanProblems.wrongRule(desired, e);
    }
  }

  private Action.OfAbsent create(KubeObject desired, MapValue claimed) {
    return create(desired, desired.tree(), claimed);
  }

  private Action.OfAbsent create(KubeObject desired, MapValue tree, MapValue claimed) {
    MapValue body =
        switch (annotation) {
          case WRITTEN -> CreateBody.of(tree, claimed);
          case LEFT -> CreateBody.bare(tree);
        };
    Optional<Refused> refused = tooLarge(desired, body);
    return refused.isPresent() ? refused.get() : new Action.Create(body);
  }

  /// What of a new object the annotation is to say: nobody owns what is ignored.
  private static MapValue claimed(KubeObject desired, IgnoreRules rules) {
    return rules.isEmpty()
        ? desired.tree()
        : IgnoredFields.keep(rules, Merging.documents(MISSING, desired, MISSING), null).claimed();
  }

  /// What to do with `desired` where the server takes no patch of `live`. What is ignored is as it
  /// is live in the new object, too.
  ///
  /// @param schema how the fields of `live` merge; null where that is not known
  public Action.OfUnpatchable recreate(KubeObject desired, MapValue live, @Nullable Schema schema) {
    try {
      KubeObject read = normalize(desired);
      IgnoreRules rules = options.ignored(desired);
      Documents documents = Merging.documents(MISSING, read, live);
      Kept kept = IgnoredFields.keep(rules, documents.withResult(documents.config()), schema);
      return switch (create(read, rules.isEmpty() ? read.tree() : kept.config(), kept.claimed())) {
        case Action.Create(MapValue body) -> new Action.Recreate(PrunePlan.uid(live), body);
        case Refused refused -> refused;
      };
    } catch (JapplyException e) {
      return PlanProblems.wrongRule(desired, e);
    }
  }

  /// A manifest without what rules keep as it is live.
  ///
  /// @param fields what it is without
  /// @param rules those that are about fields of the object, whether or not the manifest has these
  public record Remainder(KubeObject manifest, List<Match> fields, List<String> rules) {
    public Remainder {
      fields = List.copyOf(fields);
      rules = List.copyOf(rules);
    }
  }

  /// What of `desired` is left for a server that merges, and takes no rules.
  ///
  /// @throws JapplyException when its annotation names no fields
  public Remainder withoutIgnored(KubeObject desired, MapValue live, @Nullable Schema schema) {
    IgnoreRules rules;
    try {
      rules = options.ignored(desired);
    } catch (JapplyException e) {
      throw new JapplyException(PlanProblems.wrongRule(desired, e).problems());
    }
    if (rules.isEmpty()) {
      return new Remainder(desired, List.of(), List.of());
    }
    Documents documents = Merging.documents(MISSING, desired, live);
    Kept kept = IgnoredFields.keep(rules, documents.withResult(documents.config()), schema);
    return new Remainder(
        desired.withTree(kept.claimed()),
        kept.matches().stream().filter(match -> match.config() instanceof Value).toList(),
        kept.rules());
  }

  /// That an object cannot be applied by the server, since its manifest names fields to ignore;
  /// empty where it can.
  public Optional<Refused> refuseOnServer(KubeObject desired) {
    return options.allows(Difference.HEEDS_IGNORE_ANNOTATION) && IgnoreRules.isAnnotated(desired)
        ? Optional.of(new Refused(List.of(PlanProblems.ignoringByServer(desired))))
        : Optional.empty();
  }

  /// `desired` as it is sent.
  public KubeObject normalize(KubeObject desired) {
    return options.allows(Difference.KEEPS_BIG_INTEGERS) ? desired : rounded(desired);
  }

  /// kubectl reads integers beyond 64 bits as float64.
  private static KubeObject rounded(KubeObject desired) {
    return desired.withTree((MapValue) Json.parse(GoJson.writeRounded(desired.tree())));
  }

  private Decided change(
      KubeObject desired, MapValue live, @Nullable Schema schema, IgnoreRules rules) {
    Stored stored = LastApplied.read(live);
    if (stored instanceof Stored.Broken(String reason)) {
      var broken = new Refused(List.of(PlanProblems.brokenAnnotation(desired, reason)));
      return new Decided(broken, Grounds.NONE);
    }
    try {
      var merging = new Merging(options, annotation == Annotation.WRITTEN, desired, live, schema);
      Merged merged = merging.merge(stored.config(), rules);
      return new Decided(action(desired, stored.config(), merged), merged.grounds());
    } catch (MergeException e) {
      var unmergeable = new Refused(List.of(PlanProblems.unmergeable(desired, live, e)));
      return new Decided(unmergeable, Grounds.NONE);
    }
  }

  private Action.Merged action(KubeObject desired, Node lastApplied, Merged merged) {
    MergeRequest request = merged.request();
    MergeOutcome outcome = merged.outcome();
    if (merged.lost() != null) {
      return new Refused(List.of(PlanProblems.cannotKeep(desired, merged.lost())));
    }
    List<Problem> conflicts = PlanProblems.conflicts(desired, request.live(), outcome.conflicts());
    if (!conflicts.isEmpty()) {
      return new Refused(conflicts);
    }
    if (outcome.patch().isEmpty()) {
      return new Action.Unchanged();
    }
    Optional<Refused> refused = tooLarge(desired, outcome.result());
    return refused.isPresent()
        ? refused.get()
        : new Action.Patch(
            request.takesStrategicPatch(),
            outcome.patch(),
            outcome.result(),
            changesOwnership(lastApplied, merged.claimed(desired), request.schema()));
  }

  /// Whether a field enters or leaves the annotation. It is written whole, so what somebody else
  /// has entered since the object was read would be lost from it, and stay in the object for ever.
  private boolean changesOwnership(Node lastApplied, MapValue claimed, @Nullable Schema schema) {
    return annotation == Annotation.WRITTEN
        && options.allows(Difference.GUARDS_OWNERSHIP)
        && !OwnedFields.same(lastApplied, LastApplied.bare(claimed), schema);
  }

  /// kubectl leaves this check to the server.
  private Optional<Refused> tooLarge(KubeObject desired, MapValue result) {
    return options.allows(Difference.CHECKS_ANNOTATION_SIZE)
        ? AnnotationLimit.check(result)
            .map(excess -> new Refused(List.of(PlanProblems.tooLarge(desired, excess))))
        : Optional.empty();
  }
}
