package dev.japply.plan;

import dev.japply.object.FieldSet;
import dev.japply.object.KubeObject;
import dev.japply.object.ManagedFields;
import dev.japply.plan.FieldPattern.Pick;
import dev.japply.plan.IgnoreRule.Target;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Json;
import dev.japply.tree.JsonSyntaxException;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The rules by which fields are ignored.
///
/// @param standing as many of the first are those of a project, which need not be about any of the
///   objects at hand
public record IgnoreRules(List<IgnoreRule> rules, int standing) {
  /// Nothing is ignored but what annotations name.
  public static final IgnoreRules NONE = new IgnoreRules(List.of());

  /// The annotation by which an object names fields of its own.
  public static final String ANNOTATION = "japply.dev/ignore";

  /// Where that annotation is.
  public static final FieldPath ANNOTATION_PATH =
      FieldPath.root().key("metadata").key("annotations").key(ANNOTATION);

  /// Rules that are each about an object at hand, unless they are wrong.
  public IgnoreRules(List<IgnoreRule> rules) {
    this(rules, 0);
  }

  public IgnoreRules {
    rules = List.copyOf(rules);
  }

  /// The rules that `texts` are.
  ///
  /// @throws dev.japply.problem.JapplyException when one is none
  public static IgnoreRules parse(List<String> texts) {
    return new IgnoreRules(texts.stream().map(IgnoreRule::parse).toList());
  }

  /// The same rules, of which nobody says any longer which are about nothing.
  public IgnoreRules asStanding() {
    return new IgnoreRules(rules, rules.size());
  }

  /// Those of the annotation of `object`.
  ///
  /// @throws dev.japply.problem.JapplyException when it names no fields
  static IgnoreRules annotated(KubeObject object) {
    String text = object.tree().map("metadata").map("annotations").text(ANNOTATION);
    return text.isEmpty() ? NONE : new IgnoreRules(IgnoreRule.ofAnnotation(text));
  }

  /// A pattern for the fields of one object, and the rule that has it.
  record Pattern(FieldPattern fields, String rule) {}

  /// As people write them.
  public List<String> texts() {
    return rules.stream().map(IgnoreRule::text).toList();
  }

  /// As people write them, without those of a project.
  public List<String> asked() {
    return texts().subList(standing, rules.size());
  }

  /// Whether the manifest of `object` names fields to ignore.
  static boolean isAnnotated(KubeObject object) {
    return object.tree().map("metadata").map("annotations").has(ANNOTATION);
  }

  /// Those that are about `object`.
  ///
  /// @param annotated whether its annotation counts
  /// @throws dev.japply.problem.JapplyException when that names no fields
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

  /// The patterns for an object.
  ///
  /// @param live by which it is known what managers own
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
      if (entry.text("manager").equals(manager) && entry.get("fieldsV1") instanceof Value tree) {
        FieldSet.parse(tree).ifPresent(fields -> collect(fields, List.of(), patterns));
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

  /// The step that a key of `fieldsV1` stands for.
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
