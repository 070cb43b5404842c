package dev.japply.plan;

import dev.japply.object.KubeObject;
import dev.japply.object.ObjectKey;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Problem;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value.StringValue;
import java.util.Arrays;
import java.util.List;

/// Reader of kpt's depends-on annotation: references separated by commas, each
/// `GROUP/namespaces/NAMESPACE/KIND/NAME`, or `GROUP/KIND/NAME` for a cluster-scoped object.
///
/// <https://kpt.dev/reference/annotations/depends-on/>
final class DependsOn {
  static final String KEY = "config.kubernetes.io/depends-on";

  private static final FieldPath PLACE =
      FieldPath.root().key("metadata").key("annotations").key(KEY);

  private static final String FORM =
      "write GROUP/namespaces/NAMESPACE/KIND/NAME, or GROUP/KIND/NAME for an object of the whole"
          + " cluster, with commas between several; the GROUP of the core types is empty, as in"
          + " /namespaces/shop/Secret/db";

  private DependsOn() {}

  /// Checks whether an object has the annotation.
  static boolean isNamed(KubeObject object) {
    return !(annotation(object) instanceof Missing);
  }

  private static Node annotation(KubeObject object) {
    return object.tree().map("metadata").map("annotations").get(KEY);
  }

  /// Returns the objects that an object depends on.
  ///
  /// @throws JapplyException if the annotation is malformed
  static List<ObjectKey> of(KubeObject object) {
    return switch (annotation(object)) {
      case Missing none -> List.of();
      case StringValue(String text) ->
          Arrays.stream(text.split(",", -1)).map(one -> reference(object, one.strip())).toList();
      case Node other -> throw malformed(object, "it is no text");
    };
  }

  private static ObjectKey reference(KubeObject object, String text) {
    String[] parts = text.split("/", -1);
    boolean placed = parts.length == 5 && parts[1].equals("namespaces");
    if (!placed && parts.length != 3) {
      throw malformed(object, "\"" + text + "\" names no object");
    }
    var key =
        placed
            ? new ObjectKey(parts[0], parts[3], parts[2], parts[4])
            : new ObjectKey(parts[0], parts[1], "", parts[2]);
    if (key.kind().isEmpty() || key.name().isEmpty() || (placed && key.namespace().isEmpty())) {
      throw malformed(object, "\"" + text + "\" names no object");
    }
    return key;
  }

  private static JapplyException malformed(KubeObject object, String what) {
    return new JapplyException(problem(object, what, FORM));
  }

  static Problem problem(KubeObject object, String what, String hint) {
    return Problem.error(
        object.positions().apply(PLACE), object.key().subject(), KEY + ": " + what, hint);
  }
}
