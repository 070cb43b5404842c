package dev.japply.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The table of known vulnerabilities that do not concern japply: each has a reason and an end.
class AcceptedFindingsTest {
  private static final Path TABLE = Path.of(".github/osv-scanner.toml");
  private static final String HEAD = "[[IgnoredVulns]]";
  private static final Pattern FINDING =
      Pattern.compile(
          """
          id = "(?:CVE-\\d{4}-\\d{4,}|GHSA(?:-[0-9a-z]{4}){3})"
          ignoreUntil = 20\\d\\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])
          reason = "[^"]{20,}"
          """);

  private static List<String> findings(String table) {
    var findings = new ArrayList<String>();
    var lines = new StringBuilder();
    table
        .lines()
        .filter(line -> !line.isBlank())
        .filter(line -> !line.startsWith("#"))
        .forEach(line -> lines.append(line).append('\n'));
    String text = lines.toString();
    while (!text.isEmpty()) {
      assertThat(text).startsWith(HEAD + "\n");
      int end = text.indexOf(HEAD, HEAD.length());
      String finding = text.substring(HEAD.length() + 1, end < 0 ? text.length() : end);
      assertThat(finding).matches(FINDING);
      findings.add(finding);
      text = end < 0 ? "" : text.substring(end);
    }
    return findings;
  }

  @Test
  void eachHasAReasonAndAnEnd() throws IOException {
    assertThat(findings(Files.readString(TABLE))).doesNotHaveDuplicates();
  }

  /// The form that the table's own comment shows.
  @Test
  void theFormIsTheOneThatIsShown() throws IOException {
    String shown =
        String.join("\n", Files.readAllLines(TABLE))
            .replaceFirst("(?s).*?# \\[\\[", "[[")
            .replace("# ", "");
    assertThat(findings(shown)).hasSize(1);
    assertThat(findings(shown + "\n\n" + shown)).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "id = 'CVE-2026-0001'; reason = 'japply never calls what is concerned'",
        "id = 'CVE-2026-0001'; ignoreUntil = 2026-12-31; reason = 'no'",
        "id = 'CVE-2026-0001'; ignoreUntil = 2026-13-31; reason = 'japply never calls it, ever'",
        "id = 'all'; ignoreUntil = 2026-12-31; reason = 'japply never calls it, ever'",
        "name = 'jackson-core'; ignore = true",
      })
  void othersAreNone(String finding) {
    String table = HEAD + "\n" + finding.replace("; ", "\n").replace('\'', '"');
    assertThatThrownBy(() -> findings(table)).isInstanceOf(AssertionError.class);
  }
}
