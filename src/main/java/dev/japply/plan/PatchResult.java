package dev.japply.plan;

import dev.japply.merge.JsonMergePatch;
import dev.japply.merge.MergeException;
import dev.japply.merge.StrategicPatch;
import dev.japply.problem.JapplyException;
import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The object after a stored patch, computed only from the patch and the object that it was planned
/// for.
///
/// @param before the live object at planning time
/// @param after the object afterwards, except for the fields that the server keeps
/// @param fields the fields that the patch changes
public record PatchResult(MapValue before, MapValue after, List<Field> fields) {
  public PatchResult {
    fields = List.copyOf(fields);
  }

  /// A field that the patch changes.
  ///
  /// @param kept whether the server keeps the live value, according to the plan
  public record Field(FieldPath path, Node was, Node becomes, boolean kept) {}

  /// The result of `patch`. Without a schema, lists count as replaced.
  ///
  /// @param kept references to the fields that the server keeps, as the plan states
  public static PatchResult of(
      Action.Patch patch, MapValue before, @Nullable Schema schema, List<String> kept) {
    MapValue whole = patched(patch, before, schema);
    Node after = whole;
    var fields = new ArrayList<Field>();
    for (FieldChanges.Change change :
        FieldChanges.between(before, whole, TypedField.of(schema), /* status= */ true)) {
      boolean keeps =
          kept.stream()
              .anyMatch(field ->
                  place(field, before, whole)
                      .filter(top -> isWithin(change.path(), top, before, whole))
                      .isPresent());
      fields.add(new Field(change.path(), change.before(), change.after(), keeps));
      after = keeps ? FieldRemoval.replaced(change.path(), after, change.before()) : after;
    }
    return new PatchResult(before, after instanceof MapValue map ? map : whole, fields);
  }

  /// Returns the result of replacing `before`, with only the fields at `references`.
  public static PatchResult replaced(MapValue before, MapValue after, List<String> references) {
    var fields = new ArrayList<Field>();
    for (String reference : references) {
      place(reference, before, after)
          .map(path -> new Field(path, value(reference, before), value(reference, after), false))
          .filter(field -> !field.was().equals(field.becomes()))
          .ifPresent(fields::add);
    }
    return new PatchResult(before, after, fields);
  }

  private static MapValue patched(Action.Patch patch, MapValue before, @Nullable Schema schema) {
    if (patch.strategic() && schema != null) {
      try {
        return StrategicPatch.apply(before, patch.body(), schema);
      } catch (MergeException e) {
        // no server takes it; its directives are shown as if they were fields
      }
    }
    return JsonMergePatch.apply(before, patch.body());
  }

  /// Checks whether a reference names `field`, one of its parents or one of its children.
  public boolean meets(Field field, String reference) {
    return place(reference, before, after)
        .filter(place ->
            isWithin(field.path(), place, before, after)
                || isWithin(place, field.path(), before, after))
        .isPresent();
  }

  /// Checks whether a reference names `field` itself.
  public boolean is(Field field, String reference) {
    return place(reference, before, after)
        .filter(place ->
            isWithin(field.path(), place, before, after)
                && isWithin(place, field.path(), before, after))
        .isPresent();
  }

  private static boolean isWithin(FieldPath path, FieldPath top, MapValue before, MapValue after) {
    return path.numberedIn(before).isWithin(top.numberedIn(before))
        || path.numberedIn(after).isWithin(top.numberedIn(after));
  }

  /// The value of the field that a reference is about; missing where there is none.
  static Node value(String reference, MapValue tree) {
    return find(reference, tree).map(path -> path.in(tree)).orElse(Missing.MISSING);
  }

  private static Optional<FieldPath> place(String reference, MapValue before, MapValue after) {
    return find(reference, before).or(() -> find(reference, after));
  }

  private static Optional<FieldPath> find(String reference, MapValue tree) {
    try {
      return FieldReference.parse(reference).find(tree);
    } catch (JapplyException e) {
      return Optional.empty(); // it names none, or several
    }
  }
}
