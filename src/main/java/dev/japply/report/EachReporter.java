package dev.japply.report;

import dev.japply.event.Event;
import dev.japply.event.Event.Applied;
import dev.japply.report.DocumentReporter.Format;
import dev.japply.report.DocumentReporter.Style;
import dev.japply.tree.Value.MapValue;
import java.io.PrintWriter;

/// The objects themselves, each as soon as it is done.
public final class EachReporter implements Reporter {
  private final PrintWriter out;
  private final Style style;
  private final Separators separators;
  private boolean printed;

  /// Where `---` stands in YAML.
  public enum Separators {
    /// Between the objects.
    BETWEEN,
    /// Before each object, since others were printed before.
    BEFORE_EACH,
    /// Nowhere, which kubectl does with objects that it prunes.
    NONE
  }

  /// A reporter that prints to `out`, YAML separated.
  public EachReporter(PrintWriter out, Style style) {
    this(out, style, Separators.BETWEEN);
  }

  /// A reporter that prints to `out`.
  public EachReporter(PrintWriter out, Style style, Separators separators) {
    this.out = out;
    this.style = style;
    this.separators = separators;
  }

  @Override
  public void accept(Event event) {
    if (event instanceof Applied applied) {
      MapValue shown = style.shown(applied.object());
      boolean separate = separates() && style.format() == Format.YAML;
      out.print(separate ? "---\n" : "");
      out.print(
          switch (style.format()) {
            case JSON -> IndentedJson.write(shown) + "\n";
            case YAML -> GoYaml.write(shown);
          });
      out.flush();
      printed = true;
    }
  }

  private boolean separates() {
    return switch (separators) {
      case BETWEEN -> printed;
      case BEFORE_EACH -> true;
      case NONE -> false;
    };
  }

  @Override
  public void finish() {}
}
