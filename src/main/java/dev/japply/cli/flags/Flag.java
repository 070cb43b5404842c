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

/// A flag of a command: its names, its type, and its value as soon as the arguments are parsed.
///
/// picocli finds the flag in the arguments. The flag takes its value as pflag does, the library of
/// kubectl: a flag that may stand without a value never takes the next argument, so that `--dry-run
/// client` is the bare flag and an argument.
public final class Flag<T> implements IParameterPreprocessor {
  private final FlagSet owner;
  private final List<String> names;
  private final FlagType type;

  /// The value of the flag that stands without one; empty if it may not.
  private final String bare;

  private final Converter<T> converter;
  private String text;

  /// The value; null if it has yet to be made of the text.
  private @Nullable T value;

  private boolean given;
  private boolean defaulted;
  private @Nullable Origin origin;
  private @Nullable Default offered;

  /// @param text the default where it is a text to convert; else empty
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
  /// @param parse converts a text; `IllegalArgumentException` if it is none for the type
  /// @param join adds the value of one more occurrence to the values before
  /// @param early whether texts are converted while the arguments are parsed, as pflag's types are;
  ///   else when a command reads the value, which is where kubectl reports a wrong one
  record Converter<T>(Function<String, T> parse, BinaryOperator<T> join, boolean early) {}

  /// A value for a flag that is not typed.
  ///
  /// @param texts the value, or the values of a flag that may be repeated
  /// @param origin the position in the file that has the default
  public record Default(List<String> texts, Origin origin) {
    public Default {
      texts = List.copyOf(texts);
    }
  }

  /// The value: the last one typed, or the default.
  ///
  /// @throws UsageException when the flag does not take it
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
    return origin == null ? e : e.at(origin.toString());
  }

  /// Whether the flag is typed, or has a default from a file.
  public boolean isGiven() {
    return given;
  }

  /// Whether the flag is typed.
  public boolean isTyped() {
    return given && !defaulted;
  }

  /// Whether the flag may not stand without a value.
  public boolean needsValue() {
    return bare.isEmpty();
  }

  /// The last value as a text; the default of a flag whose default is a text.
  public String text() {
    return text;
  }

  /// The position of its default in a file; null if the value does not come from there.
  public @Nullable Origin origin() {
    return origin;
  }

  /// The long name with its dashes.
  public String name() {
    return names.getLast();
  }

  public FlagType type() {
    return type;
  }

  /// `-f, --filename`, as pflag names a flag in messages.
  private String title() {
    return String.join(", ", names);
  }

  /// Lets the flag take a default when picocli applies it.
  public void offer(Default standard) {
    offered = standard;
  }

  /// Checks that the flag takes a value.
  ///
  /// @throws UsageException when it does not
  public void check(String value) {
    if (converter.early()) {
      convert(value);
    }
  }

  @Override
  public boolean preprocess(
      Stack<String> words, CommandSpec command, ArgSpec option, Map<String, Object> info) {
    Default standard = offered;
    if (standard == null) {
      take(words, String.valueOf(info.get("separator")));
      return true;
    }
    offered = null;
    words.clear();
    defaulted = true;
    origin = standard.origin();
    for (String each : standard.texts()) {
      try {
        add(each);
      } catch (UsageException e) {
        throw located(e);
      }
      owner.defaults(name(), each);
    }
    return true;
  }

  /// Takes a typed value.
  ///
  /// @param words the words that follow, the next one on top
  /// @param separator between the flag and its value: `=`, a blank, or empty between the flag and
  ///   the rest of a word such as `-Rfx`
  void take(Stack<String> words, String separator) {
    String taken = taken(words, separator);
    try {
      add(taken);
    } catch (UsageException e) {
      throw UsageException.of(owner.path(), e.getMessage());
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
}
