package dev.japply.plan;

import dev.japply.object.FieldSet;
import dev.japply.object.KubeObject;
import dev.japply.object.ManagedFields;
import dev.japply.plan.FieldPattern.Pick;
import dev.japply.plan.IgnoreRule.Target;
import dev.japply.problem.Origin;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Json;
import dev.japply.tree.JsonSyntaxException;
import dev.japply.tree.Node;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;
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
}
