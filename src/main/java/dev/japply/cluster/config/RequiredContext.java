package dev.japply.cluster.config;

import java.util.List;

/// A rule for the allowed contexts; with any other, no cluster is found.
///
/// @param names the allowed names; `*` is a wildcard
/// @param origin the position of the rule, as `japply.yaml:4`; empty for a flag
public record RequiredContext(List<String> names, String origin) {
  public RequiredContext {
    names = List.copyOf(names);
  }

  /// Creates the rule of a flag.
  public static RequiredContext of(String name) {
    return new RequiredContext(List.of(name), "");
  }

  /// Returns true if the context with this name is allowed; no context at all is not.
  public boolean allows(String context) {
    return !context.isEmpty() && names.stream().anyMatch(name -> matches(name, context));
  }

  /// Matches `text` with `pattern`; `*` is any text. Each part between two wildcards is found at
  /// the first position, which leaves the most text for the next parts.
  private static boolean matches(String pattern, String text) {
    List<String> parts = List.of(pattern.split("\\*", -1));
    String first = parts.getFirst();
    String last = parts.getLast();
    if (parts.size() == 1) {
      return pattern.equals(text);
    }
    if (!text.startsWith(first) || text.length() < first.length() + last.length()) {
      return false;
    }
    int at = first.length();
    int end = text.length() - last.length();
    for (String part : parts.subList(1, parts.size() - 1)) {
      int found = text.indexOf(part, at);
      if (found < 0 || found + part.length() > end) {
        return false;
      }
      at = found + part.length();
    }
    return text.endsWith(last);
  }

  /// Returns the error for a context that is not allowed.
  RuntimeException refuse(String context) {
    String selected = context.isEmpty() ? "no context" : "context \"" + context + "\"";
    String wanted = String.join("\", \"", names);
    if (origin.isEmpty()) {
      String choice = wanted.contains("*") ? "one of these" : wanted;
      return Kubeconfig.unusable(
          "context \"" + wanted + "\" is required, but " + selected + " is selected",
          "choose it by --context " + choice);
    }
    return Kubeconfig.unusable(
        "%s: this project is for context \"%s\" only, but %s is selected"
            .formatted(origin, wanted, selected),
        "choose another one by --context" + (context.isEmpty() ? "" : ", or allow this one there"));
  }

  /// Returns the error for flags that bypass the context.
  RuntimeException refuseDetour() {
    String what =
        origin.isEmpty()
            ? "context \"%s\" is required".formatted(String.join("\", \"", names))
            : origin + ": this project is for certain contexts only";
    return Kubeconfig.unusable(
        what + ", but --server or --cluster lead elsewhere", "leave them out");
  }
}
