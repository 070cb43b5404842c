package dev.japply.kustomize.build;

import dev.japply.kustomize.load.BuiltResource;
import dev.japply.kustomize.load.ResMap;
import dev.japply.kustomize.load.ResourceId;
import dev.japply.kyaml.FieldConfig;
import dev.japply.kyaml.FieldConfig.Reference;
import dev.japply.kyaml.FieldEdit;
import dev.japply.kyaml.FieldEdit.Created;
import dev.japply.kyaml.FieldEdit.FieldException;
import dev.japply.kyaml.FieldEdit.Setter;
import dev.japply.kyaml.FieldSpec;
import dev.japply.kyaml.FieldSpec.KindPattern;
import dev.japply.object.Gvk;
import dev.japply.problem.Problem;
import dev.japply.problem.WarningId;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.NullValue;
import dev.japply.tree.Value.ScalarValue;
import dev.japply.tree.Value.StringValue;
import dev.japply.yaml.PlainScalar;
import dev.japply.yaml.ScalarStyle;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// Updates the names of changed objects where other objects refer to them.
final class NameReferences {
  private final List<Reference> references;
  private final ScalarStyle spelling;
  private final Map<Gvk, List<ReferenceField>> byKind = new HashMap<>();

  NameReferences(FieldConfig config, ScalarStyle spelling) {
    this.references = config.references();
    this.spelling = spelling;
  }

  private record ReferenceField(KindPattern referred, FieldSpec spec) {}

  /// Changes the names in all objects of `resources`.
  ///
  /// @throws JapplyException if several objects may match a name
  void update(ResMap resources) {
    var candidates = new NameReferenceCandidates(resources);
    resources.all().forEach(resource -> update(resource, candidates));
  }

  /// Returns warnings of names that stay because of different namespaces.
  List<Problem> unseen(ResMap resources) {
    var unseen = new UnseenReferences(resources, spelling);
    if (unseen.isImpossible()) {
      return List.of();
    }
    var warnings = new ArrayList<Problem>();
    for (BuiltResource resource : resources.all()) {
      for (ReferenceField field : fields(resource.originalId().gvk())) {
        warnings.addAll(unseen.warnings(resource, field.spec(), field.referred()));
      }
    }
    return warnings;
  }

  private void update(BuiltResource resource, NameReferenceCandidates candidates) {
    List<ReferenceField> fields = fields(resource.originalId().gvk());
    if (fields.isEmpty()) {
      return;
    }
    if (resource.hasNullVersion()) { // kustomize takes its text and its value for two objects
      throw resource.failure("apiVersion must not be null", "write its version");
    }
    if (!new KindPattern(resource.id().gvk()).matches(Gvk.of(resource.tree()))) {
      return; // its version or kind is no string
    }
    var referrer = new Referrer(resource);
    for (ReferenceField field : fields) {
      String path = field.spec().path();
      var name = new NameSetter(candidates, referrer, field.referred(), path, spelling);
      try {
        MapValue changed =
            new FieldEdit(Created.NOTHING, name).editAny(resource.tree(), field.spec());
        resource.follow(changed);
      } catch (FieldException e) {
        throw resource.failure(
            "updating name reference in '%s': %s".formatted(path, e.getMessage()), "", e);
      }
    }
  }

  private List<ReferenceField> fields(Gvk gvk) {
    return byKind.computeIfAbsent(
        gvk,
        kind -> {
          var fields = new ArrayList<ReferenceField>();
          for (Reference reference : references) {
            for (FieldSpec spec : reference.referrers().fields()) {
              if (spec.kinds().matches(kind)) {
                fields.add(new ReferenceField(reference.referred(), spec));
              }
            }
          }
          return fields;
        });
  }

  /// Updates a field that refers to an object to its current name. A map gets name and namespace;
  /// in a list, each item is updated.
  ///
  /// Follows kustomize's `nameref` filter.
  ///
  /// @param referred the kinds of objects that the field names
  private record NameSetter(
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
      return select(
              candidates.named(name, referrer), (one, other) -> one.name().equals(other.name()))
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

  /// References that keep an old name because only one of the two objects has a namespace: they may
  /// end up in the same one.
  private static final class UnseenReferences {
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
            .forEach(
                name -> renamed.computeIfAbsent(name, none -> new ArrayList<>()).add(resource));
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

  /// The objects of a build that had other names before, found by these.
  private static final class NameReferenceCandidates {
    private final Map<String, List<BuiltResource>> byPreviousName = new HashMap<>();
    private final Map<String, List<BuiltResource>> byOriginalNamespace = new HashMap<>();

    NameReferenceCandidates(ResMap resources) {
      for (BuiltResource resource : resources.all()) {
        var names = new LinkedHashSet<String>();
        resource.previousIds().forEach(id -> names.add(id.name()));
        names.forEach(name -> put(byPreviousName, name, resource));
        put(byOriginalNamespace, resource.originalId().effectiveNamespace(), resource);
      }
    }

    private static void put(
        Map<String, List<BuiltResource>> index, String key, BuiltResource resource) {
      index.computeIfAbsent(key, none -> new ArrayList<>()).add(resource);
    }

    /// The objects that once had that name, and that `referrer` may refer to.
    List<BuiltResource> named(String name, Referrer referrer) {
      return byPreviousName.getOrDefault(name, List.of()).stream().filter(referrer::sees).toList();
    }

    /// The same in a namespace: in that where they were written, if anything is there, or else in
    /// that where they are.
    List<BuiltResource> named(String name, String namespace, Referrer referrer) {
      boolean original =
          !namespace.equals(ResourceId.NO_NAMESPACE)
              && byOriginalNamespace.getOrDefault(namespace, List.of()).stream()
                  .anyMatch(referrer::sees);
      return named(name, referrer).stream()
          .filter(one -> {
            ResourceId id = original ? one.originalId() : one.id();
            String effective = id.effectiveNamespace();
            return effective.equals(namespace) && !effective.equals(ResourceId.NO_NAMESPACE);
          })
          .toList();
    }
  }

  /// An object that refers to others.
  private static final class Referrer {
    private final BuiltResource resource;
    private final Set<String> subjectNamespaces = new HashSet<>();

    Referrer(BuiltResource resource) {
      this.resource = resource;
      if (resource.kind().equals("RoleBinding")) {
        for (MapValue subject : resource.tree().maps("subjects")) {
          if (subject.text("kind").equals("ServiceAccount")) {
            requireText(subject);
            subjectNamespaces.add(subject.text("namespace"));
          }
        }
        subjectNamespaces.remove("");
      }
    }

    private void requireText(MapValue subject) {
      if (subject.has("namespace") && !(subject.get("namespace") instanceof StringValue)) {
        throw resource.failure(
            "Invalid Input: namespace is blank for resource \"%s\"".formatted(resource.id()),
            "write the namespace of each subject, or leave it out");
      }
    }

    BuiltResource resource() {
      return resource;
    }

    /// Whether it may refer to that object, by the namespaces of both.
    boolean sees(BuiltResource target) {
      ResourceId own = resource.id();
      ResourceId other = target.id();
      return own.isClusterScoped()
          || other.isClusterScoped()
          || own.effectiveNamespace().equals(other.effectiveNamespace())
          || subjectNamespaces.contains(target.namespace());
    }
  }
}
