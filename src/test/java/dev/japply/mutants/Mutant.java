package dev.japply.mutants;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A bug: a text of one class, and what takes its place.
///
/// @param from stands once in the class
/// @param allowed why it may pass the tests; empty when it may not
record Mutant(Suite suite, String name, String type, String from, String to, String allowed) {
  /// Where the class stands.
  Path file() {
    return Path.of("src/main/java", suite.packageName().replace('.', '/'), type + ".java");
  }

  /// The class with the bug in it.
  ///
  /// @throws IllegalStateException when the text does not stand there once
  String source() {
    String text;
    try {
      text = Files.readString(file());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    int at = text.indexOf(from);
    if (at < 0 || text.indexOf(from, at + 1) >= 0) {
      throw new IllegalStateException(
          "%s: the text to change does not stand once in %s: %s".formatted(this, file(), from));
    }
    return text.substring(0, at) + to + text.substring(at + from.length());
  }

  Mutant butAllowed(String reason) {
    return new Mutant(suite, name, type, from, to, reason);
  }

  @Override
  public String toString() {
    return "%s %s.%s".formatted(name, suite.name(), type);
  }
}
