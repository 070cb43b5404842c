package dev.japply.cli.flags;

import dev.japply.cli.flags.Flag.Converter;
import dev.japply.cli.flags.FlagSections.HelpPosition;
import java.time.Duration;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.OptionSpec;

/// Builds a flag of a command. Its texts are only for help.
public final class FlagBuilder {
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
