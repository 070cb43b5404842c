package dev.japply.kubectl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.japply.kubectl.KubectlTableTest.Played;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Bad flags, and flags that do not go together: kubectl and japply say the same, end with the same
/// status, and write nothing. The commands are in the file `combinations`; `-Djapply.row=REGEX`
/// chooses some.
@Tag("recorded")
class CombinationsTest extends BesideKubectl {
  @RegisterExtension static final Answers ANSWERS = Answers.in("combinations");

  private static final String KUBECONFIG =
      """
      current-context: a
      contexts:
      - name: a
        context: {cluster: c}
      clusters:
      - name: c
        cluster: {server: $PLAIN}
      """;

  /// A command line, and what is said of it.
  private record Case(String line, List<String> said) {
    Row row() {
      var sections = new LinkedHashMap<>(Map.of("file config", KUBECONFIG));
      String command = line.replaceFirst("^[A-Z_]+=\\S+ ", "");
      if (!command.equals(line)) {
        sections.put("env", line.substring(0, line.length() - command.length() - 1) + "\n");
      }
      sections.put("command", command);
      return new Row("combinations", line, sections);
    }

    int status() {
      return said.stream()
          .filter(text -> text.startsWith("exit "))
          .mapToInt(text -> Integer.parseInt(text.substring("exit ".length())))
          .findFirst()
          .orElse(1);
    }

    /// What one of them says, named with a colon; `other` is the other one.
    List<String> phrases(String one, String other) {
      return said.stream()
          .filter(text -> !text.startsWith(other) && !text.startsWith("exit "))
          .map(text -> text.startsWith(one) ? text.substring(one.length()).strip() : text)
          .toList();
    }
  }

  private static List<Case> cases() throws Exception {
    Path file =
        Path.of(Objects.requireNonNull(CombinationsTest.class.getResource("combinations")).toURI());
    var cases = new ArrayList<Case>();
    for (String line : Files.readAllLines(file)) {
      if (line.startsWith("  ")) {
        cases.getLast().said().add(line.strip());
      } else if (!line.startsWith("#") && !line.isBlank()) {
        cases.add(new Case(line, new ArrayList<>()));
      }
    }
    return cases;
  }

  @TestFactory
  Stream<DynamicTest> commands() throws Exception {
    var only = Pattern.compile(System.getProperty("japply.row", "")).asPredicate();
    return cases().stream()
        .filter(one -> only.test(one.line()))
        .map(one -> dynamicTest(one.line(), () -> play(one)));
  }

  private void play(Case one) throws Exception {
    Played theirs =
        ANSWERS.of(
            one.line(), one.row().input(), () -> play(one, "k", Tool.kubectl(Answers.kubectl())));
    Played ours = play(one, "j", Tool.inProcess());
    String all = "%s%nkubectl: %s%njapply: %s".formatted(one.line(), theirs, ours);
    assertThat(one.said()).isNotEmpty();
    check(all, theirs, one.phrases("kubectl:", "japply:"), one.status());
    check(all, ours, one.phrases("japply:", "kubectl:"), one.status());
  }

  private Played play(Case one, String name, Tool tool) throws IOException, InterruptedException {
    return new Stage(servers(), one.row(), newDirectory(name)).play(tool);
  }

  private static void check(String all, Played played, List<String> phrases, int status) {
    assertThat(played.said().status()).as(all).isEqualTo(status);
    assertThat(phrases)
        .as(all)
        .allSatisfy(phrase -> assertThat(played.said().err()).contains(phrase));
    assertThat(played.facts())
        .as(all)
        .noneMatch(fact -> fact.matches("(POST|PUT|PATCH|DELETE) .*"));
  }
}
