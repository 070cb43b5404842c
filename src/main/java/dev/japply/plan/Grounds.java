package dev.japply.plan;

import dev.japply.merge.FieldReason;
import dev.japply.merge.FieldReason.Ignored;
import dev.japply.schema.Schema;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// On what grounds something is planned.
///
/// @param reasons why, field by field; where nobody asks, only which fields are ignored
/// @param rules those that are about fields of the object, whether or not these would change
/// @param claimed what the last-applied annotation is to say; null for the manifest
/// @param schema how the fields merge; null where that is not known
/// @param kept references to fields that are sent and that the server keeps, as a plan states
public record Grounds(
    List<FieldReason> reasons,
    List<String> rules,
    @Nullable MapValue claimed,
    @Nullable Schema schema,
    List<String> kept) {
  /// Nobody has asked, and nothing is ignored.
  public static final Grounds NONE = new Grounds(List.of(), List.of(), null, null);

  public Grounds {
    reasons = List.copyOf(reasons);
    rules = List.copyOf(rules);
    kept = List.copyOf(kept);
  }

  /// What has not been planned by a plan.
  public Grounds(
      List<FieldReason> reasons,
      List<String> rules,
      @Nullable MapValue claimed,
      @Nullable Schema schema) {
    this(reasons, rules, claimed, schema, List.of());
  }

  /// What a plan states.
  public static Grounds keeping(List<String> kept) {
    return new Grounds(List.of(), List.of(), null, null, kept);
  }

  /// Why alone.
  public static Grounds of(List<FieldReason> reasons) {
    return new Grounds(reasons, List.of(), null, null);
  }

  /// These reasons for ignored fields alone.
  Grounds brief() {
    return new Grounds(
        reasons.stream().filter(Ignored.class::isInstance).toList(), rules, null, null);
  }

  /// How many fields are ignored that would change.
  public int ignored() {
    return (int) reasons.stream().filter(Ignored.class::isInstance).count();
  }
}
