package dev.japply.report;

import dev.japply.event.Event;
import dev.japply.event.Event.Applied;
import dev.japply.report.DocumentReporter.Format;
import dev.japply.report.DocumentReporter.Style;
import dev.japply.tree.Value.MapValue;
import java.io.PrintWriter;

/// The objects themselves, each as soon as it is done. YAML documents are separated by `---`.
public final class EachReporter implements Reporter {
  private final PrintWriter out;
  private final Style style;
  private boolean printed;

  /// A reporter that prints to `out`.
  public EachReporter(PrintWriter out, Style style) {
    this.out = out;
    this.style = style;
  }

  @Override
  public void accept(Event event) {
    if (event instanceof Applied applied) {
      MapValue shown = style.shown(applied.object());
      boolean separate = printed && style.format() == Format.YAML;
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

  @Override
  public void finish() {}
}
