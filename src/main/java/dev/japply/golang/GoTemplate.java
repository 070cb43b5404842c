package dev.japply.golang;

import dev.japply.golang.TemplateNode.Sequence;
import dev.japply.tree.Value;
import java.util.Map;

/// A template of Go's text/template, with kubectl's functions `base64decode` and `exists`.
public final class GoTemplate {
  private final String text;
  private final Map<String, Sequence> templates;

  private GoTemplate(String text, Map<String, Sequence> templates) {
    this.text = text;
    this.templates = templates;
  }

  /// Reads a template.
  ///
  /// @throws TemplateException when it is malformed or names a function that does not exist
  public static GoTemplate parse(String text) {
    return new GoTemplate(text, TemplateParser.parse(ByteText.of(text)));
  }

  /// The output of a template for a value.
  ///
  /// @param text the whole output, or the output before the failure
  /// @param problem the reason for the failure; empty if there was none
  public record Result(String text, String problem) {}

  /// Executes the template for `value`.
  ///
  /// @param allowMissing whether a missing map entry becomes `<no value>` and not an error
  public Result run(Value value, boolean allowMissing) {
    var out = new StringBuilder();
    var run = new TemplateExecution(ByteText.of(text), templates, allowMissing, out);
    try {
      run.start(Numbers.READ_AGAIN.read(value));
      return new Result(ByteText.decode(out.toString()), "");
    } catch (TemplateException e) {
      return new Result(ByteText.decode(out.toString()), String.valueOf(e.getMessage()));
    }
  }
}
