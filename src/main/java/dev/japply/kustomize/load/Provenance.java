package dev.japply.kustomize.load;

import dev.japply.tree.GoJson;
import dev.japply.tree.Value;
import dev.japply.yaml.PlainScalar;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;

/// The origin of an object or kustomization, as recorded for `buildMetadata`.
///
/// @param path relative to the root of the build or of the repository
/// @param repo the repository; empty if there is none
/// @param ref the branch, tag or commit; empty if there is none
public record Provenance(String path, String repo, String ref) {
  /// The directory that is built.
  public static final Provenance ROOT = new Provenance("", "", "");

  /// Returns the location at a path relative to this one.
  Provenance append(String more) {
    return new Provenance(cleanPath(path.isEmpty() ? more : path + "/" + more), repo, ref);
  }

  /// The shortest path that leads to where `path` does.
  public static String cleanPath(String path) {
    boolean isAbsolute = path.startsWith("/");
    Deque<String> parts = new ArrayDeque<>();
    for (String part : path.split("/", -1)) {
      if (part.equals("..") && !parts.isEmpty() && !parts.getLast().equals("..")) {
        parts.removeLast();
      } else if (!part.isEmpty() && !part.equals(".") && !(part.equals("..") && isAbsolute)) {
        parts.add(part);
      }
    }
    return (isAbsolute ? "/" : "") + String.join("/", parts);
  }

  /// The text that notes it of an object.
  String text() {
    var lines = new LinkedHashMap<String, String>();
    lines.put("path", path);
    lines.put("repo", repo);
    lines.put("ref", ref);
    return lines(lines, "");
  }

  /// The text that notes of an object what made or changed it, where that is written here.
  String text(Maker maker) {
    var lines = new LinkedHashMap<String, String>();
    lines.put("repo", repo);
    lines.put("ref", ref);
    lines.put("configuredIn", path);
    var by = new LinkedHashMap<String, String>();
    by.put("apiVersion", "builtin");
    by.put("kind", maker.kind());
    by.put("name", maker.name());
    by.put("namespace", maker.namespace());
    return lines(lines, "") + "configuredBy:\n" + lines(by, "  ");
  }

  private static String lines(Map<String, String> fields, String indent) {
    var lines = new StringBuilder();
    fields.forEach((key, text) -> {
      if (!text.isEmpty()) {
        String value = PlainScalar.isString(text) ? text : GoJson.write(Value.text(text));
        lines.append(indent).append(key).append(": ").append(value).append('\n');
      }
    });
    return lines.toString();
  }

  /// A generator or transformer.
  ///
  /// @param name the name of the object that describes it; empty when a field of a kustomization
  ///   does
  record Maker(String kind, String name, String namespace) {}
}
