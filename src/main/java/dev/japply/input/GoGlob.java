package dev.japply.input;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// File name patterns of Go's `filepath.Glob`: `*` and `?` (which match no `/` but do match a
/// leading dot), `[a-z]`, `[^a-z]` and `\` before a character. There is no `**` and no `{}`.
///
/// @param directory base directory of relative patterns
record GoGlob(Path directory) {
  /// Returns whether a path matches a pattern. Both are relative to the same directory.
  ///
  /// @throws IllegalArgumentException if the pattern is malformed
  static Predicate<String> matches(String pattern) {
    return regex(pattern).asMatchPredicate();
  }

  /// The paths that match `pattern`, each directory's in byte order.
  ///
  /// @throws IllegalArgumentException when `pattern` is malformed
  List<String> expand(String pattern) {
    var unused = regex(pattern);
    if (!hasMeta(pattern)) {
      return exists(pattern) ? List.of(pattern) : List.of();
    }
    int slash = pattern.lastIndexOf('/');
    String parent = slash < 0 ? "." : slash == 0 ? "/" : pattern.substring(0, slash);
    Pattern name = regex(pattern.substring(slash + 1));
    List<String> parents = hasMeta(parent) ? expand(parent) : List.of(parent);
    var found = new ArrayList<String>();
    for (String path : parents) {
      names(path).stream()
          .filter(child -> name.matcher(child).matches())
          .forEach(child -> found.add(FileWalk.join(path, child)));
    }
    return found;
  }

  private static boolean hasMeta(String path) {
    return path.chars().anyMatch(c -> "*?[\\".indexOf(c) >= 0);
  }

  private boolean exists(String path) {
    return !path.isEmpty() && Files.exists(directory.resolve(path), LinkOption.NOFOLLOW_LINKS);
  }

  private List<String> names(String path) {
    Path parent = directory.resolve(path);
    var names = new ArrayList<String>();
    try (DirectoryStream<Path> children = Files.newDirectoryStream(parent)) {
      children.forEach(child -> names.add(FileWalk.name(child)));
    } catch (IOException e) {
      return List.of(); // as in Go: what cannot be listed does not match
    }
    names.sort(dev.japply.tree.KeyOrder.UTF8);
    return names;
  }

  /// The regular expression that does what `pattern` does.
  private static Pattern regex(String pattern) {
    var regex = new StringBuilder();
    int at = 0;
    while (at < pattern.length()) {
      char c = pattern.charAt(at);
      switch (c) {
        case '*' -> regex.append("[^/]*");
        case '?' -> regex.append("[^/]");
        case '[' -> at = appendClass(pattern, at, regex);
        case '\\' -> at = appendQuoted(pattern, at + 1, regex);
        default -> regex.append(Pattern.quote(String.valueOf(c)));
      }
      at++;
    }
    return Pattern.compile(regex.toString(), Pattern.DOTALL);
  }

  private static int appendQuoted(String pattern, int at, StringBuilder regex) {
    regex.append(Pattern.quote(String.valueOf(charAt(pattern, at))));
    return at;
  }

  /// Gives the index of the class's `]`.
  private static int appendClass(String pattern, int open, StringBuilder regex) {
    int at = open + 1;
    boolean negated = charAt(pattern, at) == '^';
    regex.append(negated ? "[^/" : "[\\x00"); // no name holds NUL, and no class may be empty
    at += negated ? 1 : 0;
    int first = at;
    while (charAt(pattern, at) != ']' || at == first) {
      at = memberAt(pattern, at);
      int low = pattern.charAt(at++);
      int high = low;
      if (charAt(pattern, at) == '-') {
        at = memberAt(pattern, at + 1);
        high = pattern.charAt(at++);
      }
      if (low <= high) {
        regex.append("\\x{%x}-\\x{%x}".formatted(low, high));
      }
    }
    regex.append(']');
    return at;
  }

  /// Returns the index of the character at `at`, behind its `\` if it has one.
  private static int memberAt(String pattern, int at) {
    return switch (charAt(pattern, at)) {
      case '-', ']' -> throw malformed();
      case '\\' -> {
        charAt(pattern, at + 1);
        yield at + 1;
      }
      default -> at;
    };
  }

  private static char charAt(String pattern, int at) {
    if (at >= pattern.length()) {
      throw malformed();
    }
    return pattern.charAt(at);
  }

  private static IllegalArgumentException malformed() {
    return new IllegalArgumentException("syntax error in pattern");
  }
}
