package dev.japply.plan;

import dev.japply.diff.SimilarName;
import dev.japply.object.KubeObject;
import dev.japply.plan.NamedObjects.NamedKind;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value.MapValue;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The objects that may be deleted and created again, when the server refuses to change a field of
/// them.
///
/// Objects name themselves by an annotation of japply, Argo CD or kapp. The project file names them
/// by type, or by type and name.
///
/// @param rules the rules of the project file
/// @param annotations whether annotations count
public record RecreateRules(List<Rule> rules, boolean annotations) {
  public static final RecreateRules NONE = new RecreateRules(List.of(), false);

  /// The annotation, whose value is `on-immutable-change`, or with `,orphan` to keep the Pods.
  public static final String ANNOTATION = "japply.dev/recreate";

  private static final String ALWAYS = "on-immutable-change";
  private static final String ORPHAN = "orphan";
  private static final String NEVER = "never";
  private static final String ARGO_CD = "argocd.argoproj.io/sync-options";
  private static final String KAPP = "kapp.k14s.io/update-strategy";
  private static final Set<String> KNOWN = Set.of(ALWAYS, ORPHAN, NEVER);
  private static final FieldPath PATH =
      FieldPath.root().key("metadata").key("annotations").key(ANNOTATION);
  private static final Set<String> OF_KAPP = Set.of("fallback-on-replace", "always-replace");

  public RecreateRules {
    rules = List.copyOf(rules);
  }

  /// A rule of the project file.
  ///
  /// @param kind the kind, regardless of case
  /// @param group the API group, regardless of case; empty for any
  /// @param name the name of the object; empty for all
  /// @param orphan whether dependents, such as Pods, stay
  /// @param text the rule as written
  /// @param place the position in the project file; none if it is from elsewhere
  public record Rule(
      String kind, String group, String name, boolean orphan, String text, Origin place) {
    /// Parses `KIND[.GROUP][/NAME][:orphan]`.
    ///
    /// @throws JapplyException if it is no such rule
    public static Rule parse(String text) {
      int colon = text.indexOf(':');
      String objects = (colon < 0 ? text : text.substring(0, colon)).strip();
      String how = colon < 0 ? "" : text.substring(colon + 1).strip();
      int slash = objects.indexOf('/');
      String type = slash < 0 ? objects : objects.substring(0, slash);
      String name = slash < 0 ? "" : objects.substring(slash + 1);
      int dot = type.indexOf('.');
      String kind = dot < 0 ? type : type.substring(0, dot);
      boolean wrong =
          kind.isEmpty()
              || kind.contains("*")
              || (slash >= 0 && (name.isEmpty() || name.contains("/")))
              || !(how.isEmpty() || how.equals(ORPHAN));
      if (wrong) {
        throw new JapplyException(
            "\"" + text + "\" names no objects to recreate",
            "write a kind, as Job, a kind and a name, as StatefulSet/db, or with :orphan");
      }
      String group = dot < 0 ? "" : type.substring(dot + 1);
      return new Rule(kind, group, name, how.equals(ORPHAN), text, Origin.NONE);
    }

    /// Returns this rule with its position in a file.
    public Rule at(Origin place) {
      return new Rule(kind, group, name, orphan, text, place);
    }

    private boolean matches(KubeObject object) {
      return kind.equalsIgnoreCase(object.gvk().kind())
          && (group.isEmpty() || group.equalsIgnoreCase(object.gvk().group()))
          && (name.isEmpty() || name.equals(object.name()));
    }
  }

  /// Returns the kinds that the rules name.
  public Stream<NamedKind> kinds() {
    return rules.stream()
        .map(rule ->
            new NamedKind(rule.kind(), rule.group(), "recreate: " + rule.text(), rule.place()));
  }

  /// The permission to recreate an object.
  ///
  /// @param source its source, for messages
  /// @param named whether the source is about that object alone, which includes its data
  /// @param orphan whether dependents stay
  public record Permission(String source, boolean named, boolean orphan) {}

  /// Returns the permission for `object`; empty if it must not be recreated.
  public Optional<Permission> of(KubeObject object) {
    MapValue notes =
        annotations ? object.tree().map("metadata").map("annotations") : MapValue.EMPTY;
    if (notes.has(ANNOTATION)) {
      return own(words(notes.text(ANNOTATION)));
    }
    Optional<Permission> ofProject =
        rules.stream()
            .filter(rule -> rule.matches(object))
            .sorted((a, b) -> Boolean.compare(a.name().isEmpty(), b.name().isEmpty()))
            .findFirst()
            .map(rule ->
                new Permission(
                    "recreate: " + rule.text() + " of the project file",
                    !rule.name().isEmpty(),
                    rule.orphan()));
    if (ofProject.isPresent()) {
      return ofProject;
    }
    if (words(notes.text(ARGO_CD)).contains("force=true")) {
      return Optional.of(new Permission("its annotation " + ARGO_CD, false, false));
    }
    return OF_KAPP.contains(notes.text(KAPP))
        ? Optional.of(new Permission("its annotation " + KAPP, false, false))
        : Optional.empty();
  }

  /// Returns the error for the annotation of `object`; empty if it is right, absent or empty.
  public Optional<Problem> problem(KubeObject object) {
    MapValue notes = object.tree().map("metadata").map("annotations");
    String text = annotations ? notes.text(ANNOTATION) : "";
    Set<String> words = words(text);
    Optional<String> unknown =
        words.stream()
            .filter(word -> !word.isEmpty() && !KNOWN.contains(word))
            .sorted()
            .findFirst();
    boolean alone = words.equals(Set.of(ORPHAN));
    if (unknown.isEmpty() && !alone) {
      return Optional.empty();
    }
    String usual = "write " + ALWAYS + ", " + ALWAYS + "," + ORPHAN + " or " + NEVER;
    String hint =
        unknown
            .flatMap(word -> SimilarName.find(KNOWN, word))
            .map(known -> "did you mean " + known + "?")
            .orElse(usual);
    return Optional.of(
        Problem.error(
            object.positions().apply(PATH),
            object.key().subject(),
            "the annotation " + ANNOTATION + " has the unknown value \"" + text + "\"",
            hint));
  }

  private static Optional<Permission> own(Set<String> words) {
    return words.contains(ALWAYS) && !words.contains(NEVER)
        ? Optional.of(new Permission("its annotation " + ANNOTATION, true, words.contains(ORPHAN)))
        : Optional.empty();
  }

  private static Set<String> words(String list) {
    return Arrays.stream(list.split(",", -1))
        .map(word -> word.strip().toLowerCase(Locale.ROOT))
        .collect(Collectors.toSet());
  }
}
