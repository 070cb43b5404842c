package dev.japply.cli;

import java.util.List;

/// Which files: the values of `-f`.
///
/// @param names paths, patterns, URLs, and `-` for standard input
/// @param recursive whether directories below directories are read, too
public record Files(List<String> names, boolean recursive) {
  public Files {
    names = List.copyOf(names);
  }
}
