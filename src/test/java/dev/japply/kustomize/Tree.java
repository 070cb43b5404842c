package dev.japply.kustomize;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A tree of kustomizations that is written in one text: a line that says what it shows, a line
/// `build DIR…` with what to build, and each file behind a line `-- PATH --`.
public record Tree(String name, List<String> builds, Map<String, String> files) {
  private static final Pattern FILE = Pattern.compile("-- (.*) --");

  /// The trees of the tests.
  public static List<Tree> all() {
    try {
      var folder = Objects.requireNonNull(Tree.class.getResource("trees"), "trees").toURI();
      try (Stream<Path> files = Files.list(Path.of(folder))) {
        return files.sorted().map(Tree::read).toList();
      }
    } catch (IOException | URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Tree read(Path file) {
    try {
      return of(String.valueOf(file.getFileName()), Files.readString(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The tree in a text.
  public static Tree of(String name, String text) {
    var builds = new ArrayList<String>();
    var files = new LinkedHashMap<String, String>();
    String current = "";
    for (String line : text.split("\n", -1)) {
      Matcher file = FILE.matcher(line);
      if (file.matches()) {
        current = file.group(1);
        files.put(current, "");
      } else if (!current.isEmpty()) {
        files.merge(current, line + "\n", String::concat);
      } else if (line.startsWith("build ")) {
        builds.addAll(List.of(line.substring("build ".length()).split(" ")));
      }
    }
    files.computeIfPresent(current, (path, content) -> content.substring(0, content.length() - 1));
    return new Tree(name, builds, files);
  }

  /// Writes the files below `folder`.
  public Path write(Path folder) throws IOException {
    for (var file : files.entrySet()) {
      Path path = folder.resolve(file.getKey());
      Files.createDirectories(Objects.requireNonNull(path.getParent()));
      Files.writeString(path, file.getValue());
    }
    return folder;
  }

  @Override
  public String toString() {
    return name;
  }
}
