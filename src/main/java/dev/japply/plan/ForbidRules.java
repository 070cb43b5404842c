package dev.japply.plan;

import dev.japply.object.ClusterKinds;
import dev.japply.object.Gvk;
import dev.japply.object.KubeObject;
import dev.japply.plan.NamedObjects.NamedKind;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The deletions and recreations that a project forbids.
public record ForbidRules(List<Rule> rules) {
  public static final ForbidRules NONE = new ForbidRules(List.of());

  private static final String ANY = "*";

  public ForbidRules {
    rules = List.copyOf(rules);
  }

  /// The forbidden change of an object.
  private enum Move {
    /// Its deletion, also before it is created again.
    DELETE,
    /// Its deletion before it is created again.
    RECREATE
  }

  /// A rule for objects.
  ///
  /// @param text the rule as written
  /// @param place the position in the project file
  public record Rule(Move move, NamedObjects objects, String text, Origin place) {
    /// Parses `delete:KIND[.GROUP][/NAME]`, or the same with `recreate:`.
    ///
    /// @throws JapplyException if it is no such rule
    public static Rule parse(String text, Origin place) {
      int colon = text.indexOf(':');
      Optional<Move> move = move(text.substring(0, Math.max(colon, 0)).strip());
      NamedObjects objects =
          NamedObjects.parse(text.substring(colon + 1).strip(), "forbid: " + text, place);
      String kind = objects.kind().kind();
      boolean partial = !objects.isOfAnyKind() && kind.contains(ANY);
      boolean named = !objects.name().isEmpty() && !objects.name().contains("/");
      if (move.isEmpty() || kind.isEmpty() || partial || !named) {
        throw new JapplyException(
            "\"" + text + "\" forbids nothing",
            "write delete: or recreate: and a kind, as delete:Namespace, a kind and a name, as"
                + " recreate:StatefulSet/db, or delete:* for all");
      }
      return new Rule(move.get(), objects, text, place);
    }

    private static Optional<Move> move(String word) {
      return switch (word) {
        case "delete" -> Optional.of(Move.DELETE);
        case "recreate" -> Optional.of(Move.RECREATE);
        default -> Optional.empty();
      };
    }

    private String forbids(String what) {
      return "%s: the rule \"%s\" forbids %s".formatted(place, text, what);
    }
  }

  public boolean isEmpty() {
    return rules.isEmpty();
  }

  /// Returns the kinds that the rules name.
  public Stream<NamedKind> kinds() {
    return rules.stream()
        .map(Rule::objects)
        .filter(objects -> !objects.isOfAnyKind())
        .map(NamedObjects::kind);
  }

  /// Returns the reason for not deleting `live`, or not deleting and recreating it; empty if that
  /// is allowed.
  ///
  /// A Namespace is not deleted if a rule is about any object that may be in it, and a
  /// CustomResourceDefinition not if a rule is about its objects: they would go along.
  ///
  /// @param recreated whether it is created again
  public Optional<String> reason(MapValue live, boolean recreated) {
    Gvk type = Gvk.of(live);
    String name = live.map("metadata").text("name");
    for (Rule rule : rules) {
      if (rule.objects().matches(type, name) && (recreated || rule.move() == Move.DELETE)) {
        return Optional.of(rule.forbids(recreated ? "to recreate it" : "to delete it"));
      }
      if (rule.move() == Move.DELETE && takesAlong(type, live, rule)) {
        return Optional.of(rule.forbids("to delete objects that would go along"));
      }
    }
    return Optional.empty();
  }

  private static boolean takesAlong(Gvk type, MapValue live, Rule rule) {
    return switch (type.groupKind()) {
      // A kind that is not Kubernetes' own may be in a Namespace.
      case "Namespace" -> {
        NamedKind kind = rule.objects().kind();
        yield !ClusterKinds.has(kind.kind(), kind.group());
      }
      case "CustomResourceDefinition.apiextensions.k8s.io" ->
          rule.objects().matches(PrunePlan.definedType(live));
      default -> false;
    };
  }

  /// Returns the error for a planned deletion or recreation; empty if that is allowed, or if
  /// nothing is deleted.
  public Optional<Problem> problem(PlannedObject planned) {
    boolean recreated = planned.action() instanceof Action.Recreate;
    if (rules.isEmpty()
        || !(recreated || planned.isDeletion())
        || !(planned.before() instanceof MapValue live)) {
      return Optional.empty();
    }
    KubeObject object = planned.desired();
    return reason(live, recreated)
        .map(why -> object.error(why, "leave the object as it is, or change the rule"));
  }
}
