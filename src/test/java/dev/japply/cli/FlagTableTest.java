package dev.japply.cli;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/// The table of flags in `docs/flags.md` is that of the commands, beside that of kubectl.
///
/// To update the table, run the test with `-Djapply.write=true`, and say how the new flag is done.
class FlagTableTest {
  private static final Path FILE = Path.of("docs/flags.md");

  /// kubectl's names of the commands.
  private static final Map<String, List<String>> COMMANDS = commandNames();

  /// Flags that kubectl has, but hides.
  private static final Map<String, Set<String>> HIDDEN =
      Map.of("apply", Set.of("--record"), "edit-last-applied", Set.of("--record"));

  /// Flags whose default is kubectl's under another spelling, or for another place; and one that
  /// the table calls better.
  private static final Set<String> OTHER_DEFAULTS =
      Set.of("--cache-dir", "--concurrency", "--field-manager", "--profile-output");

  private static final Pattern FLAG = Pattern.compile("(?m)^    (?:-\\w, )?(--[\\w-]+)=(.*):$");

  private static Map<String, List<String>> commandNames() {
    var names = new LinkedHashMap<String, List<String>>();
    names.put("apply", List.of("apply"));
    names.put("diff", List.of("diff"));
    for (String name : List.of("view-last-applied", "set-last-applied", "edit-last-applied")) {
      names.put(name, List.of("apply", name));
    }
    return names;
  }

  private static Map<String, CommandLine> commands() {
    Map<String, CommandLine> all = Commands.tree().getSubcommands();
    var commands = new LinkedHashMap<String, CommandLine>();
    COMMANDS.keySet().forEach(name -> commands.put(name, requireNonNull(all.get(name), name)));
    return commands;
  }

  private static FlagTable table() throws IOException {
    return FlagTable.parse(Files.readString(FILE));
  }

  /// What kubectl says of the flags of each command: names and defaults.
  private static Map<String, Map<String, String>> kubectl() throws Exception {
    Path program = Path.of(System.getProperty("japply.e2e", ""), "kubectl");
    assumeTrue(Files.isExecutable(program), "there is no kubectl to compare with; use make test");
    var flags = new TreeMap<String, Map<String, String>>();
    flags.put(FlagTable.ALL, flags(program, List.of("options")));
    for (var command : COMMANDS.entrySet()) {
      var words = new ArrayList<>(command.getValue());
      words.add("--help");
      var found = flags(program, words);
      HIDDEN.getOrDefault(command.getKey(), Set.of()).forEach(name -> found.put(name, "false"));
      flags.put(command.getKey(), found);
    }
    return flags;
  }

  private static Map<String, String> flags(Path program, List<String> words) throws Exception {
    var flags = new LinkedHashMap<String, String>();
    Matcher flag = FLAG.matcher(run(program, words));
    while (flag.find()) {
      flags.put(flag.group(1), flag.group(2));
    }
    assertThat(flags).as(words.toString()).isNotEmpty();
    return flags;
  }

  private static String run(Path program, List<String> words) throws Exception {
    var command = new ArrayList<>(List.of(program.toString()));
    command.addAll(words);
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("KUBECTL_APPLYSET", "true");
    builder.environment().put("KUBECONFIG", "/dev/null");
    Process process = builder.start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return out;
  }

  private static Map<String, Set<String>> names(Map<String, Map<String, String>> flags) {
    var names = new TreeMap<String, Set<String>>();
    flags.forEach((command, found) -> {
      var all = new LinkedHashSet<>(found.keySet());
      if (command.equals(FlagTable.ALL)) {
        all.add("--help");
      }
      names.put(command, all);
    });
    return names;
  }

  @Test
  void theTableIsThatOfTheCommandsBesideKubectl() throws Exception {
    FlagTable expected = table().of(commands(), names(kubectl()));
    if (Boolean.getBoolean("japply.write")) {
      Files.writeString(FILE, expected.in(Files.readString(FILE)));
    }
    assertThat(table().toString())
        .withFailMessage("the table in %s must be\n\n%s", FILE, expected)
        .isEqualTo(expected.toString());
  }

  /// Without kubectl, the marks of the table tell what it has.
  @Test
  void theTableHasEachFlagOfTheCommands() throws Exception {
    var marked = new TreeMap<String, Set<String>>();
    for (FlagTable.Row row : table().rows()) {
      for (String command : row.commands().split(" ", -1)) {
        if (!command.endsWith(FlagTable.OWN)) {
          marked
              .computeIfAbsent(command.replace("`", ""), none -> new LinkedHashSet<>())
              .add(row.name());
        }
      }
    }
    FlagTable expected = table().of(commands(), marked);
    assertThat(table().toString())
        .withFailMessage("%s must have these rows, with a state for each:\n\n%s", FILE, expected)
        .isEqualTo(expected.toString());
  }

  /// The table has the flags of some commands; the others are on the pages of their commands.
  @Test
  void aPageHasEachFlagOfAllCommands() throws Exception {
    var pages = new StringBuilder();
    try (var files = Files.walk(Path.of("docs"))) {
      for (Path page : files.filter(file -> file.toString().endsWith(".md")).toList()) {
        pages.append(Files.readString(page));
      }
    }
    String text = pages.toString();
    var missing = new ArrayList<String>();
    collect(Commands.tree(), text, missing);
    assertThat(missing).as("flags that no page in docs/ describes").isEmpty();
  }

  private static void collect(CommandLine command, String pages, List<String> missing) {
    for (OptionSpec option : command.getCommandSpec().options()) {
      String name = option.longestName();
      if (!option.hidden()
          && name.startsWith("--")
          && !Pattern.compile(Pattern.quote(name) + "(?![\\w-])").matcher(pages).find()) {
        missing.add(command.getCommandName() + " " + name);
      }
    }
    command.getSubcommands().values().forEach(below -> collect(below, pages, missing));
  }

  private static Map<String, String> flags(
      Map<String, Map<String, String>> kubectl, String command) {
    return requireNonNull(kubectl.get(command), command);
  }

  @Test
  void everyFlagOfKubectlIsKnown() throws Exception {
    Map<String, Map<String, String>> kubectl = kubectl();
    commands()
        .forEach((name, command) -> {
          Set<String> ours = command.getCommandSpec().optionsMap().keySet();
          assertThat(ours).as(name).containsAll(flags(kubectl, name).keySet());
          assertThat(ours).as(name).containsAll(flags(kubectl, FlagTable.ALL).keySet());
        });
    Path program = Path.of(System.getProperty("japply.e2e", ""), "kubectl");
    for (String command : HIDDEN.keySet()) {
      var words = new ArrayList<>(COMMANDS.get(command));
      words.add("--record=x");
      assertThat(run(program, words)).contains("invalid argument \"x\" for \"--record\" flag");
    }
  }

  @Test
  void defaultsAreThoseOfKubectl() throws Exception {
    Map<String, Map<String, String>> kubectl = kubectl();
    commands()
        .forEach((name, command) -> {
          var theirs = new LinkedHashMap<>(flags(kubectl, FlagTable.ALL));
          theirs.putAll(flags(kubectl, name));
          theirs.keySet().removeAll(OTHER_DEFAULTS);
          theirs.forEach((flag, value) -> {
            String text = value.replaceAll("^'(.*)'$", "$1");
            OptionSpec option =
                requireNonNull(command.getCommandSpec().optionsMap().get(flag), flag);
            assertThat(FlagTable.standard(option))
                .as(name + " " + flag)
                .isEqualTo(text.isEmpty() || text.equals("[]") ? "–" : "`" + text + "`");
          });
        });
  }

  @Test
  void everyRowHasOneOfTheStatesAndTellsWhatIsJapplysOwn() throws IOException {
    for (FlagTable.Row row : table().rows()) {
      assertThat(row.state())
          .as(row.names())
          .matches("as kubectl(; .*)?|japply's own|better: .*|refused: .*|not yet(: .*)?");
      boolean own =
          Arrays.stream(row.commands().split(" ", -1))
              .allMatch(command -> command.endsWith(FlagTable.OWN));
      assertThat(row.state().equals("japply's own")).as(row.names()).isEqualTo(own);
    }
  }
}
