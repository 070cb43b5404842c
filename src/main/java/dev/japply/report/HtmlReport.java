package dev.japply.report;

import dev.japply.merge.FieldReason.Values;
import dev.japply.plan.FieldExplanation;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.problem.TerminalText;
import dev.japply.report.IndentedJson.ReadableJson;
import dev.japply.report.Summary.End;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// A self-contained HTML page: the objects with filters and counts, the fields of each in the three
/// documents with reasons, and the difference.
final class HtmlReport {
  private static final Pattern MARK = Pattern.compile("@([A-Z]+)@");

  /// At most so many changed objects are open.
  private static final int OPEN = 10;

  private final RunReport report;

  private HtmlReport(RunReport report) {
    this.report = report;
  }

  static String of(RunReport report) {
    var page = new HtmlReport(report);
    Map<String, String> parts =
        Map.of(
            "TITLE", text("japply " + report.command()),
            "SUMMARY", text(report.summary()),
            "PROBLEMS", page.problems(),
            "FILTERS", page.filters(),
            "ONLY", report.changed().isEmpty() ? "" : " checked",
            "OBJECTS", page.objects());
    return MARK.matcher(template())
        .replaceAll(
            mark -> Matcher.quoteReplacement(Objects.requireNonNull(parts.get(mark.group(1)))));
  }

  private static String template() {
    try (InputStream page = HtmlReport.class.getResourceAsStream("page.html")) {
      return new String(Objects.requireNonNull(page).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String problems() {
    if (report.found().isEmpty()) {
      return "";
    }
    var list = new StringBuilder("<ul class=\"problems\">\n");
    for (ReportedProblem each : report.found()) {
      Problem problem = each.problem();
      String level = RunReport.isError(problem) ? "error" : "warning";
      list.append("<li class=\"" + level + "\">" + text(problem.toString()));
      list.append(details(each.details()) + "</li>\n");
    }
    return list + "</ul>";
  }

  private static String details(List<String> lines) {
    String spans =
        lines.stream()
            .map(line -> "<span>" + text(TerminalText.line(line)) + "</span>")
            .collect(Collectors.joining());
    return lines.isEmpty() ? "" : "<pre>" + spans + "</pre>";
  }

  private String filters() {
    var buttons = new StringBuilder();
    for (Map.Entry<End, Integer> count : report.counts().entrySet()) {
      String end = count.getKey().name();
      String label = count.getValue() + " " + count.getKey().word(report.planned());
      buttons.append(
          "<button type=\"button\" aria-pressed=\"false\" hidden data-end=\"" + end + "\">");
      buttons.append(text(label)).append("</button>\n");
    }
    return buttons.toString();
  }

  private String objects() {
    var list = new StringBuilder();
    boolean few = report.changed().size() <= OPEN;
    for (ReportedObject object : report.objects()) {
      String kind = object.changes() ? " changed" : object.end() == End.FAILED ? " failed" : "";
      list.append("<details class=\"object" + kind + "\" data-end=\"" + object.end().name() + "\"");
      list.append(few && object.changes() ? " open>\n<summary>" : ">\n<summary>");
      list.append(text(object.subject()));
      list.append("<span class=\"end\">" + text(report.word(object)) + "</span></summary>\n");
      list.append("<div class=\"inside\">\n");
      if (!object.origin().equals(Origin.NONE)) {
        list.append("<p class=\"faint\">" + text(object.origin().toString()) + "</p>\n");
      }
      object.effects().forEach(effect -> list.append("<p>" + text(effect) + "</p>\n"));
      appendFields(list, object);
      appendDiff(list, object.diff());
      list.append("</div>\n</details>\n");
    }
    return list.toString();
  }

  private static void appendFields(StringBuilder list, ReportedObject object) {
    if (object.fields().isEmpty()) {
      return;
    }
    boolean isBuild = !object.build().isEmpty();
    String names =
        isBuild
            ? "<th>Was</th><th>Becomes</th>"
            : "<th>Last applied</th><th>Manifest</th><th>Live</th><th>Becomes</th>";
    list.append("<div class=\"scroll\"><table>\n<thead><tr><th>Field</th>" + names);
    list.append("<th>Why</th></tr></thead>\n<tbody>\n");
    object.fields().stream()
        .filter(field -> !field.isDirective())
        .sorted((a, b) -> Boolean.compare(b.changes(), a.changes()))
        .forEach(field -> appendField(list, field, isBuild));
    list.append("</tbody>\n</table></div>\n");
  }

  private static void appendField(StringBuilder list, FieldExplanation field, boolean isBuild) {
    Values values = field.values();
    list.append(field.changes() ? "<tr>" : "<tr class=\"stays\">");
    list.append("<td><code>" + text(field.path()) + "</code></td>");
    if (!isBuild) {
      list.append(cell("Last applied", values.lastApplied()));
      list.append(cell("Manifest", values.manifest()));
    }
    list.append(cell(isBuild ? "Was" : "Live", values.live()));
    list.append(field.changes() ? cell("Becomes", values.result()) : "<td></td>");
    String who =
        field.managers().isEmpty()
            ? ""
            : " <span class=\"faint\">(live by "
                + text(field.managers().getFirst().name())
                + (field.managers().getFirst().time().isEmpty()
                    ? ""
                    : ", " + text(field.managers().getFirst().time()))
                + ")</span>";
    list.append("<td>" + text(field.cause().words()) + who + "</td></tr>\n");
  }

  private static String cell(String name, Node node) {
    String value =
        node instanceof Value there ? "<code>" + text(ReadableJson.of(there)) + "</code>" : "";
    return "<td data-name=\"" + name + "\">" + value + "</td>";
  }

  private static void appendDiff(StringBuilder list, String diff) {
    if (diff.isEmpty()) {
      return;
    }
    list.append("<pre>");
    diff.lines()
        .forEach(line -> {
          String kind =
              line.startsWith("+")
                  ? " class=\"add\""
                  : line.startsWith("-")
                      ? " class=\"del\""
                      : line.startsWith("@@") ? " class=\"at\"" : "";
          list.append("<span" + kind + ">" + text(line.isEmpty() ? " " : line) + "</span>");
        });
    list.append("</pre>\n");
  }

  private static String text(String text) {
    return TerminalText.lines(text)
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
