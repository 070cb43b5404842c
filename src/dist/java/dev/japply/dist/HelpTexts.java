package dev.japply.dist;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import dev.japply.cli.CommandHelp;
import dev.japply.cli.Japply;
import dev.japply.cli.Manual;
import dev.japply.cli.RealConnector;
import dev.japply.cli.Shell;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.Console;
import dev.japply.io.CancellationSource;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Writes what the launcher answers without Java: what japply prints when it is asked for help, its
/// version or the completion of a shell, and for nothing else.
///
/// It is a shell script for each name of the program, and one for completion. For other arguments
/// it does nothing.
public final class HelpTexts {
  /// The shell knows why it could not write, but does not say it.
  private static final String FULL =
      "full() { echo 'error: write /dev/stdout: not all of it could be written' >&2; exit 1; }\n";

  private static final List<String> FLAGS = List.of("-h", "--help", "--help=all");

  private final String program;

  /// How many arguments and which they are, by what is printed for them.
  private final Map<String, List<String>> calls = new LinkedHashMap<>();

  private HelpTexts(String program) {
    this.program = program;
  }

  /// `HelpTexts DIRECTORY`
  public static void main(String[] args) throws IOException {
    Path directory = Files.createDirectories(Path.of(args[0]));
    CommandHelp japply = Manual.read();
    for (String program : List.of("japply", "kubectl-japply")) {
      var texts = new HelpTexts(program);
      texts.add(List.of("version"));
      texts.add(List.of("options"));
      texts.add(List.of());
      texts.addHelp(japply);
      Files.writeString(directory.resolve(program + ".sh"), texts.script());
    }
    var completion = new HelpTexts("japply");
    Shell.names().forEach(shell -> completion.add(List.of("completion", shell)));
    Files.writeString(directory.resolve("completion.sh"), completion.script());
  }

  /// The help of a command and of those below it.
  private void addHelp(CommandHelp command) {
    for (String flag : FLAGS) {
      add(Stream.concat(command.path().stream().skip(1), Stream.of(flag)).toList());
    }
    command.commands().forEach(this::addHelp);
  }

  private void add(List<String> args) {
    String call = args.size() + ":" + String.join(" ", args);
    calls.computeIfAbsent(printed(args), text -> new ArrayList<>()).add(quoted(call));
  }

  /// A shell runs a script as it reads it, so each answer is a statement of its own.
  private String script() {
    return calls.entrySet().stream()
        .map(each ->
            "case $#:$* in %s) printf %%s %s 2>/dev/null && exit; full ;; esac\n"
                .formatted(String.join(" | ", each.getValue()), quoted(each.getKey())))
        .collect(joining("", "# Generated: what japply prints for these arguments.\n" + FULL, ""));
  }

  /// What japply prints without the user's preferences.
  private String printed(List<String> args) {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    var in = new ByteArrayInputStream(new byte[0]);
    Console console = Console.of(Map.of("KUBERC", "off"), in, out, err);
    int status =
        new Japply(
                new CommandContext(console, new RealConnector()), new CancellationSource(), program)
            .run(args);
    if (status != 0 || err.size() > 0) {
      throw new IllegalStateException(args + " failed: " + err.toString(UTF_8));
    }
    return out.toString(UTF_8);
  }

  private static String quoted(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }
}
