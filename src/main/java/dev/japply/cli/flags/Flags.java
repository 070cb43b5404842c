package dev.japply.cli.flags;

import dev.japply.apply.ExecutionOptions.Schedule;
import dev.japply.cli.flags.Flag.Converter;
import dev.japply.cli.flags.Flag.FlagType;
import dev.japply.cli.flags.FlagSet.FlagSections.HelpPosition;
import dev.japply.object.LabelSelector;
import dev.japply.object.ManagedFields;
import java.time.Duration;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.OptionSpec;

/// Adds flags to a command, in the order of its help.
///
/// @param section the heading of the added flags
/// @param global whether the flags are global
/// @param declared whether the command has the flags; otherwise, they keep their defaults
public record Flags(FlagSet set, String section, boolean global, boolean declared) {

  /// Creates an instance that adds the command's own flags.
  static Flags of(FlagSet set) {
    return new Flags(set, "Flags", false, true);
  }

  public Flags section(String heading) {
    return new Flags(set, heading, global, declared);
  }

  Flags ofAll() {
    return new Flags(set, section, true, declared);
  }

  /// Returns this instance if the command has the flags; otherwise, one whose flags keep their
  /// defaults.
  public Flags where(boolean has) {
    return new Flags(set, section, global, declared && has);
  }

  /// Starts a new flag; setting its type adds it.
  ///
  /// @param names the names, the long one last
  public FlagBuilder add(String... names) {
    return new FlagBuilder(this, names);
  }

  public Flag<LabelSelector> selector(String help) {
    return add("-l", "--selector").label("SELECTOR").help(help).value("", GoValues::selector);
  }

  /// Adds `--selector` with the help of commands that select among the objects of the input.
  public Flag<LabelSelector> selector() {
    return selector("Only objects whose labels match: a=b, a!=b, a in (b,c), a notin (b), a, !a.");
  }

  /// Adds `--out`, the file to write.
  ///
  /// @param content the noun for the content of the file
  public Flag<String> out(String content) {
    return add("--out")
        .label("FILE")
        .help("Write the " + content + " to this file, and replace an existing one.")
        .text("");
  }

  public Flag<Boolean> wide() {
    return add("--wide")
        .rare()
        .help("Print each field of a table on one line, whatever the width of the terminal.")
        .bool(false);
  }

  public Flag<Integer> concurrency(String help) {
    return add("--concurrency").rare().label("N").help(help).number(Schedule.USUAL_CONCURRENCY);
  }

  /// Adds `--field-manager`, with the default of a client-side apply.
  public Flag<String> fieldManager(String help) {
    return addFieldManager(help).text(ManagedFields.CLIENT_SIDE);
  }

  /// Adds `--field-manager`, which is empty if it is not given.
  ///
  /// @param usual the default in the help
  public Flag<String> fieldManager(String help, String usual) {
    return addFieldManager(help).byDefault(usual).text("");
  }

  private FlagBuilder addFieldManager(String help) {
    return add("--field-manager").rare().label("NAME").help(help);
  }

  /// Builds a flag of a command. Its texts are only for help.
  public static final class FlagBuilder {
    private final Flags flags;
    private final String[] names;
    private String label = "BOOL";
    private String help = "";
    private String bare = "";
    private List<String> candidates = List.of();
    private boolean hidden;
    private boolean rare;

    /// The default in help; null if it is the value itself.
    private @Nullable String standard;

    FlagBuilder(Flags flags, String... names) {
      this.flags = flags;
      this.names = names;
      this.rare = flags.global();
    }

    /// Sets the name of the value in help.
    public FlagBuilder label(String text) {
      label = text;
      return this;
    }

    /// Sets the description, one or two sentences.
    public FlagBuilder help(String text) {
      help = text;
      return this;
    }

    /// Sets the description of the default, for values that need one.
    public FlagBuilder byDefault(String text) {
      standard = text;
      return this;
    }

    /// Makes the value optional; `value` is used without one.
    public FlagBuilder bare(String value) {
      bare = value;
      return this;
    }

    /// Sets usual values or their beginnings, which the completion of shells offers.
    public FlagBuilder candidates(List<String> values) {
      candidates = values;
      return this;
    }

    /// Hides the flag in help.
    public FlagBuilder hidden() {
      hidden = true;
      return this;
    }

    /// Shows the flag only in the complete help, as most global flags.
    public FlagBuilder rare() {
      rare = true;
      return this;
    }

    /// Shows the global flag also in the help of the commands that connect to a cluster.
    FlagBuilder common() {
      rare = false;
      return this;
    }

    /// Builds a boolean flag; without a value, it is true.
    public Flag<Boolean> bool(boolean initial) {
      bare = "true";
      return early(FlagType.BOOL, GoValues::bool, FlagBuilder::last, initial);
    }

    /// Builds a flag with booleans and other values; it is false by default, and true without a
    /// value.
    ///
    /// @param parse converts a text; throws [UsageException] if it is invalid
    <T> Flag<T> bool(T initial, Function<String, T> parse) {
      bare = "true";
      var converter = new Converter<>(parse, FlagBuilder::last, true);
      return add(FlagType.BOOL, converter, "", false, initial);
    }

    public Flag<Integer> number(int initial) {
      return early(FlagType.NUMBER, GoValues::number, FlagBuilder::last, initial);
    }

    /// Builds a flag for a duration with a unit.
    public Flag<Duration> time(Duration initial) {
      return early(FlagType.TIME, GoValues::time, FlagBuilder::last, initial);
    }

    public Flag<String> text(String initial) {
      return add(
          FlagType.TEXT,
          new Converter<>(text -> text, FlagBuilder::last, true),
          initial,
          initial,
          initial);
    }

    public Flag<List<String>> texts() {
      return early(FlagType.TEXTS, List::of, FlagBuilder::joined, List.of());
    }

    /// Builds a repeatable flag for comma-separated lists of texts.
    public Flag<List<String>> lists() {
      return early(FlagType.TEXTS, GoValues::list, FlagBuilder::joined, List.of());
    }

    /// Builds a flag for a text that the command converts when it reads the value.
    ///
    /// @param initial the default as typed text
    /// @param parse converts a text; throws [UsageException] if it is invalid
    public <T> Flag<T> value(String initial, Function<String, T> parse) {
      return add(
          FlagType.TEXT, new Converter<>(parse, FlagBuilder::last, false), initial, initial, null);
    }

    private <T> Flag<T> early(
        FlagType type, Function<String, T> parse, BinaryOperator<T> join, T initial) {
      return add(type, new Converter<>(parse, join, true), "", initial, initial);
    }

    private static <T> T last(T before, T last) {
      return last;
    }

    private static List<String> joined(List<String> before, List<String> last) {
      return Stream.concat(before.stream(), last.stream()).toList();
    }

    private <T> Flag<T> add(
        FlagType type, Converter<T> converter, String text, Object shown, @Nullable T value) {
      var flag = new Flag<>(flags.set(), List.of(names), type, bare, converter, text, value);
      if (!flags.declared()) {
        return flag;
      }
      flags.set().add(flag, hidden);
      if (flags.set().isDescribed()) {
        OptionSpec.Builder option = flag.option().hidden(hidden);
        describe(option, shown);
        var entry = new HelpPosition(flags.section(), flags.global(), rare);
        flags.set().describe(option.build(), entry);
      }
      return flag;
    }

    private void describe(OptionSpec.Builder option, Object initial) {
      String value = standard == null ? shown(initial) : standard;
      String text = value.isEmpty() ? help : help + " Default: " + value + ".";
      option
          .paramLabel(label)
          .fallbackValue(bare)
          .initialValue(initial)
          .completionCandidates(candidates)
          .description(text.replace("${", "$${")); // picocli has variables of its own
    }

    /// Returns the default for help; empty if it is the usual one.
    private static String shown(Object initial) {
      String text = String.valueOf(initial);
      return List.of("", "[]", "false", "0", "PT0S").contains(text) ? "" : text;
    }
  }
}
