package dev.japply.cli;

import dev.japply.cli.flags.Command;
import dev.japply.cli.flags.Console;
import dev.japply.cli.flags.GoValues;
import dev.japply.cli.flags.ParsedLine;
import dev.japply.cli.flags.PlanFlags;
import dev.japply.cli.flags.UsageException;
import dev.japply.input.Project;
import dev.japply.input.Project.CommandDefaults;
import dev.japply.input.Project.FlagDefault;
import dev.japply.input.ProjectReader;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.tree.GoJson;
import dev.japply.tree.Value;
import dev.japply.tree.Value.BoolValue;
import dev.japply.tree.Value.IntValue;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.NullValue;
import dev.japply.tree.Value.StringValue;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/// Puts the default flags of a project file into command lines. They count more than those of the
/// user's preferences, and less than what is typed.
///
/// @param commands the root of the commands there are
public record ProjectDefaults(CommandLine commands, Project project) {
  /// An address that kustomize fetches, as `github.com/o/r//dir?ref=v1` or `git@host:path`.
  private static final Pattern REPOSITORY =
      Pattern.compile("^[\\w-]+@|^git::|^(?i:github\\.com)[/:]");

  /// What becomes of `line` in the project that it is for.
  ///
  /// @param commands the root of the commands there are
  /// @throws JapplyException when the project file cannot be used
  public static EffectiveLine apply(CommandLine commands, PreferredLine line, Console console) {
    Optional<Project> project = ProjectSearch.find(line.choice().read(), line.command(), console);
    return project
        .map(found -> new ProjectDefaults(commands, found).complete(line))
        .orElseGet(() -> new EffectiveLine(line.choice(), null, List.of()));
  }

  /// The command line with the defaults of its command.
  ///
  /// @throws JapplyException when the file has flags that nobody can have, of whatever command
  private EffectiveLine complete(PreferredLine line) {
    var problems = new ArrayList<Problem>();
    var flags = new ArrayList<String>();
    var used = new ArrayList<FlagDefault>();
    ParsedLine typed = line.typed().read();
    for (CommandDefaults defaults : project.defaults()) {
      try {
        CommandLine command = command(defaults);
        boolean meant = Commands.isSame(command, line.typed().command());
        for (FlagDefault flag : defaults.flags()) {
          List<String> values = values(command, defaults.command(), flag);
          if (meant && !isVoid(flag.flag(), typed)) {
            used.add(flag);
            values.forEach(value -> flags.add("--" + flag.flag() + "=" + value));
          }
        }
      } catch (JapplyException e) {
        problems.addAll(e.problems());
      }
    }
    if (!problems.isEmpty()) {
      throw ProjectReader.failure(problems);
    }
    return new EffectiveLine(line.with(flags), project, used);
  }

  private CommandLine command(CommandDefaults defaults) {
    Optional<CommandLine> found = Commands.find(commands, defaults.command());
    if (found.isEmpty() || !found.get().<Command>getCommand().readsProject()) {
      String meant = GoFlags.meant(Commands.names(commands), defaults.command());
      throw wrong(
          defaults.place(),
          "unknown command \"" + ProjectReader.quoted(defaults.command()) + "\"",
          "name one that japply --help lists" + meant);
    }
    return Commands.withFlags(found.get());
  }

  /// Whether what is typed leaves no room for a default.
  private static boolean isVoid(String flag, ParsedLine typed) {
    if (ProjectFlags.isInput(flag) && !typed.positionals().isEmpty()) {
      return true;
    }
    return PlanFlags.voids("--" + flag, typed.gives("--plan"))
        || Stream.of("filename", "kustomize", flag)
            .anyMatch(given -> typed.gives("--" + given) && ProjectFlags.replaces(given, flag));
  }

  private List<String> values(CommandLine command, String name, FlagDefault flag) {
    OptionSpec option = command.getCommandSpec().optionsMap().get("--" + flag.flag());
    if (option == null) {
      List<String> known = ProjectFlags.ALLOWED.stream().sorted().toList();
      throw wrong(
          flag.place(),
          "%s has no flag \"%s\"".formatted(name, ProjectReader.quoted(flag.flag())),
          "name one of its flags without dashes" + GoFlags.meant(known, flag.flag()));
    }
    if (!ProjectFlags.allows(flag.flag(), name)) {
      throw wrong(
          flag.place(),
          "a project file may not set --" + flag.flag(),
          "give it on the command line, or in the kubeconfig or kuberc");
    }
    List<String> texts = texts(option, flag);
    try {
      texts.forEach(text -> GoFlags.checked(option, text));
    } catch (UsageException e) {
      throw wrong(flag.place(), e.getMessage(), "correct the value");
    }
    for (String text : texts) {
      ProjectFlags.refusal(flag.flag(), name, text)
          .ifPresent(why -> {
            throw wrong(flag.place(), "a project file " + why, "give it on the command line");
          });
    }
    return switch (flag.flag()) {
      case "filename" -> texts.stream().flatMap(text -> files(flag, text)).toList();
      case "kustomize" -> texts.stream().map(text -> located(flag, text)).toList();
      case "report" -> printed(flag, texts);
      default -> texts;
    };
  }

  /// The values in the form in which they are typed.
  private static List<String> texts(OptionSpec option, FlagDefault flag) {
    if (option.typeInfo().isCollection() && flag.value() instanceof ListValue(List<Value> items)) {
      return items.stream().map(item -> text(option, flag, item)).toList();
    }
    return List.of(text(option, flag, flag.value()));
  }

  private static String text(OptionSpec option, FlagDefault flag, Value value) {
    if (option.typeInfo().isBoolean() && !(value instanceof BoolValue)) {
      throw mistyped(flag, "true or false", "write it without quotes");
    }
    if (option.typeInfo().getType() == int.class && !(value instanceof IntValue)) {
      throw mistyped(flag, "a whole number", "write it without quotes");
    }
    return switch (value) {
      case StringValue(String text) -> text;
      case NullValue none -> throw mistyped(flag, "a value", "write one, or remove the flag");
      case MapValue map -> throw mistyped(flag, "a value", "write it as on the command line");
      case ListValue list -> throw mistyped(flag, "one value", "write it as on the command line");
      case Value scalar -> GoJson.write(scalar);
    };
  }

  private static JapplyException mistyped(FlagDefault flag, String wanted, String hint) {
    return wrong(flag.place(), flag.flag() + " must be " + wanted, hint);
  }

  /// Files are named as seen from the project file.
  private Stream<String> files(FlagDefault flag, String value) {
    return GoValues.list("filename", value).stream()
        .map(file -> located(flag, file))
        .map(file ->
            file.contains(",") || file.contains("\"")
                ? "\"" + file.replace("\"", "\"\"") + "\""
                : file);
  }

  private String located(FlagDefault flag, String file) {
    if (file.equals("-")) {
      return file;
    }
    if (isElsewhere(file)) {
      throw wrong(
          flag.place(),
          "a project file may only name what is in its directory, not \"%s\""
              .formatted(ProjectReader.quoted(file)),
          "give --%s on the command line".formatted(flag.flag()));
    }
    Path parent = Path.of(project.file()).getParent();
    return parent == null ? file : parent + "/" + file;
  }

  /// True for URLs, repositories, and paths that lead out of the directory.
  private static boolean isElsewhere(String file) {
    if (file.contains("://") || REPOSITORY.matcher(file).find()) {
      return true;
    }
    try {
      Path path = Path.of(file);
      return path.isAbsolute() || path.normalize().startsWith("..");
    } catch (InvalidPathException e) {
      return false; // reading it says so
    }
  }

  private static List<String> printed(FlagDefault flag, List<String> reports) {
    if (reports.stream().anyMatch(report -> report.contains("="))) {
      throw wrong(
          flag.place(),
          "a project file may not name a file to write",
          "name the format alone, or give --report on the command line");
    }
    return reports;
  }

  private static JapplyException wrong(Origin place, String what, String hint) {
    return new JapplyException(Problem.error(place, what, hint));
  }
}
