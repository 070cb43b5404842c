package dev.japply.plan;

import dev.japply.object.KubeObject;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.tree.FieldPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// A rule for fields that keep their live values, whatever the manifest has.
///
/// As text it is `[KIND[.GROUP][/NAME]:]FIELD`, where the field is a path as in
/// `spec.template.spec.containers[name=web].image`, a JSON pointer, or `manager=NAME` for all that
/// this field manager owns.
///
/// @param text the rule as written
/// @param kind empty for any; case does not count, here and in the group
/// @param group the API group; empty for any
/// @param name empty for any
/// @param place the position in the project file; none for other rules
public record IgnoreRule(
    String text, String kind, String group, String name, Target target, Origin place) {
  private static final String MANAGER = "manager=";

  sealed interface Target {
    record Field(FieldPattern pattern) implements Target {}

    /// Fields that a manager owns, by the managed fields of the live object.
    record Manager(String name) implements Target {}
  }

  /// Parses a rule.
  ///
  /// @throws JapplyException if `text` is not a rule
  public static IgnoreRule parse(String text) {
    int end = selectorEnd(text);
    String selector = end < 0 ? "" : text.substring(0, end);
    String field = text.substring(end + 1);
    int slash = selector.indexOf('/');
    String kind = slash < 0 ? selector : selector.substring(0, slash);
    String name = slash < 0 ? "" : selector.substring(slash + 1);
    if (end >= 0 && (kind.isEmpty() || (slash >= 0 && name.isEmpty()))) {
      throw wrong(text, "this selects no kind of object");
    }
    if (field.isEmpty()) {
      throw wrong(text, "this names no field");
    }
    return field.startsWith(MANAGER)
        ? of(kind, name, "", field.substring(MANAGER.length()))
        : of(kind, name, field, "");
  }

  /// Creates a rule from its parts.
  ///
  /// @param kind with or without its group, as `Deployment.apps`; empty for any
  /// @param name empty for any
  /// @param path a path or a JSON pointer; empty if `manager` is given
  /// @param manager a field manager; empty if `path` is given
  /// @throws JapplyException if the parts do not form a rule
  static IgnoreRule of(String kind, String name, String path, String manager) {
    String selector = name.isEmpty() ? kind : (kind.isEmpty() ? "*" : kind) + "/" + name;
    String field = path.isEmpty() ? MANAGER + manager : path;
    String text = selector.isEmpty() ? field : selector + ":" + field;
    if (path.isEmpty() == manager.isEmpty()) {
      throw wrong(text, "this names no field");
    }
    int dot = kind.indexOf('.');
    String bare = dot < 0 ? kind : kind.substring(0, dot);
    return new IgnoreRule(
        text,
        bare.equals("*") ? "" : bare.toLowerCase(Locale.ROOT),
        dot < 0 ? "" : kind.substring(dot + 1).toLowerCase(Locale.ROOT),
        name,
        path.isEmpty() ? new Target.Manager(manager) : new Target.Field(FieldPattern.parse(path)),
        Origin.NONE);
  }

  /// Parses an annotation for its object's fields: paths or JSON pointers, separated by commas or
  /// line breaks.
  ///
  /// @throws JapplyException if one of them is not a field
  static List<IgnoreRule> ofAnnotation(String text) {
    var rules = new ArrayList<IgnoreRule>();
    for (String path : parts(text)) {
      rules.add(of("", "", path, ""));
    }
    return rules;
  }

  /// Splits a text at commas and line breaks outside of brackets.
  private static List<String> parts(String text) {
    var parts = new ArrayList<String>();
    int depth = 0;
    int start = 0;
    for (int at = 0; at <= text.length(); at++) {
      char c = at == text.length() ? '\n' : text.charAt(at);
      depth += c == '[' ? 1 : c == ']' ? -1 : 0;
      if (c == '\n' || (c == ',' && depth <= 0)) {
        String part = text.substring(start, at).strip();
        if (!part.isEmpty()) {
          parts.add(part);
        }
        start = at + 1;
        depth = 0;
      }
    }
    return parts;
  }

  /// Returns the index of the colon after the object selector; negative if there is none. Names and
  /// keys in brackets may have colons, too.
  private static int selectorEnd(String text) {
    int manager = text.indexOf(":" + MANAGER);
    int pointer = text.indexOf(":/");
    int bracket = text.indexOf('[');
    if (text.startsWith("/") || text.startsWith(MANAGER)) {
      return -1;
    }
    return manager >= 0
        ? manager
        : pointer >= 0 ? pointer : text.lastIndexOf(':', bracket < 0 ? text.length() : bracket);
  }

  private static JapplyException wrong(String text, String what) {
    return new JapplyException(
        "\"" + text + "\": " + what,
        "write it as Deployment/web:spec.replicas, Deployment:/spec/replicas or manager=NAME");
  }

  /// Returns the field manager whose fields it covers; empty if it names fields.
  public Optional<String> manager() {
    return switch (target) {
      case Target.Manager(String manager) -> Optional.of(manager);
      case Target.Field field -> Optional.empty();
    };
  }

  /// Returns the path of the field down to the first list item or key in brackets; the root for a
  /// manager.
  public FieldPath prefix() {
    return switch (target) {
      case Target.Manager manager -> FieldPath.root();
      case Target.Field(FieldPattern pattern) -> pattern.prefix();
    };
  }

  /// Returns this rule with its position in a file.
  public IgnoreRule at(Origin place) {
    return new IgnoreRule(text, kind, group, name, target, place);
  }

  /// Returns the kind that it names; empty if it is for objects of any kind.
  ///
  /// @param source the flag or key that has the rule, as `--ignore=`
  Optional<NamedKind> named(String source) {
    String written = text.split("[.:/]", 2)[0];
    return kind.isEmpty()
        ? Optional.empty()
        : Optional.of(new NamedKind(written, group, source + text, place));
  }

  /// Checks whether the rule applies to `object`.
  public boolean selects(KubeObject object) {
    return (kind.isEmpty() || kind.equals(object.gvk().kind().toLowerCase(Locale.ROOT)))
        && (group.isEmpty() || group.equals(object.gvk().group().toLowerCase(Locale.ROOT)))
        && (name.isEmpty() || name.equals(object.name()));
  }
}
