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
import dev.japply.object.ServerFields;
import dev.japply.plan.Action.Refused;
import dev.japply.plan.IgnoreAwareMerge.Merged;
import dev.japply.plan.IgnoredFields.Documents;
import dev.japply.plan.IgnoredFields.Kept;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Problem;
import dev.japply.schema.Schema;
import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.walk.Place;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Plans the action for an object from its manifest and the live object.
///
/// @param options the options for merging and checks
/// @param annotation whether to write the last-applied annotation
public record Planner(PlanOptions options, Annotation annotation) {
  /// Handling of the last-applied annotation.
  public enum Annotation {
    /// The annotation gets the applied configuration.
    WRITTEN,
    /// The annotation stays unchanged, as in the comparison of `kubectl diff`.
    LEFT
  }

  /// Creates a planner that writes the annotation.
  public Planner(PlanOptions options) {
    this(options, Annotation.WRITTEN);
  }

  /// A planned action with its reasons.
  ///
  /// @param reasons none if not requested, or if there is no live object
  public record Decided(Action.Merged action, ChangeReasons reasons) {}

  /// Returns the action for `desired`.
  ///
  /// @param live the live object; null if it does not exist
  /// @param schema the schema of the object; null for a JSON merge patch
  public Action.Merged plan(KubeObject desired, @Nullable MapValue live, @Nullable Schema schema) {
    return decide(desired, live, schema).action();
  }

  /// Returns the action for `desired`, with reasons if the options request them.
  public Decided decide(KubeObject desired, @Nullable MapValue live, @Nullable Schema schema) {
    try {
      IgnoreRules rules = options.ignored(desired);
      if (live != null) {
        return change(normalize(desired), live, schema, rules);
      }
      KubeObject read = normalize(desired);
      MapValue claimed = claimed(read, rules);
      return new Decided(
          create(read, claimed), new ChangeReasons(List.of(), rules.texts(), claimed, null));
    } catch (JapplyException e) {
      return new Decided(PlanProblems.wrongRule(desired, e), ChangeReasons.NONE);
    }
  }

  /// Returns the action for `desired` if there is no live object.
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

  /// Returns the configuration for the annotation of a new object, without ignored fields.
  private static MapValue claimed(KubeObject desired, IgnoreRules rules) {
    return rules.isEmpty()
        ? desired.tree()
        : IgnoredFields.keep(rules, IgnoreAwareMerge.documents(MISSING, desired, MISSING), null)
            .claimed();
  }

  /// Returns the action for `desired` if the server refuses to patch `live`. Ignored fields keep
  /// their live values in the new object.
  ///
  /// @param schema the schema of `live`; null if it is not known
  public Action.OfUnpatchable recreate(KubeObject desired, MapValue live, @Nullable Schema schema) {
    try {
      KubeObject read = normalize(desired);
      IgnoreRules rules = options.ignored(desired);
      Documents documents = IgnoreAwareMerge.documents(MISSING, read, live);
      Kept kept = IgnoredFields.keep(rules, documents.withResult(documents.config()), schema);
      return switch (create(read, rules.isEmpty() ? read.tree() : kept.config(), kept.claimed())) {
        case Action.Create(MapValue body) -> new Action.Recreate(LiveMetadata.uid(live), body);
        case Refused refused -> refused;
      };
    } catch (JapplyException e) {
      return PlanProblems.wrongRule(desired, e);
    }
  }

  /// Returns the manifest for server-side apply, which keeps ignored fields.
  ///
  /// @param live the live object; null if there is none
  /// @throws JapplyException if a rule is wrong
  public ServerSideManifest onServer(
      KubeObject desired, @Nullable MapValue live, @Nullable Schema schema, String manager) {
    IgnoreRules rules = rules(desired);
    KubeObject read = serverSide(desired);
    ServerSideManifest manifest =
        rules.isEmpty() || live == null
            ? new ServerSideManifest(
                read.tree(), new ChangeReasons(List.of(), rules.texts(), null, schema), false)
            : ServerSideManifest.of(read, live, schema, rules, manager);
    return live != null && options.allows(Difference.REMOVES_ACCOUNTS_ON_SERVER)
        ? manifest.withTree(LeavingAccount.without(read, manifest.tree(), live, manager))
        : manifest;
  }

  private IgnoreRules rules(KubeObject desired) {
    try {
      return options.ignored(desired);
    } catch (JapplyException e) {
      throw new JapplyException(PlanProblems.wrongRule(desired, e).problems());
    }
  }

  /// Returns `desired` as server-side apply sends it.
  public KubeObject serverSide(KubeObject desired) {
    KubeObject read = normalize(desired);
    return options.allows(Difference.LEAVES_OUT_SERVER_FIELDS)
        ? read.withTree(ServerFields.leftOut(read.tree()))
        : read;
  }

  /// Returns `desired` as it is sent.
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
      return new Decided(broken, ChangeReasons.NONE);
    }
    try {
      var merging =
          new IgnoreAwareMerge(options, annotation == Annotation.WRITTEN, desired, live, schema);
      Merged merged = merging.merge(stored.config(), rules);
      return new Decided(action(desired, stored.config(), merged), merged.reasons());
    } catch (MergeException e) {
      var unmergeable = new Refused(List.of(PlanProblems.unmergeable(desired, live, e)));
      return new Decided(unmergeable, ChangeReasons.NONE);
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

  /// Checks whether a field enters or leaves the annotation. The annotation is replaced as a whole,
  /// so a concurrent entry of another client would be lost from it.
  private boolean changesOwnership(Node lastApplied, MapValue claimed, @Nullable Schema schema) {
    return annotation == Annotation.WRITTEN
        && !ClaimedFields.same(lastApplied, LastApplied.bare(claimed), schema);
  }

  /// Whether the last-applied annotation of `desired` is larger than the server accepts.
  public boolean isTooLarge(KubeObject desired) {
    KubeObject read = normalize(desired);
    return tooLarge(read, CreateBody.of(read.tree(), read.tree())).isPresent();
  }

  private static Optional<Refused> tooLarge(KubeObject desired, MapValue result) {
    return AnnotationLimit.check(result)
        .map(excess -> new Refused(List.of(PlanProblems.tooLarge(desired, excess))));
  }

  /// The fields that a configuration claims: keys of maps, and entries of lists that merge. A list
  /// that is replaced as a whole is one field; values do not count.
  static final class ClaimedFields {
    private ClaimedFields() {}

    /// Checks whether `one` and `other` claim the same fields.
    ///
    /// @param type the schema of both; null if it is not known
    static boolean same(Node one, Node other, @Nullable Schema type) {
      return areSame(Place.of(type, one, other));
    }

    private static boolean areSame(Place at) {
      if (at.are(MapValue.class)) {
        return areInBoth(at.entries());
      }
      if (at.are(ListValue.class)) {
        return !at.type().merges() || areInBoth(at.itemsInOrder().all());
      }
      boolean map = at.at(0) instanceof MapValue || at.at(1) instanceof MapValue;
      return !map && at.at(0) instanceof Value == at.at(1) instanceof Value;
    }

    private static boolean areInBoth(List<Place> fields) {
      for (Place field : fields) {
        if (!field.are(Value.class) || !areSame(field)) {
          return false;
        }
      }
      return true;
    }
  }
}
