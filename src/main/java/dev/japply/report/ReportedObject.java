package dev.japply.report;

import dev.japply.object.KubeObject;
import dev.japply.object.ObjectKey;
import dev.japply.plan.FieldExplanation;
import dev.japply.plan.FieldExplanation.Cause.Effect;
import dev.japply.problem.Origin;
import dev.japply.problem.TerminalText;
import dev.japply.report.Summary.End;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The actual or planned outcome of one object. Values of Secrets are hidden in all of it.
///
/// @param diff the changes, in hunks of a unified diff; empty if nothing changes or the changes are
///   unknown
/// @param fields the fields of the manifest and the changed fields, with reasons; empty if nothing
///   is merged
/// @param build the directory of the kustomization that has the object; empty if the run is about
///   one source only
/// @param content the fields of a new or recreated object as the server stores them; missing for
///   other objects, and if they are not known
/// @param replaced the content of a recreated object with the old values of the fields that change;
///   missing for other objects
/// @param effects the rule that allows a recreation with its reason, and everything that a deletion
///   does to others; empty if nothing is deleted
/// @param successor the object that takes the place of this one; null if there is none
public record ReportedObject(
    KubeObject object,
    End end,
    String diff,
    List<FieldExplanation> fields,
    String build,
    Node content,
    Node replaced,
    List<String> effects,
    @Nullable ObjectKey successor) {
  /// Creates the outcome for an object of a run about one source.
  public ReportedObject(KubeObject object, End end, String diff, List<FieldExplanation> fields) {
    this(object, end, diff, fields, "");
  }

  /// Creates the outcome for an object without content.
  ReportedObject(
      KubeObject object, End end, String diff, List<FieldExplanation> fields, String build) {
    this(object, end, diff, fields, build, Missing.MISSING, Missing.MISSING, List.of(), null);
  }

  /// Returns the outcome with the fields of a new object.
  public ReportedObject withContent(Node shown) {
    return new ReportedObject(
        object, end, diff, fields, build, shown, replaced, effects, successor);
  }

  /// Returns the outcome with the fields of a recreated object.
  ///
  /// @param old the same fields with their old values
  ReportedObject withContent(Node shown, Node old) {
    return new ReportedObject(object, end, diff, fields, build, shown, old, effects, successor);
  }

  /// Returns the outcome with the effects of a deletion.
  public ReportedObject withEffects(List<String> all) {
    return new ReportedObject(object, end, diff, fields, build, content, replaced, all, successor);
  }

  /// Returns the outcome of an object whose place another one takes.
  ReportedObject movedTo(@Nullable ObjectKey other) {
    return new ReportedObject(object, end, diff, fields, build, content, replaced, effects, other);
  }

  public ReportedObject {
    fields = List.copyOf(fields);
    effects = List.copyOf(effects);
  }

  /// Returns the object's kind and name, such as `Deployment shop/web`, after its kustomization.
  String subject() {
    String subject = object.key().subject();
    return TerminalText.line(
        build.isEmpty() || build.equals(".") ? subject : build + ": " + subject);
  }

  Origin origin() {
    return object.origin();
  }

  /// Returns the position of the first changed field, for marks in a file. A new object, and one
  /// whose fields have no position, is marked at its start. An object of a build has the line that
  /// causes its difference.
  Origin place() {
    return end == End.CREATED || !build.isEmpty()
        ? origin()
        : changedFields().stream()
            .map(FieldExplanation::origin)
            .filter(place -> place.line() > 0)
            .findFirst()
            .orElse(origin());
  }

  boolean changes() {
    return switch (end) {
      case CREATED,
          CONFIGURED,
          RECREATED,
          SERVERSIDE_APPLIED,
          RENAMED,
          REMOVED,
          MOVED,
          PRUNED,
          DELETED ->
          true;
      case UNCHANGED, VALID, KEPT, SKIPPED, READY, NOT_READY, FAILED, UNKNOWN, NOT_TRIED -> false;
    };
  }

  List<FieldExplanation> changedFields() {
    return fields.stream().filter(field -> field.cause().effect() == Effect.CHANGES).toList();
  }
}
