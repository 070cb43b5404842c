package dev.japply.report;

import dev.japply.object.FieldManagers.Manager;
import dev.japply.object.KubeObject;
import dev.japply.plan.FieldExplanation;
import dev.japply.plan.LastWriter;
import dev.japply.plan.ObjectExplanation;
import dev.japply.plan.OwnerSelection;
import dev.japply.problem.Origin;
import dev.japply.problem.TerminalText;
import dev.japply.report.IndentedJson.ReadableJson;
import dev.japply.report.TextTable.Column;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import java.util.List;
import java.util.stream.Collectors;

/// Output of `japply why` and `japply diff --why` for people.
public final class WhyText {
  static final String NOTHING = "-";

  private WhyText() {}

  /// Returns the fields with their reasons below a diff, as lines that `patch` skips, including
  /// those that a rule keeps unchanged, or that are stuck.
  public static String comments(ObjectExplanation explanation) {
    var text = new StyledText();
    var block = new FieldBlock(Integer.MAX_VALUE, /* brief= */ false);
    explanation.fields().stream()
        .filter(field -> field.changes() || field.isIgnored() || field.isStuck())
        .forEach(field -> block.addTo(text, field, explanation.object().origin()));
    return text.text(/* coloured= */ false)
        .lines()
        .map(line -> "#" + line.substring(1) + "\n")
        .collect(Collectors.joining());
  }

  /// Returns the file that sets a field, if it is not the object's own file: for example, a patch
  /// of a kustomization.
  static String elsewhere(FieldExplanation field, Origin object) {
    if (!field.isInManifest() || !field.changes()) {
      return "";
    }
    Origin place = field.origin();
    boolean differs = !place.source().isEmpty() && !place.source().equals(object.source());
    return differs ? ", set by " + place : "";
  }

  /// Returns a table of fields with their managers.
  ///
  /// @param field the requested field; empty for all
  /// @param width the number of columns of the terminal
  public static String blame(KubeObject object, String field, OwnerSelection owned, int width) {
    if (owned.shown().isEmpty()) {
      String what = field.isEmpty() ? "fields of it" : TerminalText.line(field);
      return subject(object) + ": no known manager owns " + what + "\n" + hidden(owned);
    }
    var table =
        new TextTable(
            List.of(Column.PATH, Column.VALUE, Column.MARK, Column.NOTE, Column.TIME),
            List.of("FIELD", "VALUE", "APPLIED", "WHO", "SINCE"));
    for (LastWriter.Owned one : owned.shown()) {
      table.row(
          List.of(
              one.path().toString(),
              text(one.value()),
              one.applied() ? "yes" : NOTHING,
              one.managers().stream().map(Manager::title).collect(Collectors.joining(", ")),
              time(one.managers().getFirst())));
    }
    return subject(object) + "\n" + table.text(width) + hidden(owned);
  }

  private static String hidden(OwnerSelection owned) {
    String parts =
        owned.hidden().entrySet().stream()
            .map(part -> "--show=%s (%d)".formatted(part.getKey().text(), part.getValue()))
            .collect(Collectors.joining(", "));
    return parts.isEmpty() ? "" : "other fields: " + parts + "\n";
  }

  /// Returns the fields without the directives that only control how the patch is read.
  static List<FieldExplanation> withoutDirectives(List<FieldExplanation> fields) {
    return fields.stream().filter(field -> !field.isDirective()).toList();
  }

  /// Returns the object with its position, such as `Deployment web (web.yaml:1)`.
  static String subject(KubeObject object) {
    String place = object.origin().equals(Origin.NONE) ? "" : " (" + object.origin() + ")";
    return TerminalText.line(object.key().subject() + place);
  }

  /// Returns the extent of a patch in words.
  ///
  /// @param fields the number of fields that change
  static String changes(long fields) {
    return fields == 0
        ? "only the last-applied annotation changes"
        : fields == 1 ? "1 field changes" : fields + " fields change";
  }

  static String time(Manager manager) {
    return manager.time().isEmpty() ? NOTHING : manager.time();
  }

  static String text(Node node) {
    return switch (node) {
      case Missing missing -> NOTHING;
      case Value value -> ReadableJson.of(value);
    };
  }
}
