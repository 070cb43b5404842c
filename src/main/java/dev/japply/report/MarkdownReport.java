package dev.japply.report;

import dev.japply.diff.Excerpts;
import dev.japply.plan.FieldExplanation;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.problem.TerminalText;
import dev.japply.report.Summary.End;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// A comment for a pull request: counts, problems, a table of changes with reasons, deletions
/// first, and collapsed differences and new objects. A hidden first line identifies the comment to
/// update.
///
/// Comments have a size limit. Content over the limit is left out from the end and counted:
/// differences first, then reasons, then rows of the table; problems and counts are always
/// included.
final class MarkdownReport {
  /// Below the 65,536 characters that GitHub takes.
  static final int LIMIT = 60_000;

  private static final int PROBLEMS = 50;
  private static final int REASONS = 5;
  private static final int TEXT = 300;

  /// The maximum length of a value: a reader approves what it becomes.
  private static final int VALUE = 300;

  /// The maximum length of problems, reasons and effects.
  private static final int SENTENCE = 2 * VALUE + TEXT;

  private static final String PUNCTUATION = "\\`*_[]|~#!";

  private final RunReport report;
  private final List<EqualChanges> changed;
  private final StringBuilder out = new StringBuilder();

  private MarkdownReport(RunReport report) {
    this.report = report;
    this.changed =
        EqualChanges.of(report.changed()).stream()
            .sorted(Comparator.comparingInt(change -> place(change.first().end())))
            .toList();
  }

  /// Returns the place among other changes: what goes is first.
  private static int place(End end) {
    return switch (end) {
      case MOVED, PRUNED, DELETED, REMOVED -> 0;
      case RECREATED -> 1;
      default -> 2;
    };
  }

  static String of(RunReport report) {
    var markdown = new MarkdownReport(report);
    markdown.appendHead();
    markdown.appendProblems();
    markdown.appendTable();
    markdown.appendFiles();
    markdown.appendDiffs();
    return markdown.out.toString();
  }

  private void appendHead() {
    out.append("<!-- japply:").append(report.command()).append(" -->\n");
    out.append("### japply ").append(report.command()).append("\n\n");
    out.append(inline(report.summary())).append('\n');
  }

  private void appendProblems() {
    List<ReportedProblem> problems = report.found();
    if (problems.isEmpty()) {
      return;
    }
    out.append('\n');
    var sorted = new ArrayList<>(problems);
    sorted.sort((a, b) -> a.problem().severity().compareTo(b.problem().severity())); // errors first
    int shown = 0;
    for (ReportedProblem each : sorted.subList(0, Math.min(PROBLEMS, sorted.size()))) {
      Problem problem = each.problem();
      String mark = RunReport.isError(problem) ? "- ❌ " : "- ⚠️ ";
      String line = mark + inline(Excerpts.of(SENTENCE, problem.toString())) + "\n";
      if (!fits(line)) { // escapes make it longer
        break;
      }
      out.append(line);
      shown++;
    }
    if (shown < problems.size()) {
      out.append("- and " + (problems.size() - shown) + " more\n");
    }
    sorted.stream().map(this::details).filter(this::fits).forEach(out::append);
  }

  private String details(ReportedProblem problem) {
    String lines =
        problem.details().stream().map(line -> line + "\n").collect(Collectors.joining());
    return block("Why " + problem.problem().subject() + " is not ready", "", lines);
  }

  private void appendTable() {
    if (changed.isEmpty()) {
      return;
    }
    out.append("\n| Object | Change | Why |\n|---|---|---|\n");
    int rows = 0;
    for (EqualChanges change : changed) {
      String row = row(change, reasons(change));
      String plain = row(change, "");
      if (fits(row)) {
        out.append(row);
      } else if (fits(plain)) {
        out.append(plain);
      } else {
        break;
      }
      rows++;
    }
    if (rows < changed.size()) {
      out.append("\nand " + (changed.size() - rows) + " more objects that change\n");
    }
  }

  private String row(EqualChanges change, String reasons) {
    ReportedObject object = change.first();
    String origin = object.origin().equals(Origin.NONE) ? "" : object.origin().toString();
    String place = change.isShared() ? change.builds() : origin;
    String small = place.isEmpty() ? "" : "<br><sub>" + inline(cut(place)) + "</sub>";
    String subject = inline(cut(change.subject())) + small;
    return "| " + subject + " | " + report.word(object) + " | " + reasons + " |\n";
  }

  private String reasons(EqualChanges change) {
    List<FieldExplanation> fields = change.first().changedFields();
    String listed =
        Stream.concat(
                change.first().effects().stream(),
                IntStream.range(0, Math.min(REASONS, fields.size()))
                    .mapToObj(i -> reason(change, i)))
            .map(text -> inline(Excerpts.of(SENTENCE, text)))
            .collect(Collectors.joining("<br>"));
    int more = fields.size() - REASONS;
    return more > 0 ? listed + "<br>and " + more + " more fields" : listed;
  }

  private String reason(EqualChanges change, int i) {
    FieldExplanation field = change.first().changedFields().get(i);
    String cause = change.first().build().isEmpty() ? field.cause().words() : change.cause(i);
    return FieldChangeText.of(field, report.secrets(), VALUE) + ", " + cause;
  }

  private void appendFiles() {
    List<PackageReport.File> files = report.files();
    if (files.isEmpty()) {
      return;
    }
    out.append("\n| File | Change |\n|---|---|\n");
    int rows = 0;
    for (PackageReport.File file : files) {
      String row = "| " + inline(cut(file.title())) + " | " + file.change() + " |\n";
      if (!fits(row)) {
        break;
      }
      out.append(row);
      rows++;
    }
    if (rows < files.size()) {
      out.append("\nand " + (files.size() - rows) + " more files that change\n");
    }
  }

  private void appendDiffs() {
    var blocks = new ArrayList<String>();
    changed.forEach(change -> blocks.add(difference(change)));
    report.files().forEach(file -> blocks.add(difference(file.title(), file.diff())));
    int left = 0;
    for (String block : blocks) {
      if (fits(block)) {
        out.append(block);
      } else {
        left++;
      }
    }
    if (left > 0) {
      out.append("\n" + left + (left == 1 ? " difference is" : " differences are"));
      out.append(" left out, since this comment would be too long.\n");
    }
  }

  /// Returns the difference of an object, or a new object itself.
  private static String difference(EqualChanges change) {
    String diff = change.first().diff();
    return change.first().end() == End.CREATED
        ? block(
            change.subject(),
            "yaml",
            diff.lines()
                .filter(line -> line.startsWith("+"))
                .map(line -> line.substring(1) + "\n")
                .collect(Collectors.joining()))
        : difference(change.subject(), diff);
  }

  private static String difference(String title, String diff) {
    return block(title, "diff", diff);
  }

  /// Returns a collapsed text; empty if there is none.
  private static String block(String title, String language, String text) {
    if (text.isEmpty()) {
      return "";
    }
    String shown = TerminalText.lines(text);
    String fence = "```";
    while (shown.contains(fence)) {
      fence += "`";
    }
    return "\n<details><summary>"
        + html(cut(title))
        + "</summary>\n\n"
        + fence
        + language
        + "\n"
        + shown
        + fence
        + "\n\n</details>\n";
  }

  private boolean fits(String more) {
    return out.length() + more.length() <= LIMIT;
  }

  private static String cut(String text) {
    return Excerpts.of(TEXT, text);
  }

  /// Escapes text for Markdown, on one line.
  private static String inline(String text) {
    var safe = new StringBuilder();
    TerminalText.line(text)
        .codePoints()
        .forEach(c -> safe.append(PUNCTUATION.indexOf(c) < 0 ? "" : "\\").append(html(c)));
    return safe.toString();
  }

  /// Escapes text for HTML tags, where Markdown does not apply.
  private static String html(String text) {
    var safe = new StringBuilder();
    TerminalText.line(text).codePoints().forEach(c -> safe.append(html(c)));
    return safe.toString();
  }

  private static String html(int c) {
    return switch (c) {
      case '&' -> "&amp;";
      case '<' -> "&lt;";
      case '>' -> "&gt;";
      case '@' -> "&#64;"; // notifies no user
      default -> Character.toString(c);
    };
  }
}
