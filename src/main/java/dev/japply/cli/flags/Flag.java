package dev.japply.cli.flags;

import dev.japply.problem.Origin;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Stack;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Range;

/// A flag of a command: its names, its type, and its value after the arguments are parsed.
///
/// picocli finds the flag in the arguments. The flag parses its value like pflag, kubectl's
/// library. A flag with an optional value never consumes the next argument: `--dry-run client` is a
/// flag without a value and an argument.
public final class Flag<T> implements IParameterPreprocessor {
  private final FlagSet owner;
  private final List<String> names;
  private final FlagType type;

  /// The value of the flag if it is set without one; empty if it requires a value.
  private final String bare;

  private final Converter<T> converter;
  private String text;

  /// The value; null if the text is not converted yet.
  private @Nullable T value;

  private boolean given;
  private boolean defaulted;
  private @Nullable Origin origin;
  private String key = "";

  /// @param text the default if it is a text to convert; empty if it is not
  /// @param value the default; null if it is a text to convert
  Flag(
      FlagSet owner,
      List<String> names,
      FlagType type,
      String bare,
      Converter<T> converter,
      String text,
      @Nullable T value) {
    this.owner = owner;
    this.names = List.copyOf(names);
    this.type = type;
    this.bare = bare;
    this.converter = converter;
    this.text = text;
    this.value = value;
  }

  /// The conversion of texts to values.
  ///
  /// @param parse converts a text; throws `IllegalArgumentException` if it is invalid
  /// @param join adds the value of another occurrence to the previous values
  /// @param early whether to convert texts while parsing the arguments, like pflag's types;
  ///   otherwise, the command converts them later, as in kubectl
  record Converter<T>(Function<String, T> parse, BinaryOperator<T> join, boolean early) {}

  /// A default for a flag that is not typed.
  ///
  /// @param texts the value, or the values of a repeatable flag
  /// @param origin the position of the default in its file
  /// @param key the name of the flag for messages, with dashes if its file is about flags
  public record Default(List<String> texts, Origin origin, String key) {
    public Default {
      texts = List.copyOf(texts);
    }
  }

  /// Returns the value: the last one typed, or the default.
  ///
  /// @throws UsageException if the value is invalid
  public T get() {
    T found = value;
    if (found == null) {
      try {
        found = convert(text);
      } catch (UsageException e) {
        throw located(e);
      }
      value = found;
    }
    return found;
  }

  private UsageException located(UsageException e) {
    return origin == null ? e : e.reworded(this::asWritten).at(origin.toString());
  }

  /// Whether the flag is typed, or has a default from a file.
  public boolean isGiven() {
    return given;
  }

  /// Whether the user typed the flag.
  public boolean isTyped() {
    return given && !defaulted;
  }

  /// Whether the flag requires a value.
  public boolean needsValue() {
    return bare.isEmpty();
  }

  /// Returns the last value as text, or the default of a flag whose default is a text.
  public String text() {
    return text;
  }

  /// Returns the position of its default in a file; null if the value has another source.
  public @Nullable Origin origin() {
    return origin;
  }

  /// Returns `message` with the flag as the file of its default has it.
  public String asWritten(String message) {
    return key.isEmpty() || key.equals(name())
        ? message
        : message.replaceAll("(?<![\\w-])" + name() + "(?![\\w-])", key);
  }

  /// Returns a message about the flag with the position of its default, if that is from a file.
  String located(String message) {
    return origin == null ? message : origin + ": " + asWritten(message);
  }

  public String name() {
    return names.getLast();
  }

  public FlagType type() {
    return type;
  }

  /// Returns the names as in pflag's messages: `-f, --filename`.
  private String title() {
    return String.join(", ", names);
  }

  List<String> names() {
    return names;
  }

  /// Starts the option of picocli that is this flag.
  OptionSpec.Builder option() {
    return OptionSpec.builder(names.toArray(String[]::new))
        .arity(Range.valueOf("1"))
        .type(String.class)
        .preprocessor(this);
  }

  /// Checks that a value is valid, if the flag converts values early.
  ///
  /// @throws UsageException if the value is invalid
  public void check(String value) {
    if (converter.early()) {
      convert(value);
    }
  }

  @Override
  public boolean preprocess(
      Stack<String> words, CommandSpec command, ArgSpec option, Map<String, Object> info) {
    take(words, String.valueOf(info.get("separator")));
    return true;
  }

  /// Takes a default from a file.
  void take(Default standard) {
    defaulted = true;
    origin = standard.origin();
    key = standard.key();
    for (String each : standard.texts()) {
      try {
        add(each);
      } catch (UsageException e) {
        throw located(e);
      }
      owner.defaults(name(), each);
    }
  }

  /// Consumes a typed value.
  ///
  /// @param words the words that follow, the next one on top
  /// @param separator the text between the flag and its value: `=`, a blank, or empty if the value
  ///   is the rest of a word such as `-Rfx`
  void take(Stack<String> words, String separator) {
    String taken = taken(words, separator);
    try {
      add(taken);
    } catch (UsageException e) {
      throw owner.error(e.getMessage());
    }
    owner.typed(name(), taken);
  }

  private String taken(Stack<String> words, String separator) {
    if (separator.equals("=")) {
      return words.isEmpty() ? "" : words.pop();
    }
    if (bare.isEmpty()) {
      return words.isEmpty() ? owner.missing(name()) : words.pop();
    }
    if (type == FlagType.NUMBER && !words.isEmpty() && words.peek().matches("\\d+")) {
      return words.pop(); // kubectl has -v with a number only
    }
    if (separator.isEmpty()) {
      owner.checkShorthand(words.peek());
    }
    return bare;
  }

  private void add(String value) {
    text = value;
    if (converter.early()) {
      T converted = convert(value);
      this.value =
          given ? converter.join().apply(Objects.requireNonNull(this.value), converted) : converted;
    } else {
      this.value = null;
    }
    given = true;
  }

  private T convert(String value) {
    try {
      return converter.parse().apply(value);
    } catch (IllegalArgumentException e) {
      throw new UsageException(
          "invalid argument \"%s\" for \"%s\" flag: %s"
              .formatted(value.replace("\"", "\\\""), title(), e.getMessage()));
    }
  }

  /// The type of a flag's value.
  public enum FlagType {
    BOOL,
    NUMBER,
    TIME,
    TEXT,
    TEXTS
  }
}
