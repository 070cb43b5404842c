package dev.japply.report;

import dev.japply.apply.Event;
import dev.japply.apply.Event.Applied;
import dev.japply.apply.Event.ApplyEnded;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Problem;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/// The objects themselves, each as soon as it is done.
public final class ObjectReporter implements Reporter {
  private final PrintWriter out;
  private final OutputFormat notation;
  private final Separators separators;
  private final List<Problem> problems = new ArrayList<>();
  private boolean printed;

  /// The positions of `---` in YAML.
  public enum Separators {
    /// Between the objects.
    BETWEEN,
    /// Before each object, since others were printed before.
    BEFORE_EACH,
    /// Nowhere, which kubectl does with objects that it prunes.
    NONE
  }

  public ObjectReporter(PrintWriter out, OutputFormat notation, Separators separators) {
    this.out = out;
    this.notation = notation;
    this.separators = separators;
  }

  @Override
  public void accept(Event event) {
    if (event instanceof Applied applied) {
      OutputFormat.Printed text = notation.print(List.of(applied.object()));
      out.print(separates() ? notation.separator() : "");
      out.print(text.text());
      out.flush();
      printed = true;
      if (!text.problem().isEmpty()) {
        String subject = applied.desired().key().subject();
        problems.add(Problem.error(applied.desired().origin(), subject, text.problem(), ""));
      }
    } else if (event instanceof ApplyEnded && !problems.isEmpty()) {
      throw new JapplyException(problems);
    }
  }

  private boolean separates() {
    return switch (separators) {
      case BETWEEN -> printed;
      case BEFORE_EACH -> true;
      case NONE -> false;
    };
  }
}
