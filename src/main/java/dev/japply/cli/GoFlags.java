package dev.japply.cli;

import dev.japply.cli.flags.GoDuration;
import dev.japply.cli.flags.GoValues;
import dev.japply.cli.flags.ParsedLine;
import dev.japply.cli.flags.UsageException;
import dev.japply.diff.SimilarName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/// Arguments as kubectl's flag library (pflag) reads them, brought into the one form
/// `--flag=value`.
///
/// In pflag a flag with a value of its own for "no value given" never takes the next argument:
/// `--dry-run client` is the bare flag and an argument. A flag may stand before the command.
final class GoFlags {
  /// `help apply` is `apply --help`.
  private static final String HELP = "help";

  private final CommandSpec spec;
  private final String command;
  private final List<String> flags = new ArrayList<>();
  private final List<String> written = new ArrayList<>();
  private final List<String> positionals = new ArrayList<>();

  private GoFlags(CommandSpec spec) {
    this.spec = spec;
    this.command = spec.qualifiedName();
  }

  /// The command that the arguments name.
  ///
  /// @param command the command; the root when none is named
  /// @param names its name, after those of the commands above it
  /// @param rest the arguments but the names
  record Choice(CommandLine command, List<String> names, List<String> rest) {
    Choice {
      names = List.copyOf(names);
      rest = List.copyOf(rest);
    }

    /// The same with flags before the arguments, so that those count more.
    Choice preceded(List<String> flags) {
      return new Choice(command, names, Stream.concat(flags.stream(), rest.stream()).toList());
    }

    /// The flags and arguments of the command.
    ParsedLine read() {
      var flags = new GoFlags(command.getCommandSpec());
      flags.read(rest);
      return new ParsedLine(names, flags.flags, flags.written, flags.positionals);
    }
  }

  /// The command below `root` that `args` name, at any depth.
  static Choice choose(CommandLine root, List<String> args) {
    var rest = new ArrayList<>(args);
    int first = commandIndex(root, rest);
    if (first >= 0 && rest.get(first).equals(HELP)) {
      rest.remove(first);
      rest.add("--" + HELP);
    }
    var names = new ArrayList<String>();
    CommandLine chosen = root;
    while (Commands.isGroup(chosen)) {
      int at = commandIndex(chosen, rest);
      CommandLine next = at < 0 ? null : Commands.below(chosen, rest.get(at)).orElse(null);
      if (next == null && at >= 0 && names.isEmpty()) {
        String known = meant(Commands.names(root), rest.get(at));
        throw new UsageException(
            "unknown command \"%s\" for \"%s\"%s"
                .formatted(rest.get(at), root.getCommandName(), known));
      }
      if (next == null) {
        break;
      }
      names.add(rest.remove(at));
      chosen = next;
    }
    return new Choice(Commands.withFlags(chosen), names, rest);
  }

  /// The first argument that is neither a flag nor a flag's value; -1 when there is none.
  static int commandIndex(CommandLine command, List<String> args) {
    for (int i = 0; i < args.size(); i++) {
      String arg = args.get(i);
      if (arg.equals("--")) {
        return -1;
      }
      if (!arg.startsWith("-") || arg.equals("-")) {
        return i;
      }
      CommandSpec spec = Commands.withFlags(command).getCommandSpec();
      OptionSpec option = spec.optionsMap().get(normalized(arg));
      i += option != null && bareValue(option).isEmpty() ? 1 : 0;
    }
    return -1;
  }

  /// The end of a message about a name that nobody knows.
  static String meant(List<String> known, String name) {
    return SimilarName.find(known, name).map(each -> "; did you mean " + each + "?").orElse("");
  }

  private List<String> longNames() {
    return spec.options().stream()
        .filter(option -> !option.hidden())
        .map(OptionSpec::longestName)
        .toList();
  }

  private void read(List<String> args) {
    int i = 0;
    while (i < args.size()) {
      String arg = args.get(i++);
      if (arg.equals("--")) {
        positionals.addAll(args.subList(i, args.size()));
        return;
      }
      if (arg.startsWith("--")) {
        i += readLong(arg, args.subList(i, args.size()));
      } else if (arg.startsWith("-") && arg.length() > 1) {
        i += readShort(arg, args.subList(i, args.size()));
      } else {
        positionals.add(arg);
      }
    }
  }

  /// In names of flags, `_` means `-`.
  private static String normalized(String name) {
    return name.replace('_', '-');
  }

  /// Reads `--flag`, and answers how many of the `next` arguments it took.
  private int readLong(String arg, List<String> next) {
    int equals = arg.indexOf('=');
    String written = equals < 0 ? arg : arg.substring(0, equals);
    String name = normalized(written);
    if (name.startsWith("---") || name.equals("--")) {
      throw UsageException.of(command, "bad flag syntax: " + arg);
    }
    OptionSpec option = spec.optionsMap().get(name);
    if (option == null) {
      throw UsageException.of(command, "unknown flag: " + written + meant(longNames(), name));
    }
    if (equals >= 0) {
      return add(option, arg.substring(equals + 1), 0);
    }
    String bare = bareValue(option);
    if (!bare.isEmpty()) {
      return isLevel(option, next) ? add(option, next.getFirst(), 1) : add(option, bare, 0);
    }
    if (next.isEmpty()) {
      throw UsageException.of(command, "flag needs an argument: " + name);
    }
    return add(option, next.getFirst(), 1);
  }

  /// Reads `-abc`, and answers how many of the `next` arguments it took.
  private int readShort(String arg, List<String> next) {
    for (int i = 1; i < arg.length(); i++) {
      OptionSpec option = spec.optionsMap().get("-" + arg.charAt(i));
      if (option == null) {
        throw UsageException.of(
            command, "unknown shorthand flag: '" + arg.charAt(i) + "' in -" + arg.substring(i));
      }
      String rest = arg.substring(i + 1);
      if (rest.startsWith("=")) {
        return add(option, rest.substring(1), 0);
      }
      String bare = bareValue(option);
      if (bare.isEmpty()) {
        return shortValue(option, arg.substring(i), next);
      }
      if (isLevel(option, List.of(rest))) {
        return add(option, rest, 0);
      }
      if (rest.isEmpty() && isLevel(option, next)) {
        return add(option, next.getFirst(), 1);
      }
      add(option, bare, 0);
    }
    return 0;
  }

  /// Whether a number follows a flag that takes a number or nothing, as `-v` does: kubectl has it
  /// with a number only.
  private static boolean isLevel(OptionSpec option, List<String> next) {
    return option.typeInfo().getType() == int.class
        && !next.isEmpty()
        && next.getFirst().matches("\\d+");
  }

  private int shortValue(OptionSpec option, String flags, List<String> next) {
    if (flags.length() > 1) {
      return add(option, flags.substring(1), 0);
    }
    if (next.isEmpty()) {
      throw UsageException.of(
          command, "flag needs an argument: '" + flags.charAt(0) + "' in -" + flags);
    }
    return add(option, next.getFirst(), 1);
  }

  private int add(OptionSpec option, String value, int taken) {
    try {
      flags.add(option.longestName() + "=" + checked(option, value));
      written.add(option.longestName() + "=" + value);
      return taken;
    } catch (UsageException e) {
      throw UsageException.of(command, e.getMessage());
    }
  }

  /// The value in the form that picocli takes.
  ///
  /// @throws UsageException when the flag does not take it
  static String checked(OptionSpec option, String value) {
    if (option.typeInfo().isBoolean()) {
      return Boolean.toString(GoValues.bool(title(option), value));
    }
    if (option.typeInfo().getType() == Duration.class) {
      return GoDuration.read(title(option), value).toString();
    }
    return option.typeInfo().getType() == int.class
        ? String.valueOf(GoValues.level(title(option), value))
        : value;
  }

  /// `-f, --filename`, as pflag names a flag in messages.
  private static String title(OptionSpec option) {
    return String.join(", ", option.names());
  }

  private static String bareValue(OptionSpec option) {
    return Objects.requireNonNullElse(option.fallbackValue(), "");
  }
}
