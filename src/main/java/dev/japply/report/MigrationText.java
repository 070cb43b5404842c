package dev.japply.report;

import dev.japply.object.FieldManagers.Manager;
import dev.japply.object.ManagedFields;
import dev.japply.plan.MigrationFinding;
import dev.japply.plan.MigrationReport;
import dev.japply.report.TextTable.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Messages of `japply migrate` for people.
public final class MigrationText {
  private static final String NOTHING = "-";

  private MigrationText() {}

  /// Returns an object with a table of the findings and the planned change.
  ///
  /// @param all whether to include fields that only return to their defaults
  /// @param width the number of columns of the terminal
  public static String of(MigrationReport report, boolean all, int width) {
    String head = WhyText.subject(report.object()) + ": ";
    return switch (report.state()) {
      case ABSENT -> head + "is not there; apply --server-side would create it\n";
      case NOT_APPLIED -> head + "has no last-applied annotation, so nothing goes over\n";
      case LIVE ->
          head
              + counts(report)
              + "\n"
              + table(report, all, width)
              + resets(report)
              + "  "
              + end(report)
              + "\n";
    };
  }

  private static String table(MigrationReport report, boolean all, int width) {
    List<MigrationFinding> shown =
        report.findings().stream()
            .filter(finding -> all || !(finding instanceof MigrationFinding.Reset))
            .toList();
    if (shown.isEmpty()) {
      return "";
    }
    var table =
        new TextTable(
            List.of(Column.PATH, Column.VALUE, Column.NOTE, Column.NOTE),
            List.of("FIELD", "FOUND", "OWNER", "apply --server-side"),
            /* grouped= */ false);
    shown.forEach(finding -> table.row(row(finding, report.server())));
    return table.text(width);
  }

  private static List<String> row(MigrationFinding finding, String server) {
    return switch (finding) {
      case MigrationFinding.Conflict(String field, String owner) ->
          List.of(field, "conflict", owner, "fails; --force-conflicts takes it over");
      case MigrationFinding.Rejected(var field, String why) ->
          List.of(field.toString(), "rejected", NOTHING, "fails: " + why);
      case MigrationFinding.Ignored(var field, String rule) ->
          List.of(field.toString(), "ignored", NOTHING, "keeps its live value by the rule " + rule);
      case MigrationFinding.Removed removed ->
          List.of(
              removed.field().toString(),
              "left the manifest",
              names(removed.owners()),
              removed.isOfOthers(server) ? "fails; --force-conflicts removes it" : "removes it");
      case MigrationFinding.Reset(var field, var owners) ->
          List.of(field.toString(), "not applied last", names(owners), "sets its default");
      case MigrationFinding.Stuck(var field, var owners, var others) ->
          List.of(
              field.toString(),
              "stuck",
              names(owners),
              others.isEmpty()
                  ? "leaves it: no manager takes it over"
                  : "leaves it: " + names(others) + " " + owns(others) + " it, too");
    };
  }

  private static String owns(List<Manager> managers) {
    return managers.size() == 1 ? "owns" : "own";
  }

  private static String names(List<Manager> managers) {
    return managers.stream().map(Manager::name).distinct().collect(Collectors.joining(", "));
  }

  private static String counts(MigrationReport report) {
    var counts = new ArrayList<String>();
    add(
        counts,
        count(report, MigrationFinding.Rejected.class),
        "list item is rejected",
        "list items are rejected");
    add(counts, count(report, MigrationFinding.Conflict.class), "conflict", "conflicts");
    add(
        counts,
        count(report, MigrationFinding.Ignored.class),
        "field is ignored",
        "fields are ignored");
    long ofOthers = removed(report).filter(one -> one.isOfOthers(report.server())).count();
    add(counts, ofOthers, "field of another name", "fields of another name");
    add(counts, removed(report).count() - ofOthers, "field is removed", "fields are removed");
    add(
        counts,
        count(report, MigrationFinding.Stuck.class),
        "field gets stuck",
        "fields get stuck");
    return counts.isEmpty() ? "no obstacles" : String.join(", ", counts);
  }

  private static Stream<MigrationFinding.Removed> removed(MigrationReport report) {
    return report.findings().stream()
        .flatMap(finding ->
            finding instanceof MigrationFinding.Removed removed
                ? Stream.of(removed)
                : Stream.empty());
  }

  private static long count(MigrationReport report, Class<? extends MigrationFinding> kind) {
    return report.findings().stream().filter(kind::isInstance).count();
  }

  private static void add(List<String> counts, long count, String one, String more) {
    if (count > 0) {
      counts.add(count + " " + (count == 1 ? one : more));
    }
  }

  private static String resets(MigrationReport report) {
    long count = count(report, MigrationFinding.Reset.class);
    return count == 0
        ? ""
        : "  %d %s not applied last: apply --server-side sets %s\n"
            .formatted(
                count,
                count == 1 ? "owned field was" : "owned fields were",
                count == 1 ? "its default" : "their defaults");
  }

  private static String end(MigrationReport report) {
    if (report.clients().isEmpty()) {
      return "apply --server-side hands nothing over: no manager owns the last-applied annotation";
    }
    String annotation =
        report.server().equals(ManagedFields.SERVER_SIDE)
            ? "keeps the last-applied annotation up to date"
            : "removes the last-applied annotation";
    return "apply --server-side %shands the fields of %s over to %s and %s"
        .formatted(
            report.isRefused() ? "fails; once it does not, it " : "",
            String.join(", ", report.clients()),
            report.server(),
            annotation);
  }
}
