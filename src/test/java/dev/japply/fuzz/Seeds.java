package dev.japply.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// Good inputs, and such that were trouble once: what a fuzzer begins with.
final class Seeds {
  private static final Path FOLDER = Path.of("src/test/resources/dev/japply/fuzz");

  private Seeds() {}

  /// Those of one reader.
  static List<byte[]> of(Reader reader) throws IOException {
    var seeds = new ArrayList<byte[]>();
    Path folder = FOLDER.resolve(reader.text());
    if (Files.isDirectory(folder)) {
      try (Stream<Path> files = Files.list(folder)) {
        for (Path file : files.sorted().toList()) {
          seeds.add(Files.readAllBytes(file));
        }
      }
    }
    switch (reader) {
      case PLAN -> seeds.add(Commands.samplePlan());
      case SNAPSHOT -> seeds.add(Commands.sampleSnapshot());
      case UNDO -> seeds.add(Commands.sampleUndo());
      default -> {}
    }
    return seeds;
  }

  /// Writes those of `readers` as inputs of [ReaderFuzzer] into a folder.
  static synchronized void write(List<Reader> readers, Path folder) throws IOException {
    Files.createDirectories(folder);
    for (Reader reader : readers) {
      int number = 0;
      for (byte[] seed : of(reader)) {
        Files.write(
            folder.resolve("%s-%d".formatted(reader.text(), number++)),
            ReaderFuzzer.input(readers, reader, seed));
      }
    }
  }
}
