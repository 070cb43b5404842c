package dev.japply.cli.flags;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// What the arguments of the program say.
///
/// @param names the names of the command
/// @param flags its flags as `--flag=value`
/// @param written the same with the values as they were written
/// @param positionals the arguments that are not flags
public record ParsedLine(
    List<String> names, List<String> flags, List<String> written, List<String> positionals) {
  /// No arguments.
  static final ParsedLine NOTHING = new ParsedLine(List.of(), List.of(), List.of(), List.of());

  public ParsedLine {
    names = List.copyOf(names);
    flags = List.copyOf(flags);
    written = List.copyOf(written);
    positionals = List.copyOf(positionals);
  }

  /// The value of a flag, which counts if it is given more than once; empty if it is not given.
  public Optional<String> value(String flag) {
    return flags.stream()
        .filter(word -> word.startsWith(flag + "="))
        .map(word -> word.substring(flag.length() + 1))
        .reduce((before, last) -> last);
  }

  /// Whether a flag is given, whatever its value.
  public boolean gives(String flag) {
    return value(flag).isPresent();
  }

  /// The names of the command and its flags as `--flag=value`.
  public List<String> canonical() {
    return joined(names, flags);
  }

  /// All that is no flag.
  public List<String> words() {
    return joined(names, positionals);
  }

  private static List<String> joined(List<String> first, List<String> second) {
    return Stream.concat(first.stream(), second.stream()).toList();
  }
}
