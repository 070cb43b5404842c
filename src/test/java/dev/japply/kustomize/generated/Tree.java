package dev.japply.kustomize.generated;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Files, and the directory among them that is built.
///
/// As text, each file stands behind a line `-- NAME --`, and the text begins with the directory.
///
/// @param directory is relative to where the files are, and so are their names
/// @param used what the kustomizations use, for the histogram
record Tree(String directory, SequencedMap<String, String> files, Set<String> used) {
  private static final Pattern NAME = Pattern.compile("(?m)^-- (.+) --\n");

  Tree {
    files = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(files));
    used = Collections.unmodifiableSet(new LinkedHashSet<>(used));
  }

  static Tree parse(String text) {
    Matcher names = NAME.matcher(text);
    var files = new LinkedHashMap<String, String>();
    String name = "";
    int begin = 0;
    String directory = "";
    while (names.find()) {
      String before = text.substring(begin, names.start());
      if (name.isEmpty()) {
        directory = before.lines().findFirst().orElseThrow();
      } else {
        files.put(name, before);
      }
      name = names.group(1);
      begin = names.end();
    }
    files.put(name, text.substring(begin));
    return new Tree(directory, files, Set.of());
  }

  Tree with(Map<String, String> changed) {
    return new Tree(directory, new LinkedHashMap<>(changed), used);
  }

  /// Whether a kustomization says by which types lists are merged.
  boolean hasTypes() {
    return files.values().stream().anyMatch(text -> text.contains("openapi"));
  }

  /// Writes the files, and answers with the directory to build.
  Path write(Path root) {
    try {
      for (var file : files.entrySet()) {
        Path path = root.resolve(file.getKey());
        Files.createDirectories(path.getParent());
        Files.writeString(path, file.getValue());
      }
      return Files.createDirectories(root.resolve(directory));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String toString() {
    var text = new StringBuilder(directory).append('\n');
    files.forEach((name, content) -> {
      text.append("-- ").append(name).append(" --\n").append(content);
      if (!content.endsWith("\n")) {
        text.append('\n');
      }
    });
    return text.toString();
  }
}
