package dev.japply.kustomize.build;

import dev.japply.kustomize.load.SizeLimit;
import dev.japply.kyaml.FieldEdit.FieldException;
import dev.japply.tree.FloatText;
import java.util.Map;
import java.util.function.Consumer;

/// A text with references to vars: `$(NAME)` is the value of a var, and `$$` is a `$`.
final class VarExpansion {
  private VarExpansion() {}

  /// Expands a text to a text, or to the value of the single var that it consists of.
  ///
  /// @param values the values of vars; references to other names remain as written
  /// @param used receives the names of the used vars
  /// @throws FieldException if the result exceeds the limit for one field
  static Object expand(String text, Map<String, Object> values, Consumer<String> used) {
    var expanded = new StringBuilder();
    int at = 0;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c != '$' || at + 1 == text.length()) {
        expanded.append(c);
        at++;
      } else if (text.charAt(at + 1) == '(') {
        int end = text.indexOf(')', at + 2);
        if (end < 0) {
          expanded.append("$(");
          at += 2;
          continue;
        }
        String name = text.substring(at + 2, end);
        Object value = values.get(name);
        if (value != null) {
          used.accept(name);
        }
        Object mapped = value == null ? "$(" + name + ")" : value;
        if (text.equals("$(" + name + ")")) {
          return mapped;
        }
        expanded.append(
            mapped instanceof Double number
                ? FloatText.of(number, 'g', FloatText.SHORTEST)
                : mapped);
        if (expanded.length() > SizeLimit.TEXT) {
          throw new FieldException("vars make a text too large");
        }
        at = end + 1;
      } else {
        char next = text.charAt(at + 1);
        expanded.append(next == '$' ? "$" : "$" + next);
        at += 2;
      }
    }
    return expanded.toString();
  }
}
