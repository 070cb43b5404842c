package dev.japply.cli.flags;

import dev.japply.cli.flags.FlagSet.FlagSections.HelpPosition;
import dev.japply.diff.SimilarName;
import dev.japply.report.WrappedText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Stack;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;

/// The flags of one command, and its arguments after parsing.
///
/// picocli splits the arguments in one pass, and each [Flag] parses its value. picocli gets only
/// the flags that the arguments may name: most are not typed, and an option of picocli takes longer
/// to make than a flag. The messages match pflag, kubectl's library.
public final class FlagSet implements IParameterPreprocessor {
  /// A delimiter that no argument can contain. japply itself handles `--`, which ends the flags
  /// unless it is a value.
  private static final String NO_DELIMITER = "\0";

  private final CommandSpec command;
  private final boolean described;
  private final FlagSections sections = new FlagSections();
  private final Map<String, Flag<?>> flags = new LinkedHashMap<>();

  /// The flags by each of their names.
  private final Map<String, Flag<?>> byName = new HashMap<>();

  private final List<String> hidden = new ArrayList<>();
  private final List<String> typed = new ArrayList<>();
  private final List<String> defaults = new ArrayList<>();
  private final List<String> arguments = new ArrayList<>();
  private List<String> words = List.of();

  private FlagSet(CommandSpec command, boolean described) {
    this.command = command;
    this.described = described;
  }

  /// Returns the values of a flag in `args` before they are parsed, each in the word of the flag or
  /// in the next one.
  public static List<String> values(List<String> args, String flag) {
    var values = new ArrayList<String>();
    for (int i = 0; i < args.size() && !args.get(i).equals("--"); i++) {
      String arg = args.get(i);
      if (arg.equals(flag)) {
        values.add(i + 1 < args.size() ? args.get(i + 1) : "");
      } else if (arg.startsWith(flag + "=")) {
        values.add(arg.substring(flag.length() + 1));
      }
    }
    return values;
  }

  /// Creates the flags of a command for parsing.
  ///
  /// @param path the name of the command, preceded by its parent commands
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

  /// Creates the flags of a command with their help texts.
  public static FlagSet described() {
    return new FlagSet(CommandSpec.create(), true);
  }

  /// Returns the flags as picocli options for printing.
  public List<OptionSpec> options() {
    return command.options();
  }

  /// Returns all flags, in the order of their declaration.
  public List<Flag<?>> all() {
    return List.copyOf(flags.values());
  }

  public FlagSections sections() {
    return sections;
  }

  /// Returns the name of the command, preceded by its parent commands.
  public String path() {
    return command.qualifiedName();
  }

  /// Returns the flag with that long name, including dashes; null if there is none.
  public @Nullable Flag<?> flag(String name) {
    return flags.get(name);
  }

  /// Returns the flag for an argument such as `-n` or `--dry_run`; null if there is none.
  public @Nullable Flag<?> named(String word) {
    return byName.get(word.contains("=") ? word : name(word));
  }

  /// Whether a flag is typed, or has a default from a file.
  ///
  /// @param name the long name with its dashes
  public boolean gives(String name) {
    Flag<?> flag = flags.get(name);
    return flag != null && flag.isGiven();
  }

  /// Whether a flag is typed.
  ///
  /// @param name the long name with its dashes
  public boolean isTyped(String name) {
    Flag<?> flag = flags.get(name);
    return flag != null && flag.isTyped();
  }

  /// Returns the arguments that are not flags.
  public List<String> arguments() {
    return List.copyOf(arguments);
  }

  /// Returns the set flags as `--flag=value`: first defaults, then typed flags, in order.
  public List<String> written() {
    return Stream.concat(defaults.stream(), typed.stream()).toList();
  }

  /// Returns the typed flags as `--flag=value`, in order.
  public List<String> typedFlags() {
    return List.copyOf(typed);
  }

  boolean isDescribed() {
    return described;
  }

  void add(Flag<?> flag, boolean isHidden) {
    flags.put(flag.name(), flag);
    flag.names().forEach(name -> byName.put(name, flag));
    if (isHidden) {
      hidden.add(flag.name());
    }
  }

  /// Adds the text of a flag.
  void describe(OptionSpec option, HelpPosition entry) {
    command.addOption(option);
    sections.add(entry, option);
  }

  void typed(String name, String value) {
    typed.add(name + "=" + value);
  }

  void defaults(String name, String value) {
    defaults.add(name + "=" + value);
  }

  /// Parses the arguments of the command.
  ///
  /// @param standard returns defaults for flags that are not typed; null for none
  /// @throws UsageException if the arguments are invalid
  public void parse(List<String> args, Function<Flag<?>, Flag.@Nullable Default> standard) {
    words = List.copyOf(args);
    for (Flag<?> flag : mentioned()) {
      command.addOption(flag.option().build());
    }
    try {
      new CommandLine(command).setExpandAtFiles(false).parseArgs(args.toArray(String[]::new));
    } catch (ParameterException e) {
      throw e.getCause() instanceof RuntimeException cause
          ? cause
          : error(String.valueOf(e.getMessage()));
    }
    for (Flag<?> flag : flags.values()) {
      Flag.Default value = flag.isGiven() ? null : standard.apply(flag);
      if (value != null) {
        flag.take(value);
      }
    }
  }

  /// Whether the arguments may name `flag`. That is known also if they are invalid.
  public boolean mentions(Flag<?> flag) {
    return mentioned().contains(flag);
  }

  /// Returns the flags that the arguments may name: one of their words is `--name`, or begins with
  /// `--name=`, or has the letter after a single dash.
  private Set<Flag<?>> mentioned() {
    var mentioned = new LinkedHashSet<Flag<?>>();
    for (String word : words) {
      if (word.startsWith("--")) {
        mention(written(word), mentioned);
      } else if (word.startsWith("-")) {
        for (int i = 1; i < word.length(); i++) {
          mention("-" + word.charAt(i), mentioned);
        }
      }
    }
    return mentioned;
  }

  private void mention(String name, Set<Flag<?>> mentioned) {
    Flag<?> flag = byName.get(name);
    if (flag != null) {
      mentioned.add(flag);
    }
  }

  /// Handles a word that picocli does not recognize as a flag.
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

  /// Returns the name of the flag in an argument such as `--dry_run=client`, with `-` for `_`.
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
      throw error("bad flag syntax: " + word);
    }
    Flag<?> flag = byName.get(name);
    if (flag == null) {
      throw error("unknown flag: " + written(word) + meant(name));
    }
    if (equals >= 0) {
      next.push(word.substring(equals + 1));
    }
    flag.take(next, equals >= 0 ? "=" : " ");
  }

  private String meant(String name) {
    List<String> known = flags.keySet().stream().filter(each -> !hidden.contains(each)).toList();
    String ending = name.substring(1);
    return known.stream()
        .filter(each -> name.length() > 4 && each.endsWith(ending))
        .reduce((before, last) -> last)
        .map(each -> "; did you mean " + each + "?")
        .orElseGet(() -> SimilarName.question(known, name));
  }

  /// Checks that the first shorthand in a group, such as `Rf` in `-Rf`, is a flag of the command.
  void checkShorthand(String cluster) {
    if (!byName.containsKey("-" + cluster.charAt(0))) {
      throw error("unknown shorthand flag: '%c' in -%s".formatted(cluster.charAt(0), cluster));
    }
  }

  /// Returns the error for invalid flags, with the hint that kubectl gives for the command.
  UsageException error(String message) {
    return path().matches("\\S+ diff")
        ? UsageException.withExamples(path(), message)
        : UsageException.of(path(), message);
  }

  /// Throws the error for a flag without its required value.
  String missing(String name) {
    String last = words.getLast();
    String flag =
        last.startsWith("--")
            ? name
            : "'%c' in -%s"
                .formatted(last.charAt(last.length() - 1), last.charAt(last.length() - 1));
    throw error("flag needs an argument: " + flag);
  }

  /// The flags of a command in sections: its own, which its help shows, and the global ones, which
  /// `japply options` shows.
  public static final class FlagSections {
    private static final int INDENT = 29;

    private final Map<String, List<OptionSpec>> own = new LinkedHashMap<>();
    private final Map<String, List<OptionSpec>> global = new LinkedHashMap<>();
    private final List<OptionSpec> usual = new ArrayList<>();
    private final List<OptionSpec> connecting = new ArrayList<>();

    void add(HelpPosition entry, OptionSpec option) {
      if (option.hidden()) {
        return;
      }
      (entry.global() ? global : own)
          .computeIfAbsent(entry.section(), none -> new ArrayList<>())
          .add(option);
      if (!entry.rare()) {
        (entry.global() ? connecting : usual).add(option);
      }
    }

    /// Returns all flags by section, the global ones last.
    public Map<String, List<OptionSpec>> all() {
      var all = new LinkedHashMap<>(own);
      all.putAll(global);
      return all;
    }

    /// Returns the number of flags that only the complete help contains.
    public int rare() {
      return own.values().stream().mapToInt(List::size).sum() - usual.size();
    }

    /// Returns the text with the flags for daily use.
    ///
    /// @param connects whether the command connects to a cluster
    public String usual(boolean connects) {
      var shown = new ArrayList<>(usual);
      if (connects) {
        shown.addAll(connecting);
      }
      return shown.isEmpty() ? "" : text(Map.of("Flags", shown));
    }

    /// Returns the text with all flags of the command, except for global ones.
    public String complete() {
      return text(own);
    }

    public String global() {
      return text(global);
    }

    /// Returns the flags below their headings.
    private static String text(Map<String, List<OptionSpec>> sections) {
      var text = new StringBuilder();
      sections.forEach((heading, options) -> {
        text.append('\n').append(heading).append(":\n");
        options.forEach(option -> add(text, option));
      });
      return text.toString();
    }

    private static void add(StringBuilder text, OptionSpec option) {
      String names = names(option);
      String description = String.join(" ", option.description()).replace("$${", "${");
      List<String> lines = WrappedText.of(description, WrappedText.HELP_WIDTH - INDENT);
      text.append(names);
      int width = names.length();
      if (width >= INDENT && !lines.isEmpty()) {
        text.append('\n');
        width = 0;
      }
      for (String line : lines) {
        text.append(" ".repeat(INDENT - width)).append(line).append('\n');
        width = 0;
      }
      if (lines.isEmpty()) {
        text.append('\n');
      }
    }

    /// Returns ` -f, --filename=FILE,...`. A boolean needs no value.
    private static String names(OptionSpec option) {
      String longest = option.longestName();
      String first = option.shortestName();
      String before = first.equals(longest) ? "    " : first + ", ";
      String label = option.paramLabel().equals("BOOL") ? "" : "=" + option.paramLabel();
      return "  " + before + longest + label;
    }

    /// The place of a flag in help texts.
    ///
    /// @param global whether all commands have the flag
    /// @param rare whether only complete texts contain it
    record HelpPosition(String section, boolean global, boolean rare) {}
  }
}
