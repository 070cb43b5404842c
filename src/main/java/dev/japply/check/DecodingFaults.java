package dev.japply.check;

import dev.japply.object.KubeObject;
import dev.japply.problem.Problem;
import dev.japply.schema.Schema;
import java.util.ArrayList;
import java.util.List;

/// The fields of an object that a server does not decode: unknown ones, and values of another type.
public final class DecodingFaults {
  private DecodingFaults() {}

  /// Returns an error for each such field.
  ///
  /// @param schema the type of the object
  public static List<Problem> of(Schema schema, KubeObject object) {
    var findings = new ArrayList<Finding>();
    SchemaCheck.decode(new CheckedType(schema), object.tree(), findings::add);
    return findings.stream()
        .filter(finding -> finding.warning() == null)
        .map(finding -> finding.of(object))
        .toList();
  }
}
