package dev.japply.plan;

import dev.japply.merge.FieldReason.Values;
import dev.japply.merge.JsonMergePatch;
import dev.japply.merge.MergeException;
import dev.japply.merge.StrategicPatch;
import dev.japply.object.SecretMask;
import dev.japply.plan.FieldExplanation.Cause;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value.MapValue;
import dev.japply.walk.KeyDefaults;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The object after a planned patch, and the fields that change, computed only from the patch and
/// the object that it was planned for. Only the reasons are the plan's.
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
  public record Field(FieldPath path, boolean kept) {}

  /// The result of `patch`. Without a schema, lists count as replaced.
  ///
  /// @param stated the fields as the plan states them, some as kept by the server
  /// @param server the object as the server returns it, if it rewrites values of the patch, as the
  ///   plan states; else missing
  public static PatchResult of(
      Action.Patch patch,
      MapValue before,
      @Nullable Schema schema,
      List<FieldExplanation> stated,
      Node server) {
    MapValue whole = patched(patch, before, schema);
    var unsent = new FieldIndex(before, whole);
    stated.stream()
        .filter(FieldExplanation::isKept)
        .forEach(field -> place(field.path(), before, whole).ifPresent(unsent::add));
    Node after = whole;
    var fields = new ArrayList<Field>();
    for (FieldChanges.Change change :
        FieldChanges.between(before, whole, schema, /* status= */ true)) {
      Node becomes = server instanceof MapValue ? change.path().in(server) : change.after();
      boolean keeps = unsent.covers(change.path()) || becomes.equals(change.before());
      fields.add(new Field(change.path(), keeps));
      Node result = keeps ? change.before() : becomes;
      after = result.equals(change.after()) ? after : change.path().put(after, result);
    }
    return new PatchResult(before, after instanceof MapValue map ? map : whole, fields);
  }

  /// Returns the result of replacing `before`, with only those fields that change as stated.
  public static PatchResult replaced(
      MapValue before, MapValue after, List<FieldExplanation> stated) {
    List<Field> fields =
        stated.stream()
            .filter(FieldExplanation::changes)
            .map(FieldExplanation::path)
            .filter(path -> !value(path, before).equals(value(path, after)))
            .flatMap(path -> place(path, before, after).stream())
            .map(path -> new Field(path, /* kept= */ false))
            .toList();
    return new PatchResult(before, after, fields);
  }

  /// Returns the result of creating an object, with only those fields that the server rewrites.
  ///
  /// @param after `sent` with the values that the server stores
  public static PatchResult created(MapValue sent, MapValue after, @Nullable Schema schema) {
    List<Field> fields =
        FieldChanges.between(RewrittenFields.withData(sent, after), after, schema, true).stream()
            .filter(change -> !change.path().isWithin(RewrittenFields.TEXTS))
            .map(change -> new Field(change.path(), /* kept= */ false))
            .toList();
    return new PatchResult(MapValue.EMPTY, after, fields);
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

  /// Returns the fields in the order of the plan, followed by those that the plan does not state.
  ///
  /// @param stated the fields with reasons, as the plan states them
  /// @param masked both states with hidden values masked
  public List<FieldExplanation> explained(List<FieldExplanation> stated, SecretMask.Pair masked) {
    Places ofBefore = Places.of(fields, before);
    Places ofAfter = Places.of(fields, after);
    Set<Field> left = new LinkedHashSet<>(fields);
    var all = new ArrayList<FieldExplanation>();
    for (FieldExplanation explanation : stated) {
      var numbers = new TreeSet<Integer>();
      if (!explanation.isDirective()) {
        place(explanation.path(), before, after)
            .ifPresent(place -> {
              ofBefore.addNamed(place.numberedIn(before), numbers);
              ofAfter.addNamed(place.numberedIn(after), numbers);
            });
      }
      List<Field> about = numbers.stream().map(fields::get).filter(left::remove).toList();
      about.forEach(field -> all.add(explained(field, explanation, masked)));
      if (about.isEmpty() && adds(explanation, numbers.isEmpty())) {
        all.add(explanation);
      }
    }
    left.forEach(field -> all.add(explained(field, null, masked)));
    return all;
  }

  /// Returns whether no entry of the patch covers the field.
  ///
  /// @param unnamed whether it names no field that the patch changes
  private static boolean adds(FieldExplanation explanation, boolean unnamed) {
    return explanation.isDirective()
        || explanation.isIgnored()
        || (explanation.cause().isOfServer() && unnamed);
  }

  private FieldExplanation explained(
      Field field, @Nullable FieldExplanation stated, SecretMask.Pair masked) {
    Node was = field.path().numberedIn(before).in(masked.before());
    Node becomes = field.kept() ? was : field.path().numberedIn(after).in(masked.after());
    FieldExplanation own = stated != null && is(field, stated.path()) ? stated : null;
    Values values =
        own == null
            ? new Values(Missing.MISSING, Missing.MISSING, was, becomes)
            : new Values(own.values().lastApplied(), own.values().manifest(), was, becomes);
    return new FieldExplanation(
        own == null ? field.path().toString() : own.path(),
        values,
        field.kept()
            ? Cause.KEPT
            : stated != null && stated.changes() ? stated.cause() : Cause.UNEXPLAINED,
        stated == null ? List.of() : stated.managers(),
        stated == null ? () -> Origin.NONE : stated.place());
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
  private boolean is(Field field, String reference) {
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
      return FieldReference.parse(reference).findNamed(tree);
    } catch (JapplyException e) {
      return Optional.empty(); // it names none, or several
    }
  }
}
