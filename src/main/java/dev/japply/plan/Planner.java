package dev.japply.plan;

import dev.japply.compat.Difference;
import dev.japply.merge.MergeException;
import dev.japply.merge.MergeOutcome;
import dev.japply.merge.MergeRequest;
import dev.japply.merge.ThreeWayMerge;
import dev.japply.merge.ThreeWayMerge.Explained;
import dev.japply.object.AnnotationLimit;
import dev.japply.object.CreateBody;
import dev.japply.object.KubeObject;
import dev.japply.object.LastApplied;
import dev.japply.object.LastApplied.Stored;
import dev.japply.plan.Action.Refused;
import dev.japply.problem.Problem;
import dev.japply.reason.FieldReason;
import dev.japply.schema.Schema;
import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
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
  /// @param reasons why, field by field; empty where nobody asks, and where there is nothing live
  public record Decided(Action.Merged action, List<FieldReason> reasons) {
    public Decided {
      reasons = List.copyOf(reasons);
    }

    private static Decided of(Action.Merged action) {
      return new Decided(action, List.of());
    }
  }

  /// What to do with `desired`.
  ///
  /// @param live the object on the server; null when there is none
  /// @param schema how the fields of a live object merge; null for a JSON merge patch
  public Action.Merged plan(KubeObject desired, @Nullable MapValue live, @Nullable Schema schema) {
    return decide(desired, live, schema).action();
  }

  /// The same, and why, if the options ask for that.
  public Decided decide(KubeObject desired, @Nullable MapValue live, @Nullable Schema schema) {
    return live != null ? change(normalize(desired), live, schema) : Decided.of(create(desired));
  }

  /// What to do with `desired` where there is no live object.
  public Action.OfAbsent create(KubeObject desired) {
    KubeObject read = normalize(desired);
    MapValue body =
        switch (annotation) {
          case WRITTEN -> CreateBody.of(read.tree());
          case LEFT -> CreateBody.bare(read.tree());
        };
    Optional<Refused> refused = tooLarge(read, body);
    return refused.isPresent() ? refused.get() : new Action.Create(body);
  }

  /// What to do with `desired` where the server takes no patch of `live`.
  public Action.OfUnpatchable recreate(KubeObject desired, MapValue live) {
    return switch (create(desired)) {
      case Action.Create(MapValue body) -> new Action.Recreate(PrunePlan.uid(live), body);
      case Refused refused -> refused;
    };
  }

  /// `desired` as it is sent.
  public KubeObject normalize(KubeObject desired) {
    return options.allows(Difference.KEEPS_BIG_INTEGERS) ? desired : rounded(desired);
  }

  /// kubectl reads integers beyond 64 bits as float64.
  private static KubeObject rounded(KubeObject desired) {
    return desired.withTree((MapValue) Json.parse(GoJson.writeRounded(desired.tree())));
  }

  private Decided change(KubeObject desired, MapValue live, @Nullable Schema schema) {
    Stored stored = LastApplied.read(live);
    if (stored instanceof Stored.Broken(String reason)) {
      return Decided.of(new Refused(List.of(PlanProblems.brokenAnnotation(desired, reason))));
    }
    MapValue config =
        switch (annotation) {
          case WRITTEN -> LastApplied.annotated(desired.tree());
          case LEFT -> LastApplied.bare(desired.tree());
        };
    try {
      var request = new MergeRequest(stored.config(), config, live, schema, options.merge());
      if (!options.reasons()) {
        return Decided.of(action(desired, request, ThreeWayMerge.merge(request)));
      }
      Explained explained = ThreeWayMerge.explain(request);
      return new Decided(action(desired, request, explained.outcome()), explained.reasons());
    } catch (MergeException e) {
      return Decided.of(new Refused(List.of(PlanProblems.unmergeable(desired, live, e))));
    }
  }

  private Action.Merged action(KubeObject desired, MergeRequest request, MergeOutcome outcome) {
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
            changesOwnership(desired, request));
  }

  /// Whether a field enters or leaves the annotation. It is written whole, so what somebody else
  /// has entered since the object was read would be lost from it, and stay in the object for ever.
  private boolean changesOwnership(KubeObject desired, MergeRequest request) {
    return annotation == Annotation.WRITTEN
        && options.allows(Difference.GUARDS_OWNERSHIP)
        && !OwnedFields.same(
            request.lastApplied(), LastApplied.bare(desired.tree()), request.schema());
  }

  /// kubectl leaves this check to the server.
  private Optional<Refused> tooLarge(KubeObject desired, MapValue result) {
    return options.allows(Difference.CHECKS_ANNOTATION_SIZE)
        ? AnnotationLimit.check(result)
            .map(excess -> new Refused(List.of(PlanProblems.tooLarge(desired, excess))))
        : Optional.empty();
  }
}
