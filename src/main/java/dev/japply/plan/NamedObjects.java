package dev.japply.plan;

import dev.japply.object.Gvk;
import dev.japply.problem.Origin;

/// The objects that a rule names as `KIND[.GROUP][/NAME]`, where `*` is any kind or any name.
///
/// @param name `*` for any
public record NamedObjects(NamedKind kind, String name) {
  private static final String ANY = "*";

  /// Reads the objects of a rule.
  ///
  /// @param rule the whole rule, for messages
  /// @param place the position of the rule in the project file; none for the command line
  public static NamedObjects parse(String objects, String rule, Origin place) {
    int slash = objects.indexOf('/');
    String type = slash < 0 ? objects : objects.substring(0, slash);
    int dot = type.indexOf('.');
    String kind = dot < 0 ? type : type.substring(0, dot);
    String group = dot < 0 ? "" : type.substring(dot + 1);
    return new NamedObjects(
        new NamedKind(kind, group, rule, place), slash < 0 ? ANY : objects.substring(slash + 1));
  }

  /// Whether no kind excludes an object.
  boolean isOfAnyKind() {
    return kind.kind().equals(ANY);
  }

  boolean matches(Gvk type, String object) {
    return matches(type) && (name.equals(ANY) || name.equals(object));
  }

  /// Whether a name of this type matches.
  boolean matches(Gvk type) {
    return isOfAnyKind() || kind.matches(type);
  }

  /// A kind that a rule of the command line or the project file names.
  ///
  /// @param kind regardless of case
  /// @param group the API group, regardless of case; empty for any
  /// @param rule the rule with its flag or key, as it was written
  /// @param place the position of the rule in the project file; none for the command line
  public record NamedKind(String kind, String group, String rule, Origin place) {
    /// Whether it is the kind of `type`.
    public boolean matches(Gvk type) {
      return kind.equalsIgnoreCase(type.kind())
          && (group.isEmpty() || group.equalsIgnoreCase(type.group()));
    }

    /// Returns the kind with its group, as in the rule.
    @Override
    public String toString() {
      return group.isEmpty() ? kind : kind + "." + group;
    }
  }
}
