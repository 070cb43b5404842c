package dev.japply.kyaml;

import dev.japply.object.Gvk;
import dev.japply.tree.FieldPath;
import java.util.ArrayList;
import java.util.List;

/// A field of the objects of some kinds.
///
/// @param path the keys from the root, joined by `/`; a `/` that belongs to one has a `\` before
///   it; `[]` after a key marks a list
/// @param keys the keys of the path
/// @param create whether the field is created if it is missing
public record FieldSpec(KindPattern kinds, String path, List<String> keys, boolean create) {

  public FieldSpec(KindPattern kinds, String path, boolean create) {
    this(kinds, path, split(path), create);
  }

  /// A field of objects of all kinds, which is created if it is missing.
  public static FieldSpec of(String path) {
    return new FieldSpec(KindPattern.ANY, path, /* create= */ true);
  }

  static List<String> split(String path) {
    List<String> parts = List.of(path.split("/", -1));
    if (parts.size() > 1 && parts.getFirst().isEmpty()) {
      parts = parts.subList(1, parts.size());
    }
    return path.indexOf('\\') < 0 ? parts : joined(parts);
  }

  private static List<String> joined(List<String> parts) {
    var keys = new ArrayList<String>();
    for (String part : parts) {
      if (!keys.isEmpty() && keys.getLast().endsWith("\\")) {
        String start = keys.removeLast();
        keys.add(start.substring(0, start.length() - 1) + "/" + part);
      } else {
        keys.add(part);
      }
    }
    return keys;
  }

  /// Returns whether a path leads to the field, through any items of lists.
  public boolean isAt(FieldPath path) {
    return keys(path).equals(plainKeys());
  }

  /// Returns whether a path leads to the field, to a field above it, or to one below it.
  public boolean isAround(FieldPath path) {
    List<String> keys = keys(path);
    List<String> own = plainKeys();
    int common = Math.min(keys.size(), own.size());
    return keys.subList(0, common).equals(own.subList(0, common));
  }

  private List<String> plainKeys() {
    return keys.stream()
        .map(key -> key.endsWith("[]") ? key.substring(0, key.length() - 2) : key)
        .toList();
  }

  private static List<String> keys(FieldPath path) {
    var keys = new ArrayList<String>();
    path.steps()
        .forEachRemaining(step -> {
          if (step instanceof FieldPath.Key(FieldPath parent, String key)) {
            keys.add(key);
          }
        });
    return keys;
  }

  /// Whether `other` adds nothing to this one.
  boolean covers(FieldSpec other) {
    return other.kinds().matches(kinds.kinds()) && path.equals(other.path());
  }

  /// A pattern for kinds by group, version and kind.
  ///
  /// @param kinds the required parts; an empty part matches any value
  public record KindPattern(Gvk kinds) {
    static final KindPattern ANY = new KindPattern(new Gvk("", "", ""));

    /// Whether that kind is one of them.
    public boolean matches(Gvk gvk) {
      return matches(kinds.group(), gvk.group())
          && matches(kinds.version(), gvk.version())
          && matches(kinds.kind(), gvk.kind());
    }

    private static boolean matches(String pattern, String text) {
      return pattern.isEmpty() || pattern.equals(text);
    }
  }
}
