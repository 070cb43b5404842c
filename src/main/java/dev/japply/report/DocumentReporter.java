package dev.japply.report;

import dev.japply.apply.Event;
import dev.japply.apply.Event.Applied;
import dev.japply.apply.Event.ApplyEnded;
import dev.japply.problem.JapplyException;
import dev.japply.tree.Value.MapValue;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/// The applied objects themselves, at the end of the run: one object, or a `v1` `List` of several.
/// They are printed even if other objects failed.
public final class DocumentReporter implements Reporter {
  private final PrintWriter out;
  private final OutputFormat notation;
  private final List<MapValue> objects = new ArrayList<>();

  public DocumentReporter(PrintWriter out, OutputFormat notation) {
    this.out = out;
    this.notation = notation;
  }

  @Override
  public void accept(Event event) {
    if (event instanceof Applied applied) {
      objects.add(applied.object());
    } else if (event instanceof ApplyEnded) {
      print();
    }
  }

  private void print() {
    if (objects.isEmpty()) {
      return;
    }
    OutputFormat.Printed text = notation.print(objects);
    out.print(text.text());
    out.flush();
    if (!text.problem().isEmpty()) {
      throw new JapplyException(text.problem(), "");
    }
  }
}
