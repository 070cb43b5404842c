package dev.japply.report;

import dev.japply.object.FieldManagers.Manager;
import dev.japply.object.KubeObject;
import dev.japply.plan.FieldExplanation;
import dev.japply.plan.ObjectExplanation;
import dev.japply.plan.ObjectExplanation.Outcome;
import dev.japply.problem.Origin;
import dev.japply.report.TextTable.Column;
import java.util.List;

/// Objects that change, with a table of their fields below one heading, and a count of the others.
public final class ChangeTable {
  private final TextTable table =
      new TextTable(
          List.of(Column.PATH, Column.VALUE, Column.VALUE, Column.NOTE, Column.NOTE, Column.TIME),
          List.of("FIELD", "WAS", "BECOMES", "REASON", "WHO", "SINCE"),
          /* grouped= */ false);
  private boolean changes;
  private int others;

  /// Counts an object that stays as it is.
  void addOther() {
    others++;
  }

  /// Adds an object that changes, or counts it with the others.
  public void add(ObjectExplanation explanation) {
    boolean same = explanation.outcome() == Outcome.UNCHANGED;
    if (same && WhyText.withoutDirectives(explanation.fields()).isEmpty()) {
      addOther();
    } else {
      KubeObject object = explanation.object();
      String title = WhyText.subject(object) + ": " + WhyText.summary(explanation);
      add(title, !same, explanation.fields(), object.origin());
    }
  }

  /// Adds an object with its fields.
  ///
  /// @param changing whether the object changes
  /// @param object the position of the object: fields from other files are shown with their
  ///   position
  void add(String title, boolean changing, List<FieldExplanation> fields, Origin object) {
    changes |= changing;
    table.title(title);
    for (FieldExplanation field : WhyText.withoutDirectives(fields)) {
      var values = field.values();
      List<Manager> managers = field.managers();
      table.row(
          List.of(
              field.path(),
              WhyText.text(values.live()),
              field.changes() ? WhyText.text(values.result()) : "=",
              field.cause().words() + WhyText.elsewhere(field, object),
              managers.isEmpty() ? WhyText.NOTHING : managers.getFirst().title(),
              managers.isEmpty() ? WhyText.NOTHING : WhyText.time(managers.getFirst())));
    }
  }

  /// Returns the text; empty if there are no objects.
  ///
  /// @param width the number of columns of the terminal
  public String text(int width) {
    return table.text(width) + (others == 0 ? "" : others());
  }

  private String others() {
    String stay =
        others == 1 ? "1 object stays as it is\n" : others + " objects stay as they are\n";
    return changes ? stay : "nothing changes: " + stay;
  }
}
