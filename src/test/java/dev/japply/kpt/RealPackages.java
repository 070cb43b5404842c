package dev.japply.kpt;

import dev.japply.tree.Value.MapValue;
import dev.japply.yaml.YamlSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A package in all versions, the oldest first.
///
/// @param name the application, and how it is split into files
record RealPackages(String name, List<PackageTree> versions) {
  /// Where the releases of applications are, each version in one file; empty without them.
  private static final String RELEASES = System.getProperty("japply.releases", "");

  private static final Pattern SEPARATOR = Pattern.compile("(?m)^---.*\\n");

  /// How people split manifests into files.
  private enum Split {
    /// All in one.
    WHOLE,
    /// Those of a kind in one.
    KINDS,
    /// Those of a name in one.
    NAMES,
    /// Each for itself, in a directory of its name.
    DIRECTORIES;

    private String path(MapValue object) {
      String kind = object.text("kind").toLowerCase(Locale.ROOT);
      String name = object.map("metadata").text("name");
      return switch (this) {
        case WHOLE -> "deploy.yaml";
        case KINDS -> kind + ".yaml";
        case NAMES -> name + ".yaml";
        case DIRECTORIES -> name + "/" + kind + ".yaml";
      };
    }
  }

  /// A package of our own, as its author has split it.
  static RealPackages own() {
    Path shop = Path.of("src/test/resources/dev/japply/kpt/shop").toAbsolutePath();
    return new RealPackages("shop", files(shop).stream().map(RealPackages::directory).toList());
  }

  /// The releases of applications, each in all splits; none where there are no releases.
  static List<RealPackages> released() {
    var packages = new ArrayList<RealPackages>();
    if (!RELEASES.isEmpty()) {
      for (Path application :
          files(Path.of(RELEASES)).stream().filter(Files::isDirectory).toList()) {
        List<String> texts = files(application).stream().map(RealPackages::text).toList();
        for (Split split : Split.values()) {
          packages.add(
              new RealPackages(
                  application.getFileName() + " " + split,
                  texts.stream().map(text -> split(text, split)).toList()));
        }
      }
    }
    return packages;
  }

  @Override
  public String toString() {
    return name;
  }

  private static PackageTree split(String release, Split split) {
    var files = new TreeMap<String, String>();
    String comments = "";
    for (String document : SEPARATOR.split(release, -1)) {
      var value = YamlSource.parse(document).map(YamlSource::value).orElse(MapValue.EMPTY);
      if (value instanceof MapValue object && object.has("kind")) {
        files.merge(split.path(object), comments + document, (a, b) -> a + "---\n" + b);
        comments = "";
      } else {
        comments += document;
      }
    }
    return Trees.tree(files);
  }

  private static PackageTree directory(Path root) {
    var files = new TreeMap<String, PackageFile>();
    try (Stream<Path> paths = Files.walk(root)) {
      for (Path path : paths.filter(Files::isRegularFile).toList()) {
        files.put(
            root.relativize(path).toString().replace('\\', '/'),
            new PackageFile(Files.readAllBytes(path), path.toString().endsWith(".sh")));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new PackageTree(files);
  }

  private static List<Path> files(Path directory) {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> !file.endsWith("README.md"))
          .sorted(Comparator.comparing(RealPackages::numbers, Arrays::compare))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The numbers in a version.
  private static int[] numbers(Path file) {
    return Pattern.compile("\\d+")
        .matcher(String.valueOf(file.getFileName()))
        .results()
        .mapToInt(number -> Integer.parseInt(number.group()))
        .toArray();
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
