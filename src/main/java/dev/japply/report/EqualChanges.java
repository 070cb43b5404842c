package dev.japply.report;

import dev.japply.object.ObjectKey;
import dev.japply.plan.FieldExplanation;
import dev.japply.problem.TerminalText;
import dev.japply.report.Summary.End;
import dev.japply.tree.Node;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Objects of several kustomizations with the same difference, such as one that a change of their
/// base causes in all overlays.
///
/// @param objects the objects, at least one
record EqualChanges(List<ReportedObject> objects) {
  /// So many kustomizations are named.
  private static final int NAMED = 8;

  EqualChanges {
    objects = List.copyOf(objects);
  }

  /// The features that equal differences share.
  ///
  /// @param diff the whole difference, for an object that is not in both builds; else empty
  private record Feature(String kind, End end, List<ChangedField> fields, String diff) {}

  private record ChangedField(String path, Node before, Node after) {}

  /// Groups objects, in the order of the first one of each group.
  static List<EqualChanges> of(List<ReportedObject> objects) {
    Map<Object, List<ReportedObject>> groups = new LinkedHashMap<>();
    for (ReportedObject object : objects) {
      Object feature = object.build().isEmpty() ? new Object() : feature(object);
      groups.computeIfAbsent(feature, none -> new ArrayList<>()).add(object);
    }
    return groups.values().stream().map(EqualChanges::new).toList();
  }

  private static Feature feature(ReportedObject object) {
    return new Feature(
        object.object().gvk().kind(),
        object.end(),
        object.changedFields().stream().map(EqualChanges::field).toList(),
        object.end() == End.CONFIGURED ? "" : object.diff());
  }

  private static ChangedField field(FieldExplanation field) {
    return new ChangedField(field.path(), field.values().live(), field.values().result());
  }

  ReportedObject first() {
    return objects.getFirst();
  }

  boolean isShared() {
    return objects.size() > 1;
  }

  /// Returns the object, or the number of kustomizations with the objects' names.
  String subject() {
    if (!isShared()) {
      return first().subject();
    }
    List<String> names =
        names(objects.stream().map(each -> withoutNamespace(each.object().key())).toList());
    long builds = objects.stream().map(ReportedObject::build).distinct().count();
    String where = builds == 1 ? "in " + first().build() : "in " + builds + " overlays";
    return TerminalText.line(where + ": " + String.join(", ", names));
  }

  /// Names an object like its counterparts in the namespaces of other overlays.
  private static String withoutNamespace(ObjectKey key) {
    return key.kind() + " " + key.name();
  }

  /// Returns the directories of the kustomizations; empty for one object, whose subject has it.
  String builds() {
    return isShared()
        ? TerminalText.line(
            String.join(", ", names(objects.stream().map(ReportedObject::build).toList())))
        : "";
  }

  private static List<String> names(List<String> all) {
    List<String> distinct = all.stream().distinct().toList();
    if (distinct.size() <= NAMED) {
      return distinct;
    }
    var names = new ArrayList<>(distinct.subList(0, NAMED));
    names.add("and " + (distinct.size() - NAMED) + " more");
    return names;
  }

  /// Returns the cause of a field, and the number of other lines that cause it elsewhere.
  String cause(int field) {
    List<String> causes =
        objects.stream()
            .map(object -> object.changedFields().get(field).cause().words())
            .distinct()
            .toList();
    int more = causes.size() - 1;
    return causes.getFirst()
        + (more == 0 ? "" : more == 1 ? " and 1 other line" : " and " + more + " other lines");
  }
}
