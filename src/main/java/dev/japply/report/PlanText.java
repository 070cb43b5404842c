package dev.japply.report;

import dev.japply.plan.FieldExplanation;
import dev.japply.plan.file.PlanFile.Made;
import dev.japply.plan.file.PlanFile.Target;
import dev.japply.problem.TerminalText;
import dev.japply.report.Summary.End;
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
  public static String objects(List<ReportedObject> objects, int width) {
    return objects(objects, width, PlanText::becomes);
  }

  /// Returns the text about the objects of an undo.
  ///
  /// @param width the number of columns of the terminal
  public static String undone(List<ReportedObject> objects, int width) {
    return objects(objects, width, PlanText::becomesAgain);
  }

  private static String objects(
      List<ReportedObject> objects, int width, BiFunction<End, Long, String> becomes) {
    var table = new ChangeTable();
    for (ReportedObject object : objects) {
      if (object.end() == End.UNCHANGED) {
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

  private static long ignored(ReportedObject object) {
    return object.fields().stream().filter(FieldExplanation::isIgnored).count();
  }

  private static void add(
      ChangeTable table, ReportedObject object, BiFunction<End, Long, String> becomes) {
    long fields =
        WhyText.withoutDirectives(object.fields()).stream()
            .filter(FieldExplanation::changes)
            .count();
    String title = WhyText.subject(object.object()) + ": " + becomes.apply(object.end(), fields);
    table.add(title, true, object.fields(), object.object().origin());
  }

  private static String becomesAgain(End end, long fields) {
    return switch (end) {
      case CREATED -> "to be created again, since the run deleted it";
      case PRUNED -> "to be deleted, since the run created it";
      case CONFIGURED ->
          switch ((int) fields) {
            case 0 -> becomes(end, fields);
            case 1 -> "1 field is taken back";
            default -> fields + " fields are taken back";
          };
      default -> becomes(end, fields);
    };
  }

  private static String becomes(End end, long fields) {
    return switch (end) {
      case CREATED -> "to be created";
      case CONFIGURED -> WhyText.changes(fields);
      case RECREATED -> "to be deleted and recreated";
      case PRUNED -> "to be deleted, since it is not in the manifests any more";
      case UNCHANGED -> "stays as it is";
      case SERVERSIDE_APPLIED -> "only the owners of fields change";
      default -> "cannot be applied";
    };
  }
}
