package dev.japply.report;

import dev.japply.problem.TerminalText;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The formats of a [RunReport], with the names of the flag `--report`. Logs show reports, so text
/// from other sources must not contain terminal control sequences.
public enum ReportFormat {
  TEXT,
  JSON,
  JSONL,
  MARKDOWN,
  GITHUB,
  GITLAB,
  JUNIT,
  SARIF,
  HTML;

  /// The names, in the order of help texts. The compiler copies the value of a constant, so that a
  /// command declares its flags without loading this class.
  public static final String NAMES = "text json jsonl markdown github gitlab junit sarif html";

  /// Returns the format of that name; empty if there is none.
  public static Optional<ReportFormat> named(String name) {
    return Arrays.stream(values()).filter(format -> format.code().equals(name)).findFirst();
  }

  public static List<String> names() {
    return Arrays.stream(values()).map(ReportFormat::code).toList();
  }

  String code() {
    return name().toLowerCase(Locale.ROOT);
  }

  public String write(RunReport report) {
    return switch (this) {
      case TEXT -> TextReport.of(report);
      case JSON -> TerminalText.json(JsonReport.of(report));
      case JSONL -> JsonReport.lines(report);
      case MARKDOWN -> MarkdownReport.of(report);
      case GITHUB -> GitHubReport.of(report);
      case GITLAB -> TerminalText.json(GitLabReport.of(report));
      case JUNIT -> TerminalText.xml(JUnitReport.of(report));
      case SARIF -> TerminalText.json(SarifReport.of(report));
      case HTML -> HtmlReport.of(report);
    };
  }
}
