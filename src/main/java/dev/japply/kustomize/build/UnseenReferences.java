package dev.japply.kustomize.build;

import dev.japply.kustomize.build.NameReferenceCandidates.Referrer;
import dev.japply.kustomize.load.BuiltResource;
import dev.japply.kustomize.load.ResMap;
import dev.japply.kyaml.FieldSpec;
import dev.japply.kyaml.KindPattern;
import dev.japply.problem.Problem;
import dev.japply.problem.WarningId;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Node;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.ScalarValue;
import dev.japply.yaml.ScalarStyle;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// References that keep an old name because only one of the two objects has a namespace: they may
/// end up in the same one.
final class UnseenReferences {
  private final ResMap resources;
  private final ScalarStyle spelling;
  private final Map<String, List<BuiltResource>> renamed = new HashMap<>();
  private final boolean isMixed;

  UnseenReferences(ResMap resources, ScalarStyle spelling) {
    this.resources = resources;
    this.spelling = spelling;
    for (BuiltResource resource : resources.all()) {
      resource.previousIds().stream()
          .map(id -> id.name())
          .distinct()
          .filter(name -> !name.equals(resource.name()))
          .forEach(name -> renamed.computeIfAbsent(name, none -> new ArrayList<>()).add(resource));
    }
    this.isMixed =
        resources.all().stream().anyMatch(one -> one.namespace().isEmpty())
            && resources.all().stream().anyMatch(one -> !one.namespace().isEmpty());
  }

  /// Returns whether there can be no such reference.
  boolean isImpossible() {
    return renamed.isEmpty() || !isMixed;
  }

  /// Returns a warning for each name in a field that an object had which `resource` does not see.
  ///
  /// @param kinds the kinds of objects that the field names
  List<Problem> warnings(BuiltResource resource, FieldSpec field, KindPattern kinds) {
    var warnings = new ArrayList<Problem>();
    for (FieldPath path : names(resource.tree(), field.keys(), FieldPath.root())) {
      String name =
          path.in(resource.tree()) instanceof ScalarValue value ? spelling.text(value) : "";
      var referrer = new Referrer(resource);
      boolean isThere =
          resources.named(name).stream()
              .anyMatch(one ->
                  one.name().equals(name) && kinds.matches(one.id().gvk()) && referrer.sees(one));
      if (!isThere) {
        renamed.getOrDefault(name, List.of()).stream()
            .filter(one -> kinds.matches(one.id().gvk()) && !referrer.sees(one))
            .filter(one -> one.namespace().isEmpty() != resource.namespace().isEmpty())
            .findFirst()
            .map(one -> warning(resource, path, name, one))
            .ifPresent(warnings::add);
      }
    }
    return warnings;
  }

  private static Problem warning(
      BuiltResource resource, FieldPath path, String name, BuiltResource other) {
    String what =
        "%s stays %s, although %s has another name now: only one of the objects has a namespace (%s)"
            .formatted(path, name, other.subject(), resource.namespace() + other.namespace());
    return Problem.warning(
        WarningId.MISSING_REFERENCE,
        resource.place(path),
        resource.subject(),
        what,
        "give both objects the namespace in the same kustomization");
  }

  /// Returns the paths of the single values of a field, through all items of lists.
  private static List<FieldPath> names(Node node, List<String> keys, FieldPath path) {
    return switch (node) {
      case ListValue list -> {
        var all = new ArrayList<FieldPath>();
        for (int i = 0; i < list.size(); i++) {
          all.addAll(names(list.items().get(i), keys, path.index(i)));
        }
        yield all;
      }
      case MapValue map when !keys.isEmpty() -> {
        String key = keys.getFirst().replace("[]", "");
        yield names(map.get(key), keys.subList(1, keys.size()), path.key(key));
      }
      case ScalarValue scalar when keys.isEmpty() -> List.of(path);
      default -> List.of();
    };
  }
}
