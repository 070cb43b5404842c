package dev.japply.report;

import dev.japply.diff.Excerpts;
import dev.japply.object.FieldManagers.Manager;
import dev.japply.object.KubeObject;
import dev.japply.plan.FieldExplanation;
import dev.japply.plan.LastWriter;
import dev.japply.plan.ObjectExplanation;
import dev.japply.problem.Origin;
import dev.japply.problem.TerminalText;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// Output of `japply why` and `japply diff --why` for people.
public final class WhyText {
  private static final int SHOWN = 40;
  private static final String NOTHING = "-";

  private static final List<String> HEADINGS =
      List.of("FIELD", "WAS", "BECOMES", "REASON", "WHO", "SINCE");

  private WhyText() {}

  /// Returns an object with a table of its fields, or one line if there are no fields to explain.
  public static String of(ObjectExplanation story) {
    return subject(story.object())
        + ": "
        + summary(story)
        + "\n"
        + table(story.fields(), story.object().origin());
  }

  /// Returns a table of fields that change; empty if there are no fields to explain.
  ///
  /// @param object the position of the object: fields from other files are shown with their
  ///   position
  static String table(List<FieldExplanation> all, Origin object) {
    List<FieldExplanation> fields = told(all);
    if (fields.isEmpty()) {
      return "";
    }
    var rows = new ArrayList<List<String>>();
    rows.add(HEADINGS);
    for (FieldExplanation field : fields) {
      var values = field.values();
      String becomes = field.changes() ? text(values.result()) : "=";
      List<String> shown = Excerpts.of(SHOWN, List.of(text(values.live()), becomes));
      rows.add(
          List.of(
              field.path(),
              shown.getFirst(),
              shown.getLast(),
              field.cause().words() + elsewhere(field, object),
              field.managers().isEmpty() ? NOTHING : name(field.managers().getFirst()),
              field.managers().isEmpty() ? NOTHING : time(field.managers().getFirst())));
    }
    return lines(rows);
  }

  /// Returns the reasons below a diff, as lines that `patch` skips, including those for fields that
  /// a rule keeps unchanged.
  public static String comments(ObjectExplanation story) {
    return story.fields().stream()
        .filter(field -> field.changes() || field.isIgnored())
        .map(field -> "# " + TerminalText.line(sentence(field, story.object().origin())) + "\n")
        .collect(Collectors.joining());
  }

  private static String sentence(FieldExplanation field, Origin object) {
    String writers =
        field.managers().isEmpty()
            ? ""
            : " (live by "
                + name(field.managers().getFirst())
                + ", "
                + time(field.managers().getFirst())
                + ")";
    return field.path() + ": " + field.cause().words() + elsewhere(field, object) + writers;
  }

  /// Returns the file that sets a field, if it is not the object's own file: for example, a patch
  /// of a kustomization.
  private static String elsewhere(FieldExplanation field, Origin object) {
    if (!field.isInManifest() || !field.changes()) {
      return "";
    }
    Origin place = field.origin();
    boolean told = !place.source().isEmpty() && !place.source().equals(object.source());
    return told ? ", set by " + place : "";
  }

  /// Returns a table of fields with their managers.
  ///
  /// @param field the requested field; empty for all
  public static String blame(KubeObject object, String field, List<LastWriter.Owned> owned) {
    if (owned.isEmpty()) {
      String what = field.isEmpty() ? "its fields" : TerminalText.line(field);
      return subject(object) + ": no known manager owns " + what + "\n";
    }
    var rows = new ArrayList<List<String>>();
    rows.add(List.of("FIELD", "VALUE", "APPLIED", "WHO", "SINCE"));
    for (LastWriter.Owned one : owned) {
      rows.add(
          List.of(
              one.path().toString(),
              Excerpts.of(SHOWN, text(one.value())),
              one.applied() ? "yes" : NOTHING,
              one.managers().stream().map(WhyText::name).collect(Collectors.joining(", ")),
              time(one.managers().getFirst())));
    }
    return subject(object) + "\n" + lines(rows);
  }

  /// Returns the fields without the directives that only control how the patch is read.
  static List<FieldExplanation> told(List<FieldExplanation> fields) {
    return fields.stream().filter(field -> !field.isDirective()).toList();
  }

  /// Returns the object with its position, such as `Deployment web (web.yaml:1)`.
  static String subject(KubeObject object) {
    String place = object.origin().equals(Origin.NONE) ? "" : " (" + object.origin() + ")";
    return TerminalText.line(object.key().subject() + place);
  }

  private static String summary(ObjectExplanation story) {
    long changes = told(story.fields()).stream().filter(FieldExplanation::changes).count();
    return switch (story.outcome()) {
      case CREATED -> "is not there, and would be created";
      case UNCHANGED -> "nothing changes";
      case REFUSED -> "cannot be applied";
      case CHANGED -> changes(changes);
    };
  }

  /// Returns the extent of a patch in words.
  ///
  /// @param fields the number of fields that change
  static String changes(long fields) {
    return fields == 0
        ? "only the last-applied annotation changes"
        : fields == 1 ? "1 field changes" : fields + " fields change";
  }

  private static String name(Manager manager) {
    return manager.subresource().isEmpty()
        ? manager.name()
        : manager.name() + "/" + manager.subresource();
  }

  private static String time(Manager manager) {
    return manager.time().isEmpty() ? NOTHING : manager.time();
  }

  private static String text(Node node) {
    return switch (node) {
      case Missing missing -> NOTHING;
      case Value value -> ReadableJson.of(value);
    };
  }

  /// Rows below each other, in columns.
  static String lines(List<List<String>> rows) {
    int columns = rows.getFirst().size();
    int[] widths = new int[columns];
    for (List<String> row : rows) {
      for (int i = 0; i < columns; i++) {
        widths[i] = Math.max(widths[i], TerminalText.line(row.get(i)).length());
      }
    }
    var text = new StringBuilder();
    for (List<String> row : rows) {
      var line = new StringBuilder("  ");
      for (int i = 0; i < columns; i++) {
        String cell = TerminalText.line(row.get(i));
        line.append(cell).append(" ".repeat(widths[i] - cell.length() + 2));
      }
      text.append(line.toString().stripTrailing()).append('\n');
    }
    return text.toString();
  }
}
