package dev.japply.plan;

import dev.japply.object.KubeObject;
import dev.japply.problem.Origin;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value.MapValue;
import java.util.LinkedHashMap;
import java.util.Map;

/// JointRefusalHints for fields that a server refuses together. The server's message names only one
/// of them.
public final class JointRefusalHints {
  private JointRefusalHints() {}

  /// Returns the remedies by the paths of fields, with the numbers of items as in the messages of
  /// servers.
  ///
  /// @param result the object that the server refused
  public static Map<String, String> of(KubeObject desired, MapValue result) {
    var remedies = new LinkedHashMap<String, String>();
    new PatchWarnings(desired, MapValue.EMPTY, result, path -> Origin.NONE)
        .clashing()
        .forEach(clash -> remedies.put(numbered(clash.path(), result), clash.remedy()));
    return remedies;
  }

  private static String numbered(FieldPath path, MapValue result) {
    return path.numberedIn(result).toString();
  }
}
