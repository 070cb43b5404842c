package dev.japply.kustomize.load;

import java.util.ArrayDeque;
import java.util.Deque;

/// Paths as texts.
public final class PathNames {
  private PathNames() {}

  /// The shortest path that leads to where `path` does.
  public static String clean(String path) {
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
}
