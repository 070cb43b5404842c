package dev.japply.report;

import dev.japply.plan.Action;
import dev.japply.plan.FieldExplanation;
import dev.japply.plan.file.PlanFile.Made;
import dev.japply.plan.file.PlanFile.Target;
import dev.japply.problem.TerminalText;
import java.util.List;
import java.util.function.BiFunction;

/// Prints a plan for people: its target, and each object that changes, with reasons.
public final class PlanText {
  private PlanText() {}

  public static String head(Made made, Target target) {
    return head(made, target, "good until " + made.expires());
  }

  /// Returns the first line of a plan that cannot be carried out, because objects are missing.
  public static String incompleteHead(Made made, Target target) {
    return head(made, target, "incomplete");
  }

  private static String head(Made made, Target target, String state) {
    return TerminalText.line(
            "Plan of %s for %s, %s".formatted(made.created(), target.server(), state))
        + "\n";
  }

  /// Returns the text about the objects.
  ///
  /// @param width the number of columns of the terminal
  public static String objects(List<PlanEntryText> objects, int width) {
    return objects(objects, width, PlanText::becomes);
  }

  /// Returns the text about the objects of an undo.
  ///
  /// @param width the number of columns of the terminal
  public static String undone(List<PlanEntryText> objects, int width) {
    return objects(objects, width, PlanText::becomesAgain);
  }

  private static String objects(
      List<PlanEntryText> objects, int width, BiFunction<Action, Long, String> becomes) {
    var table = new ChangeTable();
    for (PlanEntryText object : objects) {
      if (object.action() instanceof Action.Unchanged) {
        table.addOther();
      } else {
        add(table, object, becomes);
      }
    }
    long ignored = objects.stream().mapToLong(PlanText::ignored).sum();
    return table.text(width) + ignored(ignored);
  }

  private static String ignored(long fields) {
    return fields == 0 ? "" : fields == 1 ? "1 field ignored\n" : fields + " fields ignored\n";
  }

  private static long ignored(PlanEntryText object) {
    return object.fields().stream().filter(FieldExplanation::isIgnored).count();
  }

  private static void add(
      ChangeTable table, PlanEntryText object, BiFunction<Action, Long, String> becomes) {
    long fields =
        WhyText.withoutDirectives(object.fields()).stream()
            .filter(FieldExplanation::changes)
            .count();
    String title = WhyText.subject(object.object()) + ": " + becomes.apply(object.action(), fields);
    table.add(title, true, object.fields(), object.object().origin());
  }

  private static String becomesAgain(Action action, long fields) {
    return switch (action) {
      case Action.Create create -> "to be created again, since the run deleted it";
      case Action.Patch patch when fields == 1 -> "1 field is taken back";
      case Action.Patch patch when fields > 1 -> fields + " fields are taken back";
      case Action.Delete delete -> "to be deleted, since the run created it";
      case Action other -> becomes(other, fields);
    };
  }

  private static String becomes(Action action, long fields) {
    return switch (action) {
      case Action.Create create -> "to be created";
      case Action.Patch patch -> WhyText.changes(fields);
      case Action.Recreate recreate -> "to be deleted and recreated";
      case Action.Delete delete -> "to be deleted, since it is not in the manifests any more";
      case Action.Unchanged same -> "stays as it is";
      case Action.Apply apply ->
          fields == 0 ? "only the owners of fields change" : WhyText.changes(fields);
      case Action.Refused refused -> "cannot be applied";
    };
  }
}
