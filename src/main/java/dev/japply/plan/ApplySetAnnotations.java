package dev.japply.plan;

import dev.japply.problem.JapplyException;
import dev.japply.tree.Node;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import java.util.List;

/// The contents of an ApplySet, as recorded in its live parent.
///
/// @param resources types in the format of older tools, as `deployments.apps`; empty if the parent
///   has kinds
public record ApplySetAnnotations(ApplySetMembers contents, List<String> resources) {
  /// The record of a set that does not exist yet.
  public static final ApplySetAnnotations NONE =
      new ApplySetAnnotations(ApplySetMembers.EMPTY, List.of());

  public ApplySetAnnotations {
    resources = List.copyOf(resources);
  }

  /// Reads the record in `live`.
  ///
  /// @throws JapplyException if `live` is no parent of this set, or belongs to another tool
  public static ApplySetAnnotations read(ApplySetParent parent, MapValue live) {
    checkTool(parent, live.map("metadata").map("annotations"));
    return readOfAny(parent, live);
  }

  /// Reads the record in `live`, whichever tool wrote it.
  ///
  /// @throws JapplyException if `live` is no parent of this set, or has no record
  public static ApplySetAnnotations readOfAny(ApplySetParent parent, MapValue live) {
    MapValue annotations = live.map("metadata").map("annotations");
    checkId(parent, live.map("metadata").map("labels"));
    List<String> namespaces = items(annotations.text(ApplySetParent.NAMESPACES));
    var own =
        ApplySetMembers.of(
            List.of(), parent.namespace().isEmpty() ? List.of() : List.of(parent.namespace()));
    if (annotations.has(ApplySetParent.KINDS)) {
      List<String> kinds = items(annotations.text(ApplySetParent.KINDS));
      return new ApplySetAnnotations(ApplySetMembers.of(kinds, namespaces).plus(own), List.of());
    }
    List<String> resources = items(annotations.text(ApplySetParent.RESOURCES));
    if (resources.isEmpty()) {
      throw new JapplyException(
          "parsing ApplySet annotation on \"%s\": the annotation \"%s\" is required"
              .formatted(parent, ApplySetParent.KINDS),
          "set it to the types of the set's members, such as Secret,Deployment.apps");
    }
    return new ApplySetAnnotations(ApplySetMembers.of(List.of(), namespaces).plus(own), resources);
  }

  /// Returns the tool that maintains the set of `live`, such as `kubectl/v1.37.2`; empty if it is
  /// not stated.
  public static String tooling(MapValue live) {
    return live.map("metadata").map("annotations").text(ApplySetParent.TOOLING);
  }

  private static void checkTool(ApplySetParent parent, MapValue annotations) {
    Node tooling = annotations.get(ApplySetParent.TOOLING);
    String exists = "ApplySet parent object \"" + parent + "\" already exists and is ";
    if (!(tooling instanceof StringValue(String text))) {
      throw new JapplyException(
          exists + "missing required annotation \"" + ApplySetParent.TOOLING + "\"",
          "choose another name for the set");
    }
    int slash = text.lastIndexOf('/');
    String tool = slash < 0 ? text : text.substring(0, slash);
    if (!tool.equals(ApplySetParent.TOOL)) {
      throw new JapplyException(
          exists + "managed by tooling \"" + tool + "\" instead of \"" + ApplySetParent.TOOL + "\"",
          "apply it with that tool");
    }
  }

  private static void checkId(ApplySetParent parent, MapValue labels) {
    String exists = "ApplySet parent object \"" + parent + "\" exists and ";
    if (!labels.has(ApplySetParent.ID)) {
      throw new JapplyException(
          exists + "does not have required label " + ApplySetParent.ID, "set it to " + parent.id());
    }
    if (!labels.text(ApplySetParent.ID).equals(parent.id())) {
      throw new JapplyException(
          "%shas incorrect value for label \"%s\" (got: %s, want: %s)"
              .formatted(exists, ApplySetParent.ID, labels.text(ApplySetParent.ID), parent.id()),
          "it may have been copied from another set: choose another name");
    }
  }

  private static List<String> items(String text) {
    return text.isEmpty() ? List.of() : List.of(text.split(",", -1));
  }
}
