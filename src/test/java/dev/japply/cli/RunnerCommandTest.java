package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program;
import dev.japply.tree.GoJson;
import dev.japply.tree.Value;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Text of others in a log is no command to the runner of a CI system, which trims blanks.
class RunnerCommandTest extends OnPlayedApi {
  private static final String COMMANDS =
      "::error::forged\n##[error]forged\n  ::stop-commands::forged\n##vso[task.x]forged\n";

  private static String object(String more, String last) {
    return "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"c\""
        + more
        + "},\"data\":{\"k\":"
        + GoJson.write(Value.text(COMMANDS + last + COMMANDS))
        + "}}";
  }

  /// True if GitHub's runner or that of Azure takes the line for a command.
  private static boolean isCommand(String line) {
    String trimmed = line.strip();
    return (trimmed.startsWith("::") && trimmed.indexOf("::", 2) > 0)
        || line.contains("##[")
        || line.contains("##vso[");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "diff -f -",
        "diff -f - --local --why",
        "diff -f - -v=10",
        "why -f - --show=all",
        "why -f - -o json",
        "plan -f - --local --out OUT; show OUT",
        "plan -f - --local --out OUT; show OUT -o json",
        "apply -f - -v=10",
        "apply -f - --server-side",
        "diff -f - --report=markdown",
        "diff -f - --report=junit",
        "diff -f - --report=json",
        "diff -f - --report=html",
        "diff -f - --report=sarif",
        "diff -f - --report=gitlab",
      })
  void nothingOfOthersIsACommand(String lines) throws IOException {
    for (boolean refused : new boolean[] {false, true}) {
      api.put(
          "/api/v1/namespaces/default/configmaps/c",
          object(",\"namespace\":\"default\",\"uid\":\"u\",\"resourceVersion\":\"1\"", "before\n"));
      api.warn("::warning::forged ##[warning]forged");
      if (refused) {
        api.refuse(body -> PlayedApi.status(422, "Invalid", COMMANDS));
      }
      for (String line :
          lines.replace("OUT", directory.resolve("plan").toString()).split("; ", -1)) {
        Program.Said said = api.run(Map.of(), object("", "after\n"), line.split(" "));
        assertThat((said.out() + said.err()).lines().filter(RunnerCommandTest::isCommand))
            .as("%s", said)
            .isEmpty();
        assertThat(said.out() + said.err()).contains("c");
      }
      api.acceptAll();
    }
  }
}
