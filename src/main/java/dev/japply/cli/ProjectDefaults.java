package dev.japply.cli;

import dev.japply.cli.Defaults.ProjectDefault;
import dev.japply.cli.flags.Command;
import dev.japply.cli.flags.Flag;
import dev.japply.cli.flags.Flag.FlagType;
import dev.japply.cli.flags.FlagSet;
import dev.japply.cli.flags.GoValues;
import dev.japply.cli.flags.UsageException;
import dev.japply.diff.SimilarName;
import dev.japply.input.Project;
import dev.japply.input.Project.CommandDefaults;
import dev.japply.input.Project.FlagDefault;
import dev.japply.input.ProjectReader;
import dev.japply.input.ProjectTarget;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Problem;
import dev.japply.tree.GoJson;
import dev.japply.tree.Value;
import dev.japply.tree.Value.BoolValue;
import dev.japply.tree.Value.IntValue;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.NullValue;
import dev.japply.tree.Value.StringValue;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The default flags of a project file, checked by the flags that commands have.
record ProjectDefaults(Project project) {
  /// The section with the defaults of all commands.
  static final String ALL = "all";

  /// An address that kustomize fetches, as `github.com/o/r//dir?ref=v1` or `git@host:path`.
  private static final Pattern REPOSITORY =
      Pattern.compile("^[\\w-]+@|^git::|^(?i:github\\.com)[/:]");

  /// The defaults of a command, by the names of its flags with dashes, in the order of the file.
  ///
  /// @throws JapplyException when the file has flags that cannot be used, of whatever command
  Map<String, ProjectDefault> read(CommandChoice choice) {
    var problems = new ArrayList<Problem>();
    var own = new LinkedHashMap<String, ProjectDefault>();
    var general = new LinkedHashMap<String, ProjectDefault>();
    for (CommandDefaults defaults : project.defaults()) {
      try {
        if (defaults.command().equals(ALL)) {
          general.putAll(general(choice.flags(), defaults));
        } else {
          boolean meant = Commands.isSame(Commands.names(defaults.command()), choice.names());
          FlagSet known = meant ? choice.flags() : flags(defaults);
          for (FlagDefault flag : defaults.flags()) {
            List<String> values = values(known, defaults.command(), flag);
            if (meant) {
              own.merge(
                  "--" + flag.flag(), new ProjectDefault(flag, values), ProjectDefaults::joined);
            }
          }
        }
      } catch (JapplyException e) {
        problems.addAll(e.problems());
      }
    }
    for (ProjectTarget target : project.targets()) {
      try {
        List<String> unused = input(target);
      } catch (JapplyException e) {
        problems.addAll(e.problems());
      }
    }
    if (!problems.isEmpty()) {
      throw ProjectReader.failure(problems);
    }
    return joined(own, general);
  }

  /// Returns the manifests of a target as the values of its flag; empty if it has none.
  ///
  /// @throws JapplyException if they are not in the directory of the file
  List<String> input(ProjectTarget target) {
    FlagDefault input = target.input();
    if (input == null) {
      return List.of();
    }
    List<String> texts = texts(FlagType.TEXTS, input);
    if (texts.isEmpty() || texts.contains("") || texts.contains("-")) {
      throw new JapplyException(
          input.place(),
          input.flag() + " of a target must name files or directories",
          "name the manifests for it");
    }
    return input.flag().equals("filename")
        ? texts.stream().flatMap(text -> files(input, text)).toList()
        : texts.stream().map(text -> located(input, text)).toList();
  }

  /// Returns the defaults of all commands that a command with these flags uses. The flags that only
  /// others have are checked by those.
  private Map<String, ProjectDefault> general(FlagSet flags, CommandDefaults defaults) {
    var read = new LinkedHashMap<String, ProjectDefault>();
    for (FlagDefault flag : defaults.flags()) {
      String name = "--" + flag.flag();
      boolean right =
          ProjectFlags.ALLOWED.contains(flag.flag()) && ProjectFlags.isSameEverywhere(flag.flag());
      if (!right || flags.flag(name) != null) {
        read.put(name, new ProjectDefault(flag, values(flags, ALL, flag)));
      }
    }
    return read;
  }

  /// Adds the general defaults to `own`, unless the command has another value.
  private static Map<String, ProjectDefault> joined(
      Map<String, ProjectDefault> own, Map<String, ProjectDefault> general) {
    var joined = new LinkedHashMap<String, ProjectDefault>(own);
    general.forEach((name, flag) -> {
      boolean replaced =
          own.values().stream()
              .anyMatch(
                  other -> ProjectFlags.replaces(other.written().flag(), flag.written().flag()));
      if (!replaced) {
        joined.put(name, flag);
      }
    });
    return joined;
  }

  private static ProjectDefault joined(ProjectDefault one, ProjectDefault other) {
    return new ProjectDefault(
        one.written(), Stream.concat(one.texts().stream(), other.texts().stream()).toList());
  }

  private static FlagSet flags(CommandDefaults defaults) {
    List<String> names = Commands.names(defaults.command());
    Command found = Commands.exists(names) ? Commands.parsing("", names) : null;
    if (found == null || !found.readsProject()) {
      throw new JapplyException(
          defaults.place(),
          "unknown command \"" + ProjectReader.quoted(defaults.command()) + "\"",
          "name one that japply --help lists"
              + SimilarName.question(Commands.ALL.names(), defaults.command()));
    }
    return found.flags();
  }

  private List<String> values(FlagSet flags, String name, FlagDefault written) {
    if (name.equals(ALL) && !ProjectFlags.isSameEverywhere(written.flag())) {
      throw new JapplyException(
          written.place(),
          "--%s is not the same for all commands".formatted(written.flag()),
          "set it below single commands");
    }
    Flag<?> flag = flags.flag("--" + written.flag());
    if (flag == null) {
      List<String> known = ProjectFlags.ALLOWED.stream().sorted().toList();
      throw new JapplyException(
          written.place(),
          "%s flag \"%s\""
              .formatted(
                  name.equals(ALL) ? "no command has a" : name + " has no",
                  ProjectReader.quoted(written.flag())),
          "name one of its flags without dashes" + SimilarName.question(known, written.flag()));
    }
    if (!ProjectFlags.allows(written.flag(), name)) {
      throw new JapplyException(
          written.place(),
          "a project file may not set --" + written.flag(),
          written.flag().equals("no-warn")
              ? "list the warnings below noWarn: at the top level"
              : "give it on the command line, or in the kubeconfig or kuberc");
    }
    List<String> texts = texts(flag.type(), written);
    try {
      texts.forEach(flag::check);
    } catch (UsageException e) {
      // Some messages have advice already.
      String hint = e.getMessage().contains("; ") ? "" : "correct the value";
      throw new JapplyException(written.place(), e.getMessage(), hint);
    }
    for (String text : texts) {
      ProjectFlags.refusal(written.flag(), name, text)
          .ifPresent(why -> {
            throw new JapplyException(
                written.place(), "a project file " + why, "give it on the command line");
          });
    }
    return switch (written.flag()) {
      case "filename" -> texts.stream().flatMap(text -> files(written, text)).toList();
      case "kustomize" -> texts.stream().map(text -> located(written, text)).toList();
      case "report" -> printed(written, texts);
      default -> texts;
    };
  }

  /// Returns the values as they would be typed on the command line.
  private static List<String> texts(FlagType type, FlagDefault flag) {
    if (type == FlagType.TEXTS && flag.value() instanceof ListValue(List<Value> items)) {
      return items.stream().map(item -> text(type, flag, item)).toList();
    }
    return List.of(text(type, flag, flag.value()));
  }

  private static String text(FlagType type, FlagDefault flag, Value value) {
    if (type == FlagType.BOOL && !(value instanceof BoolValue)) {
      throw mistyped(flag, "true or false", "write it without quotes");
    }
    if (type == FlagType.NUMBER && !(value instanceof IntValue)) {
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
    return new JapplyException(flag.place(), flag.flag() + " must be " + wanted, hint);
  }

  /// Files are named as seen from the project file.
  private Stream<String> files(FlagDefault flag, String value) {
    return GoValues.list(value).stream()
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
    Path parent = Path.of(project.file()).getParent();
    if (isElsewhere(file) || isLinkedElsewhere(parent == null ? Path.of("") : parent, file)) {
      throw new JapplyException(
          flag.place(),
          "a project file may only name files in its directory, not \"%s\""
              .formatted(ProjectReader.quoted(file)),
          "give --%s on the command line".formatted(flag.flag()));
    }
    return parent == null ? file : parent + "/" + file;
  }

  /// True for symbolic links that lead out of the directory.
  private static boolean isLinkedElsewhere(Path directory, String file) {
    try {
      return !directory.resolve(file).toRealPath().startsWith(directory.toRealPath());
    } catch (IOException | InvalidPathException e) {
      return false; // a pattern, or a missing file, which the command reports
    }
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
      return false; // the reader reports the error
    }
  }

  private static List<String> printed(FlagDefault flag, List<String> reports) {
    if (reports.stream().anyMatch(report -> report.contains("="))) {
      throw new JapplyException(
          flag.place(),
          "a project file may not name a file to write",
          "name the format alone, or give --report on the command line");
    }
    return reports;
  }
}
