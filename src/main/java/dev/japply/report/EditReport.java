package dev.japply.report;

import dev.japply.diff.Excerpts;
import dev.japply.merge.AnnotationEdit.Change;
import dev.japply.object.KubeObject;
import dev.japply.object.SecretMask;
import dev.japply.problem.Origin;
import dev.japply.tree.GoJson;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import java.nio.file.Path;

/// Messages of the commands that edit the last-applied annotation.
public final class EditReport {
  /// Longer values are cut: each field has one line.
  private static final int SHOWN = 60;

  private EditReport() {}

  /// Returns kubectl's message that `set-last-applied` has nothing to change.
  public static String noChanges(String name) {
    return "set-last-applied " + name + ": no changes required.";
  }

  /// Returns kubectl's message with the location of the user's text.
  public static String copy(Path file) {
    return "A copy of your changes has been stored to \"" + file + "\"";
  }

  /// Returns the message about the change of one field of `object`.
  public static String change(KubeObject object, Change change) {
    boolean hidden = SecretMask.hides(object, change.path());
    String value = value(change.live(), hidden);
    String what =
        switch (change.kind()) {
          case RELEASED ->
              change.live() instanceof Missing
                  ? "released; it is not there now"
                  : "released: it stays " + value + " when the manifest leaves it out";
          case DELETED ->
              "will be deleted by the next apply of a manifest without it; it is " + value + " now";
          case OWNED -> "becomes ours: an apply of a manifest without it deletes it";
          case VALUE -> "another value has no effect: an apply only checks that the field exists";
        };
    return object.key().subject() + ": " + change.path() + ": " + what;
  }

  /// Returns the message about the number of objects without any of the fields.
  public static String passedOver(int objects) {
    return "passed over: "
        + objects
        + (objects == 1 ? " object" : " objects")
        + " without the field";
  }

  /// Returns the message about the change of one field of a manifest.
  ///
  /// @param leaves whether the field is removed; if not, it is added with its live value
  public static String manifest(Origin origin, String field, boolean leaves) {
    return origin
        + ": "
        + field
        + (leaves ? " leaves the manifest" : " is in the manifest from now on, as it is live");
  }

  /// Returns the message that a file of manifests was replaced.
  public static String written(String file) {
    return file + " written";
  }

  private static String value(Node node, boolean hidden) {
    return switch (node) {
      case Missing missing -> "nothing";
      case Value value when hidden -> SecretMask.HIDDEN;
      case Value value -> Excerpts.of(SHOWN, GoJson.write(value));
    };
  }

  /// Returns `object` as JSON over several lines, for editing.
  public static String json(Value object) {
    return IndentedJson.write(object) + "\n";
  }

  public static String yaml(Value object) {
    return GoYaml.write(object);
  }
}
