package dev.japply.kyaml;

import dev.japply.merge.MergeException;
import dev.japply.merge.MergeException.Reason;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.yaml.ScalarStyle;

/// The value of `$patch` in a map or list of a patch.
enum Directive {
  /// It goes.
  DELETE,
  /// It is replaced.
  REPLACE,
  /// It is merged, as without a directive.
  MERGE,
  /// None of these.
  UNKNOWN;

  static final String KEY = "$patch";

  /// The directive that `value` is; [#MERGE] when there is none.
  ///
  /// @throws MergeException when it is unknown
  static Directive of(Node value, ScalarStyle spelling, FieldPath path) {
    Directive known = tolerant(value, spelling);
    if (known == UNKNOWN) {
      String text = value instanceof Value written ? spelling.text(written) : "";
      throw new MergeException(
          Reason.BAD_PATCH_TYPE, path, "unknown patch strategy '" + text + "'");
    }
    return known;
  }

  /// The same where an unknown one does not matter.
  static Directive tolerant(Node value, ScalarStyle spelling) {
    if (!(value instanceof Value written)) {
      return MERGE;
    }
    return switch (spelling.text(written)) {
      case "delete" -> DELETE;
      case "replace" -> REPLACE;
      case "merge" -> MERGE;
      default -> UNKNOWN;
    };
  }
}
