package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program;
import dev.japply.cli.flags.Command.CommandGroup;
import dev.japply.report.ReportFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Which flags help texts show, and what they say of them.
class HelpTest {
  private static final Pattern FLAG = Pattern.compile("(?m)^  (?:-\\w, |    )(--[\\w-]+)(?:=| |$)");
  private static final String OPTIONS = "Use \"%s options\" for the flags of all commands.\n";

  private static List<String> flags(String text) {
    return FLAG.matcher(text).results().map(found -> found.group(1)).toList();
  }

  /// The flags below a heading.
  private static List<String> flags(String text, String heading) {
    String[] parts = text.split("\n" + heading + ":\n", -1);
    assertThat(parts).as(heading + " in " + text).hasSize(2);
    return flags(parts[1].split("\n\n", -1)[0]);
  }

  private static String help(List<String> path) {
    var args = new ArrayList<>(path);
    args.add("--help=all");
    return Ran.of(args.toArray(String[]::new)).out();
  }

  @Test
  void helpFitsEightyColumns() {
    for (List<String> path : List.of(List.<String>of(), List.of("apply"), List.of("pkg", "get"))) {
      assertThat(help(path).lines()).allMatch(line -> line.length() <= 80);
    }
  }

  @Test
  void optionsAreTheFlagsThatAllCommandsTake() {
    String options = Ran.of("options").out();
    assertThat(options)
        .startsWith("The following options can be passed to any command:\n\nCluster");
    CommandHelp japply = Manual.read();
    assertThat(flags(options))
        .containsExactlyElementsOf(
            japply.flags().stream().map(flag -> flag.names().getLast()).toList())
        .contains("--namespace", "--certificate-authority", "--compat", "--v");
    assertThat(flags(help(List.of()))).isEmpty();
  }

  @Test
  void helpAndDocsListTheFormatsOfReports() throws IOException {
    List<String> formats = ReportFormat.names();
    String[] help = help(List.of("apply")).split("--report=FORMAT", -1);
    assertThat(List.of(help[1].split("\\W+"))).containsSubsequence(formats);
    String docs = Files.readString(Path.of("docs/reports.md"));
    assertThat(formats).allSatisfy(format -> assertThat(docs).contains("\n| `" + format + "` |"));
  }

  @Test
  void otherHelpTextsShowEachFlagOfTheCommandOnceAndNoOther() {
    CommandHelp japply = Manual.read();
    Set<FlagHelp> global = new LinkedHashSet<>(japply.flags());
    for (CommandHelp command : japply.commands()) {
      List<String> own =
          command.flags().stream()
              .filter(flag -> !global.contains(flag))
              .map(flag -> flag.names().getLast())
              .toList();
      String help = help(List.of(command.name()));
      assertThat(flags(help)).as(command.name()).containsExactlyElementsOf(own);
      assertThat(help).endsWith(OPTIONS.formatted("japply"));
    }
  }

  /// The usual help of a command that connects also has the flags to choose context and namespace.
  @Test
  void theUsualHelpOfApplyHasTheFlagsForDailyUse() {
    String help = Ran.of("apply", "-h").out();
    assertThat(help)
        .startsWith(
            "Apply manifests to a cluster.\n\nUsage: japply apply (-f FILE | -k DIR) [flags]\n")
        .contains("Use \"japply apply --help=all\" for ")
        .doesNotContain("BOOL");
    assertThat(flags(help))
        .contains("--filename", "--dry-run", "--prune", "--wait-ready", "--namespace", "--context")
        .doesNotContain("--kustomize-command", "--cascade", "--openapi-patch", "--kubeconfig");
    assertThat(help.lines()).hasSizeLessThanOrEqualTo(80);
    assertThat(flags(Ran.of("build", "-h").out())).doesNotContain("--context");
  }

  @Test
  void theProgramsHelpHasEachCommandOnOneLine() {
    CommandGroup group = Commands.ALL;
    var listed = new LinkedHashSet<String>();
    group.groups().values().stream()
        .flatMap(List::stream)
        .forEach(name -> {
          listed.add(name);
          if (!group.alias(name).isEmpty()) {
            listed.add(group.alias(name));
          }
        });
    assertThat(listed).containsExactlyInAnyOrderElementsOf(group.names());
    assertThat(Ran.of("--help").out())
        .contains("\nHand fields over:\n", "\n  build, kustomize   Build a kustomization");
  }

  /// Small terminals have 80 columns.
  @Test
  void linesFitASmallTerminal() {
    assertFit(Manual.read(), List.of());
  }

  private static void assertFit(CommandHelp command, List<String> path) {
    for (String flag : List.of("--help", "--help=all")) {
      var args = new ArrayList<>(path);
      args.add(flag);
      assertThat(Ran.of(args.toArray(String[]::new)).out().lines())
          .filteredOn(line -> line.length() > 80 && !line.startsWith("Use \"japply options\""))
          .as("%s", args)
          .isEmpty();
    }
    for (CommandHelp below : command.commands()) {
      var names = new ArrayList<>(path);
      names.add(below.name());
      assertFit(below, names);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"get", "describe", "rollout"})
  void kubectlsOtherCommandsAreNamed(String word) {
    assertThat(Ran.of(word, "pods").err())
        .startsWith("error: unknown command \"%s\" for \"japply\"; kubectl has it".formatted(word));
  }

  @Test
  void theVersionIsPrintedAlone() {
    assertThat(Ran.of("--version").out()).matches("japply [0-9][^\n]*\n");
  }

  @Test
  void groupsTheFlagsOfApply() {
    String help = help(List.of("apply"));
    assertThat(flags(help, "Input"))
        .containsExactly("--filename", "--kustomize", "--recursive", "--substitute", "--selector");
    assertThat(flags(help, "Kustomizations"))
        .containsExactly(
            "--load-restrictor", "--allow-unmatched", "--offline", "--kustomize-command");
    assertThat(flags(help, "Apply")).contains("--dry-run", "--server-side", "--order");
    assertThat(flags(help, "Output")).contains("--output", "--summary", "--hide-unchanged");
    assertThat(flags(help, "Replacement and deletion")).contains("--force", "--wait");
    assertThat(flags(help, "Pruning"))
        .containsExactly("--prune", "--prune-allowlist", "--applyset", "--all", "--adopt-from");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "apply | or ignore them. Default: strict.",
        "apply | in parallel; always one with --order=input. Default: 8.",
        "apply | Output is always in input order. Default: dependencies.",
        "apply | report them as errors. Default: true.",
        "apply | Read the directories of -f recursively. --substitute",
        "apply | and by no others. -l",
        "diff | around a change. Default: 3.",
        "view-last-applied | Default: yaml.",
        "options | The preferences file; KUBERC=off for none. Default: ~/.kube/kuberc.",
        "options | The CA certificate file. --insecure-skip-tls-verify",
      })
  void tellsDefaultsThatAreWorthIt(String row) {
    String[] parts = row.split(" \\| ", -1);
    String text = parts[0].equals("options") ? Ran.of("options").out() : help(List.of(parts[0]));
    assertThat(text.replaceAll("\\s+", " ").replace(", --", " --"))
        .contains(parts[1].replace(", --", " --"));
  }

  @Test
  void tellsPluginsWhatTheUserTypes() {
    var said = Program.run("kubectl-japply", Map.of(), "", List.of("diff", "-h"));
    assertThat(said.out()).endsWith(OPTIONS.formatted("kubectl japply"));
    assertThat(help(List.of()))
        .contains("Use \"japply COMMAND --help\" for more information about a given command.\n");
  }

  /// Manual pages print the path before it.
  @Test
  void aSynopsisBeginsAfterTheNameOfTheCommand() {
    assertSynopses(Manual.read());
  }

  private static void assertSynopses(CommandHelp command) {
    assertThat(command.synopsis()).as("%s", command.path()).doesNotContain(command.name() + " ");
    command.commands().forEach(HelpTest::assertSynopses);
  }

  @Test
  void optionsTakesNoArguments() {
    Ran ran = Ran.of("options", "apply");
    assertThat(ran.status()).isEqualTo(1);
    assertThat(ran.err()).startsWith("error: Unexpected args: [apply]\n");
  }
}
