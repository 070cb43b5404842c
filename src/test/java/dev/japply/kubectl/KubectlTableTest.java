package dev.japply.kubectl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.japply.Cases;
import dev.japply.Program;
import dev.japply.kubectl.Tool.Said;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Replays tables of flags, kubeconfigs and variables with kubectl and with japply: both must read
/// them in the same way. `-Djapply.row=REGEX` runs those rows alone whose titles it matches.
@Tag("process")
@Order(1)
@Tag("recorded")
class KubectlTableTest extends BesideKubectl {
  @RegisterExtension static final Answers ANSWERS = Answers.in("tables");

  @TestFactory
  Stream<DynamicTest> rows() {
    var only = Pattern.compile(System.getProperty("japply.row", "")).asPredicate();
    return Stream.of(
            "kubeconfig",
            "flags",
            "pods",
            "users",
            "plugins",
            "tls",
            "proxies",
            "kuberc",
            "kuberc-plugins")
        .flatMap(table -> rows(table, only.test("")).stream())
        .filter(row -> only.test(row.table() + ": " + row.title()))
        .filter(row -> Cases.all() || !only.test("") || !row.has("process"))
        .map(row -> dynamicTest(row.table() + ": " + row.title(), () -> play(row)));
  }

  /// All rows; in `make test` some of those in Pods, each of which starts japply as a process.
  private static List<Row> rows(String table, boolean some) {
    List<Row> all = Row.all(table);
    return some && table.equals("pods") ? Cases.some(all) : all;
  }

  private void play(Row row) throws Exception {
    Played theirs =
        ANSWERS.of(
            row.table() + ": " + row.title(),
            row.input(),
            () -> new Stage(servers(), row, newDirectory("k")).play(kubectl(row)));
    Tool mine = row.has("process") ? Tool.japply() : Tool.inProcess();
    if (row.has("pod")) {
      assumePod();
      mine = Tool.inPod(Program.command());
    }
    Played ours = new Stage(servers(), row, newDirectory("j")).play(mine);
    check(row, theirs, ours);
  }

  private Tool kubectl(Row row) throws Exception {
    if (!row.has("pod")) {
      return Tool.kubectl(Answers.kubectl());
    }
    assumePod();
    return Tool.inPod(List.of(Answers.kubectl().toString()));
  }

  private void assumePod() throws Exception {
    assumeTrue(canBePod(), "this machine does not let tests look like a Pod");
  }

  private boolean canBePod() throws Exception {
    Path nowhere = newDirectory("p");
    Files.createDirectory(nowhere.resolve("pod"));
    var environment = Map.of("PATH", System.getenv("PATH"));
    try {
      return Tool.inPod(List.of("true"))
              .run(new Tool.Setting(nowhere, environment, ""), List.of())
              .status()
          == 0;
    } catch (IOException e) {
      return false;
    }
  }

  /// What came of it.
  record Played(Said said, List<String> facts) {}

  private static void check(Row row, Played theirs, Played ours) {
    String all =
        "%s: %s%nkubectl: %s%njapply: %s".formatted(row.table(), row.title(), theirs, ours);
    assertThat(theirs.facts()).as(all).containsAll(row.lines("facts", "kubectl"));
    if (row.has("japply")) {
      assertThat(ours.facts()).as(all).containsAll(row.lines("japply"));
      assertThat(ours.facts()).as(all).isNotEqualTo(theirs.facts());
    } else {
      assertThat(ours.facts()).as(all).isEqualTo(theirs.facts());
    }
    status(row, theirs, ours, all);
    if (!row.has("japply") && !row.has("japply exit")) {
      assertThat(ours.said().out()).as(all).isEqualTo(theirs.said().out());
    }
    assertThat(row.lines("error", "kubectl error"))
        .as(all)
        .allSatisfy(phrase -> assertThat(theirs.said().err()).contains(phrase));
    assertThat(row.lines("error", "japply error"))
        .as(all)
        .allSatisfy(phrase -> assertThat(ours.said().err()).contains(phrase));
    assertThat(ours.said().err().lines().filter(line -> line.startsWith("error: ")).count())
        .as(all)
        .isEqualTo(ours.said().status() == 0 ? 0 : 1);
  }

  private static void status(Row row, Played theirs, Played ours, String all) {
    int wanted = row.has("error") || row.has("kubectl error") ? 1 : 0;
    assertThat(theirs.said().status())
        .as(all)
        .isEqualTo(row.has("exit") ? Integer.parseInt(row.text("exit").strip()) : wanted);
    assertThat(ours.said().status())
        .as(all)
        .isEqualTo(
            row.has("japply exit")
                ? Integer.parseInt(row.text("japply exit").strip())
                : theirs.said().status());
  }
}
