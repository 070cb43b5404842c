package dev.japply.kustomize.build;

import dev.japply.kustomize.build.NameReferenceCandidates.Referrer;
import dev.japply.kustomize.load.BuiltResource;
import dev.japply.kyaml.FieldEdit.FieldException;
import dev.japply.kyaml.FieldEdit.Setter;
import dev.japply.kyaml.KindPattern;
import dev.japply.object.Gvk;
import dev.japply.tree.Missing;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.NullValue;
import dev.japply.tree.Value.ScalarValue;
import dev.japply.yaml.PlainScalar;
import dev.japply.yaml.ScalarStyle;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// Updates a field that refers to an object to its current name. A map gets name and namespace; in
/// a list, each item is updated.
///
/// Follows kustomize's `nameref` filter.
///
/// @param referred the kinds of objects that the field names
record NameSetter(
    NameReferenceCandidates candidates,
    Referrer referrer,
    KindPattern referred,
    String path,
    ScalarStyle spelling)
    implements Setter {

  @Override
  public Value set(Value value) {
    return switch (value) {
      case NullValue nothing -> nothing;
      case MapValue map -> setMap(map);
      case ListValue list -> list.map(this::setItem);
      case ScalarValue scalar -> setScalar(scalar);
    };
  }

  private Value setItem(Value item) {
    if (item instanceof ListValue) {
      throw new FieldException("an item is expected to be either a string or a map of string");
    }
    return set(item);
  }

  private Value setScalar(ScalarValue value) {
    String name = spelling.text(value);
    return select(candidates.named(name, referrer), (one, other) -> one.name().equals(other.name()))
        .map(found -> referred(found, value, named(value, found.name())))
        .orElse(value);
  }

  /// Notes the object that a changed field refers to.
  @SuppressWarnings("ReferenceEquality") // equal values can be written differently
  private Value referred(BuiltResource found, Value before, Value after) {
    if (after != before) {
      referrer.resource().refer(found);
    }
    return after;
  }

  private Value named(Value before, String name) {
    if (spelling.text(before).equals(name)) {
      return before;
    }
    return PlainScalar.inPlaceOf(before, name, spelling);
  }

  private Value setMap(MapValue map) {
    if (!(map.get("name") instanceof Value nameValue)) {
      throw new FieldException("path config error; no 'name' field in node");
    }
    String name = spelling.text(nameValue);
    List<BuiltResource> named =
        map.get("namespace") instanceof Value namespace
            ? candidates.named(name, spelling.text(namespace), referrer)
            : candidates.named(name, referrer);
    Optional<BuiltResource> found =
        select(
            named,
            (one, other) ->
                one.name().equals(other.name()) && one.namespace().equals(other.namespace()));
    if (found.isEmpty()) {
      return map;
    }
    String namespace = found.get().namespace();
    MapValue changed = map.with("name", named(nameValue, found.get().name()));
    if (!namespace.isEmpty()) {
      changed =
          changed.with(
              "namespace",
              map.get("namespace") instanceof Value before
                  ? named(before, namespace)
                  : PlainScalar.inPlaceOf(Missing.MISSING, namespace, spelling));
    }
    return referred(found.get(), map, changed);
  }

  /// Compares the names of two objects.
  private interface Likeness {
    boolean alike(BuiltResource one, BuiltResource other);
  }

  private Optional<BuiltResource> select(List<BuiltResource> named, Likeness likeness) {
    List<BuiltResource> fitting =
        named.stream()
            .filter(one -> wasOf(one, referred))
            .filter(roleKind())
            .filter(this::isInNamespace)
            .toList();
    if (fitting.size() > 1) {
      fitting = fitting.stream().filter(one -> affixesMatch(one, true)).toList();
      if (fitting.size() > 1) {
        fitting = fitting.stream().filter(one -> affixesMatch(one, false)).toList();
      }
    }
    if (fitting.isEmpty()) {
      return Optional.empty();
    }
    BuiltResource first = fitting.getFirst();
    if (fitting.stream().allMatch(one -> likeness.alike(first, one))) {
      return Optional.of(first);
    }
    throw new FieldException(
        "found multiple possible referrals: "
            + fitting.stream().map(one -> one.id().toString()).collect(Collectors.joining(", ")));
  }

  private static boolean wasOf(BuiltResource resource, KindPattern kinds) {
    return resource.previousIds().stream().anyMatch(id -> kinds.matches(id.gvk()));
  }

  private Predicate<BuiltResource> roleKind() {
    MapValue role = referrer.resource().tree().map("roleRef");
    if (!path.endsWith("roleRef/name") || !role.has("apiGroup") || !role.has("kind")) {
      return one -> true;
    }
    var kinds = new KindPattern(new Gvk(text(role, "apiGroup"), "", text(role, "kind")));
    return one -> wasOf(one, kinds);
  }

  private String text(MapValue map, String key) {
    return map.get(key) instanceof Value value ? spelling.text(value) : "";
  }

  private boolean isInNamespace(BuiltResource one) {
    var own = referrer.resource().id();
    return own.isClusterScoped()
        || one.id().isClusterScoped()
        || one.kind().equals("ServiceAccount")
        || own.effectiveNamespace().equals(one.id().effectiveNamespace());
  }

  private boolean affixesMatch(BuiltResource one, boolean emptyMatches) {
    BuiltResource own = referrer.resource();
    return matches(one.prefixes(), own.prefixes(), emptyMatches)
        && matches(one.suffixes(), own.suffixes(), emptyMatches);
  }

  private static boolean matches(List<String> one, List<String> other, boolean emptyMatches) {
    if (one.isEmpty() || other.isEmpty()) {
      return emptyMatches || one.size() == other.size();
    }
    List<String> longer = one.size() > other.size() ? one : other;
    List<String> shorter = one.size() > other.size() ? other : one;
    return longer.subList(longer.size() - shorter.size(), longer.size()).equals(shorter);
  }
}
