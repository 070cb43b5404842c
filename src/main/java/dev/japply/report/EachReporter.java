package dev.japply.report;

import dev.japply.event.Event;
import dev.japply.event.Event.Applied;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Problem;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/// The objects themselves, each as soon as it is done. YAML documents are separated by `---`.
public final class EachReporter implements Reporter {
  private final PrintWriter out;
  private final Notation notation;
  private final List<Problem> problems = new ArrayList<>();
  private boolean printed;

  /// A reporter that prints to `out`.
  public EachReporter(PrintWriter out, Notation notation) {
    this.out = out;
    this.notation = notation;
  }

  @Override
  public void accept(Event event) {
    if (event instanceof Applied applied) {
      Notation.Printed text = notation.print(List.of(applied.object()));
      out.print(printed ? notation.separator() : "");
      out.print(text.text());
      out.flush();
      printed = true;
      if (!text.problem().isEmpty()) {
        String subject = applied.desired().key().subject();
        problems.add(Problem.error(applied.desired().origin(), subject, text.problem(), ""));
      }
    }
  }

  /// Ends the output.
  ///
  /// @throws JapplyException with the objects that a template did not fit
  @Override
  public void finish() {
    if (!problems.isEmpty()) {
      throw new JapplyException(problems);
    }
  }
}
