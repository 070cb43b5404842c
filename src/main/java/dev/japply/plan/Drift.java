package dev.japply.plan;

import dev.japply.diff.Secrets;
import dev.japply.object.Gvk;
import dev.japply.object.KubeObject;
import dev.japply.object.LastApplied;
import dev.japply.object.LastApplied.Stored;
import dev.japply.object.ManagedFields;
import dev.japply.plan.FieldExplanation.Cause;
import dev.japply.plan.ObjectExplanation.Show;
import dev.japply.plan.PlanOptions.ReasonsWanted;
import dev.japply.plan.Planner.Annotation;
import dev.japply.plan.Planner.Decided;
import dev.japply.problem.Origin;
import dev.japply.schema.Schema;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import dev.japply.walk.SemanticEquality;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The difference between a live object and its last-applied configuration.
///
/// It is the merge of that configuration as the manifest, so that values in another form, such as
/// `0.5` and `500m`, and fields that others have added, are no drift.
public sealed interface Drift {
  /// The fields that another apply of the configuration would restore, with their live values; none
  /// without drift. Values of Secrets are hidden.
  record Fields(List<FieldExplanation> fields) implements Drift {
    public Fields {
      fields = List.copyOf(fields);
    }
  }

  /// The configuration is not known.
  ///
  /// @param reason the reason in a few words
  record Unknown(String reason) implements Drift {}

  /// Compares `live` with its last-applied configuration.
  ///
  /// @param schema the schema of the object; null for a comparison without merge keys
  static Drift of(MapValue live, @Nullable Schema schema) {
    return switch (LastApplied.read(live)) {
      case Stored.Document(MapValue config) -> of(live, config, schema);
      case Stored.Broken(String reason) ->
          new Unknown("its last-applied configuration is " + reason);
      case Stored.Absent absent -> new Unknown(without(live));
      case Stored.Empty empty -> new Unknown(without(live));
    };
  }

  private static String without(MapValue live) {
    return ManagedFields.of(live).entries().stream()
            .anyMatch(entry -> entry.text("operation").equals("Apply"))
        ? "it was applied server-side, which records owners of fields, and no values"
        : "it has no last-applied configuration";
  }

  private static Drift of(MapValue live, MapValue config, @Nullable Schema schema) {
    if (!Gvk.of(config).equals(Gvk.of(live))) {
      return new Unknown("it was applied as " + Gvk.of(config));
    }
    KubeObject desired = KubeObject.of(config, Origin.NONE);
    var planner = new Planner(PlanOptions.DEFAULT.with(ReasonsWanted.SENT), Annotation.LEFT);
    Decided decided = planner.decide(desired, live, schema);
    return switch (decided.action()) {
      case Action.Unchanged same -> new Fields(List.of());
      case Action.Patch patch -> {
        var planned = new PlannedObject(desired, patch, live, patch.result(), decided.reasons());
        boolean omits = schema != null && schema.isStrategic();
        yield new Fields(
            ObjectExplanation.of(planned, Show.PATCH, "", /* replaced= */ false, Secrets.MASKED)
                .fields()
                .stream()
                .filter(FieldExplanation::changes)
                .filter(field -> !(omits && isOmitted(field)))
                .map(Drift::restored)
                .toList());
      }
      case Action.OfAbsent refused ->
          new Unknown("it cannot be merged with its last-applied configuration");
    };
  }

  /// Checks whether a field was applied empty: types of Kubernetes' own leave such fields out.
  private static boolean isOmitted(FieldExplanation field) {
    return !(field.values().live() instanceof Value)
        && field.values().result() instanceof Value applied
        && SemanticEquality.isEmpty(applied);
  }

  /// Returns a field without the words about a manifest: there is none.
  private static FieldExplanation restored(FieldExplanation field) {
    boolean there = field.values().live() instanceof Value;
    var cause =
        new Cause(
            field.cause().code(),
            there ? "drift: changed live" : "drift: gone live",
            Cause.Effect.CHANGES);
    return new FieldExplanation(
        field.path(), field.values(), cause, field.managers(), field.place());
  }
}
