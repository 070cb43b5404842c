package dev.japply.plan;

import dev.japply.diff.Secrets;
import dev.japply.object.FieldManagers.Manager;
import dev.japply.object.LastApplied;
import dev.japply.object.ManagedFields;
import dev.japply.plan.LastWriter.Owned;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/// The owned fields of a live object that a user requested.
///
/// @param shown the selected fields: first the object's own, then its metadata, defaults and status
/// @param hidden the number of other fields by part
public record OwnerSelection(List<Owned> shown, SortedMap<Part, Integer> hidden) {
  private static final String STATUS = "status";
  private static final FieldPath ANNOTATION =
      FieldPath.root().key("metadata").key("annotations").key(LastApplied.KEY);

  public OwnerSelection {
    shown = List.copyOf(shown);
    hidden = Collections.unmodifiableSortedMap(new TreeMap<>(hidden));
  }

  /// A part of the fields.
  public enum Part {
    /// Fields that a manager set.
    SPEC,
    /// Fields of the client that applies the object, which it did not apply: defaults of the server
    /// or released fields, and the last-applied annotation.
    DEFAULTS,
    /// Fields that were written with the status.
    STATUS,
    ALL;

    /// Returns the part in lower case.
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// Returns a part of the owned fields of `live`.
  ///
  /// @param field the path of a field, which is shown with those below it; empty for all
  public static OwnerSelection of(MapValue live, Part part, String field, Secrets secrets) {
    List<Owned> all = LastWriter.of(live, secrets);
    Set<String> appliers = appliers(all);
    var shown = new ArrayList<Owned>();
    var hidden = new TreeMap<Part, Integer>();
    for (Owned one : all) {
      if (isWithin(one.path().toString(), field)) {
        Part own = part(one, appliers);
        if (part == Part.ALL || part == own) {
          shown.add(one);
        } else {
          hidden.merge(own, 1, Integer::sum);
        }
      }
    }
    shown.sort(
        Comparator.comparing((Owned one) -> part(one, appliers))
            .thenComparing(one -> one.path().toString().startsWith("metadata")));
    return new OwnerSelection(shown, hidden);
  }

  /// Returns the names of the managers that write the last-applied annotation.
  private static Set<String> appliers(List<Owned> all) {
    var names = new HashSet<>(Set.of(ManagedFields.CLIENT_SIDE));
    all.stream()
        .filter(one -> one.path().equals(ANNOTATION))
        .flatMap(one -> one.managers().stream())
        .forEach(manager -> names.add(manager.name()));
    return names;
  }

  private static Part part(Owned one, Set<String> appliers) {
    if (isWithin(one.path().toString(), STATUS)
        || one.managers().stream().allMatch(manager -> manager.subresource().equals(STATUS))) {
      return Part.STATUS;
    }
    boolean applier =
        one.managers().stream().allMatch(manager -> isUpdate(manager, appliers)) && !one.applied();
    return applier ? Part.DEFAULTS : Part.SPEC;
  }

  private static boolean isUpdate(Manager manager, Set<String> appliers) {
    return manager.operation().equals("Update")
        && manager.subresource().isEmpty()
        && appliers.contains(manager.name());
  }

  private static boolean isWithin(String path, String field) {
    return field.isEmpty()
        || path.equals(field)
        || path.startsWith(field + ".")
        || path.startsWith(field + "[");
  }
}
