package dev.japply.plan;

import dev.japply.merge.FieldReason;
import dev.japply.merge.FieldReason.Ignored;
import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value.MapValue;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The reasons for a planned change.
///
/// @param fields the reason for each field; only ignored fields if no reasons are requested
/// @param rules the ignore rules that match fields of the object, changed or not
/// @param claimed the configuration for the last-applied annotation; null if it is the manifest
/// @param schema the schema of the object; null if it is not known
/// @param kept references to fields that are sent but that the server keeps, from a plan file
/// @param values the knowledge about the values that the server stores
/// @param left the fields that a rule leaves to their managers
public record ChangeReasons(
    List<FieldReason> fields,
    List<String> rules,
    @Nullable MapValue claimed,
    @Nullable Schema schema,
    List<String> kept,
    StoredValues values,
    List<FieldPath> left) {
  /// The knowledge about the values that the server stores of a request.
  public enum StoredValues {
    /// They are the manifest's, in the server's form.
    SENT,
    /// Some are others, so that the next apply would send them again.
    REWRITTEN,
    /// No dry run has shown the new object.
    UNKNOWN
  }

  /// No reasons and no ignored fields.
  public static final ChangeReasons NONE = new ChangeReasons(List.of(), List.of(), null, null);

  public ChangeReasons {
    fields = List.copyOf(fields);
    rules = List.copyOf(rules);
    kept = List.copyOf(kept);
    left = List.copyOf(left);
  }

  /// Creates the reasons for a change that does not come from a plan file.
  public ChangeReasons(
      List<FieldReason> fields,
      List<String> rules,
      @Nullable MapValue claimed,
      @Nullable Schema schema) {
    this(fields, rules, claimed, schema, List.of(), StoredValues.SENT, List.of());
  }

  /// Returns the reasons of a plan file: only what the server makes of the patch.
  public static ChangeReasons ofServer(List<String> kept, StoredValues values) {
    return new ChangeReasons(List.of(), List.of(), null, null, kept, values, List.of());
  }

  /// Returns the same for a patch whose values the server rewrites.
  public ChangeReasons asRewritten() {
    return with(StoredValues.REWRITTEN);
  }

  /// Returns the same for a new object that no dry run has shown.
  public ChangeReasons asUntried() {
    return with(StoredValues.UNKNOWN);
  }

  private ChangeReasons with(StoredValues known) {
    return new ChangeReasons(fields, rules, claimed, schema, kept, known, left);
  }

  /// Whether the server stores other values than the manifest's.
  public boolean rewritten() {
    return values == StoredValues.REWRITTEN;
  }

  /// Whether no dry run has shown the values of a new object.
  public boolean untried() {
    return values == StoredValues.UNKNOWN;
  }

  /// Returns the same for a new object.
  ///
  /// @param fields those whose values the server rewrites
  public ChangeReasons rewriting(List<FieldReason> fields) {
    return asRewritten().with(fields);
  }

  /// Returns an instance with reasons for fields only.
  public static ChangeReasons of(List<FieldReason> fields) {
    return new ChangeReasons(fields, List.of(), null, null);
  }

  /// Returns the same with other reasons for fields.
  ChangeReasons with(List<FieldReason> fields) {
    return new ChangeReasons(fields, rules, claimed, schema, kept, values, left);
  }

  /// Returns the same with more rules that apply to the object.
  public ChangeReasons using(Collection<String> more) {
    var all = new LinkedHashSet<>(rules);
    all.addAll(more);
    return new ChangeReasons(fields, List.copyOf(all), claimed, schema, kept, values, left);
  }

  /// Returns the same for a request without fields that a rule leaves to their managers.
  public ChangeReasons leaving(List<FieldPath> others) {
    return new ChangeReasons(fields, rules, claimed, schema, kept, values, others);
  }

  /// Returns only the reasons for ignored fields.
  ChangeReasons brief() {
    return new ChangeReasons(ofIgnored(), rules, null, null);
  }

  /// Returns the number of ignored fields that would change.
  public int ignored() {
    return ofIgnored().size();
  }

  private List<FieldReason> ofIgnored() {
    // Most objects have no reasons.
    return fields.isEmpty() ? fields : fields.stream().filter(Ignored.class::isInstance).toList();
  }
}
