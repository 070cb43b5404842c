package dev.japply.check;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Makes the table of [ApiLifecycle] out of the generated lifecycle files of Kubernetes' API
/// modules: `make builtin-schemas` runs it.
final class LifecycleTable {
  private static final Pattern GROUP = Pattern.compile("const GroupName = \"([^\"]*)\"");
  private static final Pattern STAGE =
      Pattern.compile(
          "func \\(in \\*(\\w+)\\) APILifecycle(Deprecated|Removed)\\(\\) \\(major, minor int\\)"
              + " \\{\\s+return 1, (\\d+)");
  private static final Pattern REPLACEMENT =
      Pattern.compile(
          "func \\(in \\*(\\w+)\\) APILifecycleReplacement\\(\\) schema.GroupVersionKind \\{\\s+"
              + "return schema.GroupVersionKind\\{Group: \"([^\"]*)\", Version: \"([^\"]*)\", Kind:"
              + " \"([^\"]*)\"}");

  /// The removals and deprecations that the sources have no data about.
  private static final List<String> OLDER =
      List.of(
          "/v1/ComponentStatus 19 999 -",
          "/v1/Endpoints 33 999 discovery.k8s.io/v1/EndpointSlice",
          "apiextensions.k8s.io/v1beta1/CustomResourceDefinition 16 22"
              + " apiextensions.k8s.io/v1/CustomResourceDefinition",
          "apiregistration.k8s.io/v1beta1/APIService 19 22 apiregistration.k8s.io/v1/APIService",
          "extensions/v1beta1/PodSecurityPolicy 10 16 -",
          "policy/v1beta1/PodSecurityPolicy 21 25 -");

  private final Map<String, String> lines = new TreeMap<>();

  private LifecycleTable() {}

  /// Writes the table.
  ///
  /// @param args the file to write, and the directories of `k8s.io/api`, the newest first
  public static void main(String[] args) throws IOException {
    var table = new LifecycleTable();
    for (int i = 1; i < args.length; i++) {
      table.add(Path.of(args[i]));
    }
    OLDER.forEach(line -> table.lines.putIfAbsent(line.substring(0, line.indexOf(' ')), line));
    Files.writeString(Path.of(args[0]), String.join("\n", table.lines.values()) + "\n");
  }

  private void add(Path module) {
    try (Stream<Path> files = Files.walk(module)) {
      files
          .filter(file -> file.endsWith("zz_generated.prerelease-lifecycle.go"))
          .sorted()
          .forEach(this::addFile);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void addFile(Path file) {
    String text = read(file);
    Path version = Objects.requireNonNull(file.getParent());
    Matcher group = GROUP.matcher(read(version.resolve("register.go")));
    if (!group.find()) {
      throw new IllegalStateException("no group in " + version);
    }
    String prefix = group.group(1) + "/" + version.getFileName() + "/";
    var deprecated = new HashMap<String, String>();
    var removed = new HashMap<String, String>();
    STAGE
        .matcher(text)
        .results()
        .forEach(each ->
            (each.group(2).equals("Removed") ? removed : deprecated)
                .put(each.group(1), each.group(3)));
    var replacements = new HashMap<String, String>();
    REPLACEMENT
        .matcher(text)
        .results()
        .forEach(each ->
            replacements.put(
                each.group(1), each.group(2) + "/" + each.group(3) + "/" + each.group(4)));
    deprecated.forEach((kind, minor) -> {
      if (!kind.endsWith("List")) {
        String end = removed.getOrDefault(kind, "999");
        lines.putIfAbsent(
            prefix + kind,
            prefix + kind + " " + minor + " " + end + " " + replacements.getOrDefault(kind, "-"));
      }
    });
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
