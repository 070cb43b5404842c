package dev.japply.report;

import dev.japply.apply.Event;
import dev.japply.apply.Event.Applied;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.tree.Value.MapValue;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/// The objects themselves, at the end of the run: one object, or a `v1` `List` of several.
public final class DocumentReporter implements Reporter {
  private final PrintWriter out;
  private final OutputFormat notation;
  private final boolean evenAfterFailure;
  private final List<MapValue> objects = new ArrayList<>();
  private boolean failed;

  /// Creates a reporter that prints to `out`.
  ///
  /// @param evenAfterFailure whether the applied objects are printed if others failed; kubectl
  ///   prints nothing then
  public DocumentReporter(PrintWriter out, OutputFormat notation, boolean evenAfterFailure) {
    this.out = out;
    this.notation = notation;
    this.evenAfterFailure = evenAfterFailure;
  }

  @Override
  public void accept(Event event) {
    switch (event) {
      case Applied applied -> objects.add(applied.object());
      case Event.Failed failure -> failed = true;
      case Event.Unknown unknown -> failed = true;
      case Event.Rejected rejected -> failed = true;
      case Event.Stopped stopped -> failed = true;
      case Event.Progress progress -> {}
      case Event.ApplyEnded ended -> {}
      case Event.Sending sending -> {}
      case Event.Retrying retrying -> {}
      case Event.Warned warned -> {}
      case Event.Skipped skipped -> {}
      case Event.Pruning pruning -> {}
      case Event.PruningStopped stopped -> failed = true;
      case Event.Waiting waiting -> {}
      case Event.Ready ready -> {}
      case Event.Unready unready -> {}
    }
  }

  /// Prints the objects.
  ///
  /// @throws JapplyException if a template fails on them
  @Override
  public void finish() {
    if (objects.isEmpty() || (failed && !evenAfterFailure)) {
      return;
    }
    OutputFormat.Printed text = notation.print(objects);
    out.print(text.text());
    out.flush();
    if (!text.problem().isEmpty()) {
      throw new JapplyException(Problem.error(Origin.NONE, text.problem(), ""));
    }
  }
}
