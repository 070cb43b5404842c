package dev.japply.kyaml;

import dev.japply.object.Gvk;

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
