package dev.japply.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;

/// A kustomization to build.
interface Tree {
  /// The line of the results.
  Case what();

  /// Writes it, and returns the directory to build.
  Path writeTo(Path directory) throws IOException;

  /// What its output holds, and how often.
  Map<Pattern, Integer> output();
}
