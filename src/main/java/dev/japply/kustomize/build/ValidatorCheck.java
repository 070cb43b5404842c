package dev.japply.kustomize.build;

import dev.japply.kustomize.load.BuiltResource;
import dev.japply.kustomize.load.ResMap;
import dev.japply.kustomize.load.SharedNodes;
import dev.japply.problem.JapplyException;
import dev.japply.tree.Value.MapValue;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/// Checks that a validator does not change objects. The label that kustomize's validators add as
/// their signature is allowed.
final class ValidatorCheck {
  private static final String LABEL = "validated-by";

  private final SharedNodes aliases;
  private final Map<BuiltResource, State> before = new LinkedHashMap<>();

  /// All of an object that may change.
  private record State(MapValue tree, int previousIds, int prefixes, int suffixes) {
    static State of(BuiltResource resource) {
      return new State(
          resource.tree(),
          resource.previousIds().size(),
          resource.prefixes().size(),
          resource.suffixes().size());
    }

    State withTree(MapValue other) {
      return new State(other, previousIds, prefixes, suffixes);
    }
  }

  ValidatorCheck(ResMap resources, SharedNodes aliases) {
    this.aliases = aliases;
    resources.all().forEach(resource -> before.put(resource, State.of(resource)));
  }

  /// @throws JapplyException when something has changed
  void check(ResMap resources, Transformer validator) {
    BuiltResource config = Objects.requireNonNull(validator.config());
    if (resources.all().size() != before.size()) {
      throw config.failure("validator shouldn't modify the resource map", "it removes objects");
    }
    for (BuiltResource resource : resources.all()) {
      State now = State.of(resource);
      State old = before.get(resource);
      boolean same =
          old != null
              && now.withTree(old.tree()).equals(old)
              && !hasLabel(old)
              && (isSame(now.tree(), old.tree())
                  || (isSigned(now, old) && withoutLabel(now.tree()).equals(old.tree())));
      if (!same) {
        throw config.failure(
            "validator shouldn't modify the resource map",
            "it changes %s, of %s".formatted(resource.subject(), resource.origin()));
      }
    }
  }

  /// Compares by identity, as kustomize does: it also detects equal values on other lines.
  @SuppressWarnings("ReferenceEquality")
  private static boolean isSame(MapValue one, MapValue other) {
    return one == other;
  }

  private static boolean hasLabel(State state) {
    return state.tree().map("metadata").map("labels").has(LABEL);
  }

  /// Labels of a file move to other lines when one is taken away, labels of the build do not.
  private boolean isSigned(State now, State old) {
    MapValue labels = old.tree().map("metadata").map("labels");
    return hasLabel(now) && labels.entries().values().stream().allMatch(aliases::contains);
  }

  private static MapValue withoutLabel(MapValue tree) {
    MapValue metadata = tree.map("metadata");
    MapValue labels = metadata.map("labels");
    if (!labels.has(LABEL)) {
      return tree;
    }
    MapValue others = labels.without(LABEL);
    return tree.with(
        "metadata",
        others.equals(MapValue.EMPTY)
            ? metadata.without("labels")
            : metadata.with("labels", others));
  }
}
