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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
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
  /// @param server the object as the server returns it, if it rewrites values of the patch, as the
  ///   plan states; else missing
  public static PatchResult of(
      Action.Patch patch,
      MapValue before,
      @Nullable Schema schema,
      List<String> kept,
      Node server) {
    MapValue whole = patched(patch, before, schema);
    var unsent = new FieldIndex(before, whole);
    kept.forEach(field -> place(field, before, whole).ifPresent(unsent::add));
    Node after = whole;
    var fields = new ArrayList<Field>();
    for (FieldChanges.Change change :
        FieldChanges.between(before, whole, TypedField.of(schema), /* status= */ true)) {
      Node becomes = server instanceof MapValue ? change.path().in(server) : change.after();
      boolean keeps = unsent.covers(change.path()) || becomes.equals(change.before());
      fields.add(new Field(change.path(), change.before(), becomes, keeps));
      Node result = keeps ? change.before() : becomes;
      after = result.equals(change.after()) ? after : change.path().put(after, result);
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
        return KeyDefaults.in(StrategicPatch.apply(before, patch.body(), schema), schema);
      } catch (MergeException e) {
        // no server takes it; its directives are shown as if they were fields
      }
    }
    return JsonMergePatch.apply(before, patch.body());
  }

  /// Returns the fields by their places, to find those that a reference names.
  public Index index() {
    return new Index(this);
  }

  /// The fields of a result by their places in both states of the object.
  public static final class Index {
    private final PatchResult result;
    private final Places before;
    private final Places after;

    private Index(PatchResult result) {
      this.result = result;
      this.before = Places.of(result.fields(), result.before());
      this.after = Places.of(result.fields(), result.after());
    }

    /// Returns the fields that a reference names, directly or by a parent or child, in the order of
    /// the result.
    public List<Field> named(String reference) {
      var numbers = new TreeSet<Integer>();
      place(reference, result.before(), result.after())
          .ifPresent(place -> {
            before.addNamed(place.numberedIn(result.before()), numbers);
            after.addNamed(place.numberedIn(result.after()), numbers);
          });
      return numbers.stream().map(result.fields()::get).toList();
    }
  }

  /// The numbers of fields in one state of the object.
  ///
  /// @param at the fields at a path
  /// @param within the fields at a path or below it
  private record Places(Map<FieldPath, List<Integer>> at, Map<FieldPath, List<Integer>> within) {
    static Places of(List<Field> fields, MapValue tree) {
      var places = new Places(new HashMap<>(), new HashMap<>());
      for (int i = 0; i < fields.size(); i++) {
        FieldPath path = fields.get(i).path().numberedIn(tree);
        places.at.computeIfAbsent(path, none -> new ArrayList<>()).add(i);
        for (FieldPath top = path; ; top = top.parentPath()) {
          places.within.computeIfAbsent(top, none -> new ArrayList<>()).add(i);
          if (top instanceof FieldPath.Root) {
            break;
          }
        }
      }
      return places;
    }

    void addNamed(FieldPath place, Set<Integer> numbers) {
      numbers.addAll(within.getOrDefault(place, List.of()));
      for (FieldPath top = place; !(top instanceof FieldPath.Root); ) {
        top = top.parentPath();
        numbers.addAll(at.getOrDefault(top, List.of()));
      }
    }
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
