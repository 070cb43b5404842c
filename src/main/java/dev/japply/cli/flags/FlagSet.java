package dev.japply.cli.flags;

import dev.japply.diff.SimilarName;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Stack;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;

/// The flags of one command, and its arguments as soon as they are parsed.
///
/// picocli splits the arguments in one pass, and each [Flag] takes its value. The messages are
/// those of pflag, the library of kubectl.
public final class FlagSet implements IParameterPreprocessor {
  /// No argument of a program can hold it. So all flags end where `--` is an argument, and not
  /// where it is a value.
  private static final String NO_DELIMITER = "\0";

  private final CommandSpec command;
  private final boolean described;
  private final FlagSections sections = new FlagSections();
  private final Map<String, Flag<?>> flags = new LinkedHashMap<>();
  private final List<String> hidden = new ArrayList<>();
  private final List<String> typed = new ArrayList<>();
  private final List<String> defaults = new ArrayList<>();
  private final List<String> arguments = new ArrayList<>();
  private List<String> words = List.of();

  private FlagSet(CommandSpec command, boolean described) {
    this.command = command;
    this.described = described;
  }

  /// The flags of a command whose arguments are to be parsed.
  ///
  /// @param path the name of the command after those of the commands above it
  public static FlagSet parsing(String path) {
    var set = new FlagSet(CommandSpec.create().name(path).interpolateVariables(false), false);
    set.command
        .parser()
        .endOfOptionsDelimiter(NO_DELIMITER)
        .unmatchedOptionsArePositionalParams(true);
    set.command.addPositional(
        PositionalParamSpec.builder()
            .index("0..*")
            .arity("0..1")
            .type(String.class)
            .preprocessor(set)
            .build());
    return set;
  }

  /// The flags of a command with all that help says about them.
  public static FlagSet described() {
    return new FlagSet(CommandSpec.create(), true);
  }

  /// The flags as picocli prints them.
  public List<OptionSpec> options() {
    return command.options();
  }

  /// All flags, in the order in which they were added.
  public List<Flag<?>> all() {
    return List.copyOf(flags.values());
  }

  /// The flags below their headings.
  public FlagSections sections() {
    return sections;
  }

  /// The name of the command after those of the commands above it.
  public String path() {
    return command.qualifiedName();
  }

  /// The flag of that long name, with its dashes; null if there is none.
  public @Nullable Flag<?> flag(String name) {
    return flags.get(name);
  }

  /// The flag that an argument such as `-n` or `--dry_run` names alone; null if there is none.
  public @Nullable Flag<?> named(String word) {
    OptionSpec option = command.optionsMap().get(word.contains("=") ? word : name(word));
    return option == null ? null : of(option);
  }

  /// Whether a flag is typed, or has a default from a file.
  ///
  /// @param name its long name with its dashes
  public boolean gives(String name) {
    Flag<?> flag = flags.get(name);
    return flag != null && flag.isGiven();
  }

  /// The arguments that are not flags.
  public List<String> arguments() {
    return List.copyOf(arguments);
  }

  /// The flags that are given, as `--flag=value`: defaults, then those that are typed, in order.
  public List<String> written() {
    return Stream.concat(defaults.stream(), typed.stream()).toList();
  }

  boolean isDescribed() {
    return described;
  }

  void add(Flag<?> flag, OptionSpec option, String section, boolean global) {
    command.addOption(option);
    flags.put(flag.name(), flag);
    if (option.hidden()) {
      hidden.add(flag.name());
    }
    if (described) {
      sections.add(section, global, option);
    }
  }

  void typed(String name, String value) {
    typed.add(name + "=" + value);
  }

  void defaults(String name, String value) {
    defaults.add(name + "=" + value);
  }

  /// Parses the arguments of the command.
  ///
  /// @param standard gives values to flags that are not typed
  /// @throws UsageException when they cannot be used
  public void parse(List<String> args, IDefaultValueProvider standard) {
    words = List.copyOf(args);
    try {
      new CommandLine(command)
          .setDefaultValueProvider(standard)
          .setExpandAtFiles(false)
          .parseArgs(args.toArray(String[]::new));
    } catch (ParameterException e) {
      throw e.getCause() instanceof RuntimeException cause
          ? cause
          : UsageException.of(path(), String.valueOf(e.getMessage()));
    }
  }

  /// Takes a word that picocli did not find among the flags.
  @Override
  public boolean preprocess(
      Stack<String> next, CommandSpec command, ArgSpec any, Map<String, Object> info) {
    String word = next.pop();
    if (word.equals("--")) {
      while (!next.isEmpty()) {
        arguments.add(next.pop());
      }
    } else if (word.startsWith("--")) {
      takeLong(word, next);
    } else if (word.startsWith("-") && word.length() > 1) {
      checkShorthand(word.substring(1));
    } else {
      arguments.add(word);
    }
    return true;
  }

  /// The name of the flag in an argument such as `--dry_run=client`: in names, `_` means `-`.
  public static String name(String word) {
    return written(word).replace('_', '-');
  }

  private static String written(String word) {
    int equals = word.indexOf('=');
    return equals < 0 ? word : word.substring(0, equals);
  }

  private void takeLong(String word, Stack<String> next) {
    int equals = word.indexOf('=');
    String name = name(word);
    if (name.startsWith("---") || name.equals("--")) {
      throw UsageException.of(path(), "bad flag syntax: " + word);
    }
    OptionSpec option = command.optionsMap().get(name);
    if (option == null) {
      throw UsageException.of(path(), "unknown flag: " + written(word) + meant(name));
    }
    if (equals >= 0) {
      next.push(word.substring(equals + 1));
    }
    Flag<?> flag = Objects.requireNonNull(of(option));
    flag.take(next, equals >= 0 ? "=" : " ");
  }

  /// The flag that picocli has as that option; null if that is no flag.
  public static @Nullable Flag<?> of(ArgSpec option) {
    return option.preprocessor() instanceof Flag<?> flag ? flag : null;
  }

  private String meant(String name) {
    List<String> known = flags.keySet().stream().filter(each -> !hidden.contains(each)).toList();
    return SimilarName.find(known, name).map(each -> "; did you mean " + each + "?").orElse("");
  }

  /// Checks that shorthands, such as `Rf` in `-Rf`, begin with one of the command.
  void checkShorthand(String cluster) {
    if (!command.posixOptionsMap().containsKey(cluster.charAt(0))) {
      throw UsageException.of(
          path(), "unknown shorthand flag: '%c' in -%s".formatted(cluster.charAt(0), cluster));
    }
  }

  /// Reports that no word follows a flag that needs one.
  String missing(String name) {
    String last = words.getLast();
    String flag =
        last.startsWith("--")
            ? name
            : "'%c' in -%s"
                .formatted(last.charAt(last.length() - 1), last.charAt(last.length() - 1));
    throw UsageException.of(path(), "flag needs an argument: " + flag);
  }
}
