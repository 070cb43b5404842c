package dev.japply.kyaml;

import dev.japply.object.Gvk;

/// Kinds by group, version and kind, of which each may be any.
///
/// @param kinds what they are; an empty part may be any
public record KindPattern(Gvk kinds) {
  /// All kinds.
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
