package dev.japply.plan;

import dev.japply.object.FieldSet;
import dev.japply.object.KubeObject;
import dev.japply.object.ManagedFields;
import dev.japply.plan.FieldPattern.Pick;
import dev.japply.plan.IgnoreRules.IgnoreRule.Target;
import dev.japply.plan.NamedObjects.NamedKind;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Json;
import dev.japply.tree.JsonSyntaxException;
import dev.japply.tree.Node;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// Rules for ignored fields.
///
/// @param standing the number of rules at the start that come from a project; they may match
///   nothing
public record IgnoreRules(List<IgnoreRule> rules, int standing) {
  /// No rules; only annotations of objects apply.
  public static final IgnoreRules NONE = new IgnoreRules(List.of());

  /// The annotation that names ignored fields of its object.
  public static final String ANNOTATION = "japply.dev/ignore";

  public static final FieldPath ANNOTATION_PATH =
      FieldPath.root().key("metadata").key("annotations").key(ANNOTATION);

  /// Rules that are each about an object at hand, unless they are wrong.
  public IgnoreRules(List<IgnoreRule> rules) {
    this(rules, 0);
  }

  public IgnoreRules {
    rules = List.copyOf(rules);
  }

  /// Parses rules.
  ///
  /// @throws dev.japply.problem.JapplyException if a text is not a rule
  public static IgnoreRules parse(List<String> texts) {
    return new IgnoreRules(texts.stream().map(IgnoreRule::parse).toList());
  }

  /// Returns these rules as rules of a project, which may match nothing.
  public IgnoreRules asStanding() {
    return new IgnoreRules(rules, rules.size());
  }

  /// Returns the rules in the annotation of `object`.
  ///
  /// @throws dev.japply.problem.JapplyException if the annotation names no fields
  static IgnoreRules annotated(KubeObject object) {
    String text = object.tree().map("metadata").map("annotations").text(ANNOTATION);
    return text.isEmpty() ? NONE : new IgnoreRules(IgnoreRule.ofAnnotation(text));
  }

  /// A pattern for the fields of one object, and the rule that has it.
  record Pattern(FieldPattern fields, String rule) {}

  public List<String> texts() {
    return rules.stream().map(IgnoreRule::text).toList();
  }

  /// Returns the rules that come from the command line.
  public List<IgnoreRule> ofCommandLine() {
    return rules.subList(standing, rules.size());
  }

  /// Returns the kinds that the rules name.
  ///
  /// @param flag the flag of the rules, as `--ignore`
  public Stream<NamedKind> kinds(String flag) {
    return rules.stream()
        .flatMap(rule -> {
          boolean ofFile = !rule.place().equals(Origin.NONE);
          return rule.named(ofFile ? flag.substring(2) + ": " : flag + "=").stream();
        });
  }

  /// Whether the manifest of `object` names fields to ignore.
  static boolean isAnnotated(KubeObject object) {
    return object.tree().map("metadata").map("annotations").has(ANNOTATION);
  }

  /// Returns the rules that apply to `object`.
  ///
  /// @param annotated whether to include its annotation
  /// @throws dev.japply.problem.JapplyException if the annotation names no fields
  IgnoreRules of(KubeObject object, boolean annotated) {
    if (rules.isEmpty() && !(annotated && isAnnotated(object))) {
      return NONE;
    }
    var own = new ArrayList<>(rules.stream().filter(rule -> rule.selects(object)).toList());
    own.addAll(annotated ? annotated(object).rules() : List.of());
    return own.isEmpty() ? NONE : new IgnoreRules(own);
  }

  boolean isEmpty() {
    return rules.isEmpty();
  }

  /// Whether a rule covers the field below `keys`, or may do so, as a rule for a manager.
  boolean mayCover(List<String> keys) {
    return rules.stream()
        .anyMatch(rule ->
            switch (rule.target()) {
              case Target.Field(FieldPattern pattern) -> pattern.covers(keys);
              case Target.Manager manager -> true;
            });
  }

  /// Returns the field patterns for an object.
  ///
  /// @param live the live object, whose `managedFields` name the owners of fields
  List<Pattern> patterns(Node live) {
    var patterns = new ArrayList<Pattern>();
    for (IgnoreRule rule : rules) {
      switch (rule.target()) {
        case Target.Field(FieldPattern pattern) -> patterns.add(new Pattern(pattern, rule.text()));
        case Target.Manager(String name) -> {
          if (live instanceof MapValue object) {
            owned(object, name).forEach(own -> patterns.add(new Pattern(own, rule.text())));
          }
        }
      }
    }
    return patterns;
  }

  private static List<FieldPattern> owned(MapValue live, String manager) {
    var patterns = new ArrayList<FieldPattern>();
    for (MapValue entry : ManagedFields.of(live).entries()) {
      if (entry.text("manager").equals(manager)) {
        ManagedFields.fields(entry).ifPresent(fields -> collect(fields, List.of(), patterns));
      }
    }
    return patterns;
  }

  private static void collect(FieldSet fields, List<Pick> at, List<FieldPattern> patterns) {
    fields
        .nodes()
        .forEach((key, node) -> {
          Optional<Pick> pick = pick(key);
          if (pick.isPresent()) {
            var picks = new ArrayList<>(at);
            picks.add(pick.get());
            if (!node.below().nodes().isEmpty()) {
              collect(node.below(), picks, patterns);
            } else if (!new FieldPattern(picks).isIdentity()) {
              patterns.add(new FieldPattern(picks));
            }
          }
        });
  }

  /// Returns the step for a key of `fieldsV1`.
  private static Optional<Pick> pick(String key) {
    String rest = key.substring(2);
    try {
      return switch (key.charAt(0)) {
        case 'f', 'i' -> Optional.of(new Pick.Token(rest));
        case 'k', 'v' -> Optional.of(new Pick.Same(Json.parse(rest)));
        default -> Optional.empty();
      };
    } catch (JsonSyntaxException e) {
      return Optional.empty();
    }
  }

  /// A rule for fields that keep their live values, whatever the manifest has.
  ///
  /// As text it is `[KIND[.GROUP][/NAME]:]FIELD`, where the field is a path as in
  /// `spec.template.spec.containers[name=web].image`, a JSON pointer, or `manager=NAME` for all
  /// that this field manager owns.
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

    /// Returns the index of the colon after the object selector; negative if there is none. Names
    /// and keys in brackets may have colons, too.
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
}
