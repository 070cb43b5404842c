package dev.japply.cli.command;

import java.nio.file.Path;

/// A package that an argument names.
final class PackageArgument {
  private PackageArgument() {}

  /// Its directory; the current one where none is named.
  static Path directory(String argument) {
    return Path.of(argument.isEmpty() ? "." : argument);
  }
}
