package dev.japply.problem;

import java.util.List;

/// The versions of Kubernetes that a problem is about.
///
/// @param versions these versions, such as `1.36`, the oldest first
/// @param all the versions that the run is about, in the same order
public record ReleaseSpan(List<String> versions, List<String> all) {
  public ReleaseSpan {
    versions = List.copyOf(versions);
    all = List.copyOf(all);
  }

  /// Returns a remark for the end of a text, such as ` (refused from 1.36)`. A warning of all
  /// versions has none.
  String remark(Severity severity) {
    boolean isError = severity == Severity.ERROR;
    if (versions.isEmpty() || (!isError && versions.equals(all))) {
      return "";
    }
    boolean isOpen = all.subList(all.indexOf(versions.getFirst()), all.size()).equals(versions);
    String said = isOpen ? "from " + versions.getFirst() : (isError ? "by " : "in ") + list();
    return isError ? " (refused " + said + ")" : " (" + said + ")";
  }

  /// Returns the versions as text: `1.34 to 1.36` if no version is between them.
  private String list() {
    int first = minor(versions.getFirst());
    int last = minor(versions.getLast());
    return versions.size() > 1 && last - first == versions.size() - 1
        ? versions.getFirst() + " to " + versions.getLast()
        : String.join(", ", versions);
  }

  private static int minor(String version) {
    return Integer.parseInt(version.substring(version.indexOf('.') + 1));
  }
}
