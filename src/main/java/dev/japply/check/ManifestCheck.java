package dev.japply.check;

import dev.japply.check.TypeSchemas.TypeSchema;
import dev.japply.diff.SimilarName;
import dev.japply.object.Gvk;
import dev.japply.object.KubeObject;
import dev.japply.object.ObjectKey;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.problem.WarningId;
import dev.japply.schema.Schema;
import dev.japply.schema.SchemaDocument;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// Checks manifests without a server: reports what a server of a version of Kubernetes would
/// refuse. It never reports an error about an object that the server takes.
public final class ManifestCheck {
  /// Types that clients send to a server and that it does not store, so that they have no schema.
  private static final Set<String> REQUESTS =
      Set.of(
          "Binding",
          "ComponentStatus",
          "Eviction",
          "LocalSubjectAccessReview",
          "Scale",
          "SelfSubjectAccessReview",
          "SelfSubjectReview",
          "SelfSubjectRulesReview",
          "SubjectAccessReview",
          "TokenRequest",
          "TokenReview");

  private final TypeSchemas schemas;
  private final Options options;
  private final ApiLifecycle lifecycle = ApiLifecycle.load();
  private final Schema metadata;

  /// Options of a check.
  ///
  /// @param version the version of Kubernetes, such as `1.37`
  /// @param requiresSchemas whether an object without a schema is an error
  /// @param external the objects that exist without being in the input
  /// @param namespace the namespace of objects that have none; empty if it is not known
  public record Options(
      String version, boolean requiresSchemas, List<ExternalObject> external, String namespace) {
    public Options {
      external = List.copyOf(external);
    }

    private int minor() {
      return Integer.parseInt(version.substring(version.indexOf('.') + 1));
    }
  }

  /// The result of one object.
  ///
  /// @param problems errors and warnings, by line
  /// @param hasSchema whether its fields were checked, unless that is an error
  public record Checked(KubeObject object, List<Problem> problems, boolean hasSchema) {
    public Checked {
      problems = List.copyOf(problems);
    }
  }

  /// The schema and the origin of a type.
  ///
  /// @param schema empty if there is none
  /// @param isOwn whether Kubernetes itself has types of its group and version
  private record Type(Optional<TypeSchema> schema, boolean isOwn) {}

  /// The objects that are checked together.
  public static final class Input {
    private final References references;
    private final Map<Gvk, Type> types = new HashMap<>();

    /// The earlier objects with the same identity.
    private final IdentityHashMap<KubeObject, KubeObject> repeated = new IdentityHashMap<>();

    private Input(References references) {
      this.references = references;
    }
  }

  public ManifestCheck(TypeSchemas schemas, Options options) {
    this.schemas = schemas;
    this.options = options;
    this.metadata = schemas.withMetadata();
  }

  /// Returns objects to be checked together.
  ///
  /// @param all all objects that they may refer to
  public Input input(List<KubeObject> objects, List<KubeObject> all) {
    var input = new Input(new References(all, options.external(), options.namespace()));
    Map<ObjectKey, KubeObject> first = new HashMap<>();
    for (KubeObject object : objects) {
      input.types.computeIfAbsent(object.gvk(), this::type);
      KubeObject before = object.name().isEmpty() ? null : first.putIfAbsent(key(object), object);
      if (before != null) {
        input.repeated.put(object, before);
      }
    }
    return input;
  }

  private Type type(Gvk gvk) {
    boolean isOwn = schemas.builtin().document(gvk.group(), gvk.version()).isPresent();
    return new Type(schemas.find(gvk), isOwn);
  }

  /// Checks one of the objects in `input`. Several threads may do so at the same time.
  public Checked check(KubeObject object, Input input) {
    var findings = new ArrayList<Finding>();
    Type type = Objects.requireNonNull(input.types.get(object.gvk()));
    boolean checked = check(object, type, input.references, findings::add);
    KubeObject before = input.repeated.get(object);
    if (before != null) {
      findings.add(
          Finding.error(
              FieldPath.root(),
              "the same object is already at " + before.origin(),
              "remove one of them"));
    }
    return new Checked(
        object, findings.isEmpty() ? List.of() : problems(findings, object), checked);
  }

  private static List<Problem> problems(List<Finding> findings, KubeObject object) {
    return findings.stream()
        .map(finding -> finding.of(object))
        .sorted(Comparator.comparingInt(problem -> problem.origin().line()))
        .toList();
  }

  /// Returns a warning for each type without a schema, with the number of its objects.
  public List<Problem> unchecked(List<Checked> objects) {
    Map<Gvk, Integer> without = new HashMap<>();
    for (Checked each : objects) {
      if (!each.hasSchema()) {
        without.merge(each.object().gvk(), 1, Integer::sum);
      }
    }
    return without.entrySet().stream()
        .sorted(Map.Entry.comparingByKey(Comparator.comparing(Gvk::toString)))
        .map(entry ->
            Problem.warning(
                WarningId.NO_SCHEMA,
                Origin.NONE,
                "",
                "no schema for %s: the fields of %s were not checked"
                    .formatted(
                        name(entry.getKey()),
                        entry.getValue() == 1 ? "1 object" : entry.getValue() + " objects"),
                definitionHint(entry.getKey())))
        .toList();
  }

  private String definitionHint(Gvk gvk) {
    return schemas.isRefused(gvk)
        ? "correct the schema of its CustomResourceDefinition"
        : "give its CustomResourceDefinition with --crds";
  }

  private static String name(Gvk gvk) {
    return gvk.apiVersion() + " " + gvk.kind();
  }

  private ObjectKey key(KubeObject object) {
    ObjectKey key = object.key();
    return key.namespace().isEmpty()
        ? new ObjectKey(key.group(), key.kind(), options.namespace(), key.name())
        : key;
  }

  /// @return whether the object has a schema, or an error because it has none
  private boolean check(
      KubeObject object, Type type, References references, Consumer<Finding> findings) {
    MapValue tree = object.tree();
    Gvk gvk = object.gvk();
    Optional<TypeSchema> schema = type.schema();
    boolean checked = checkVersion(gvk, type, findings);
    if (schema.isPresent()) {
      switch (schema.get()) {
        case TypeSchema.Published(Schema known) -> SchemaCheck.check(known, tree, findings);
        case TypeSchema.Custom(CustomSchema known) -> known.check(metadata, tree, findings);
      }
    } else {
      SchemaCheck.checkField(metadata, "metadata", tree, findings);
    }
    if (CustomDefinitions.isDefinition(gvk)) {
      CustomDefinitions.check(tree, findings);
    }
    MapValue plain = tree.withoutNulls();
    boolean custom = schema.isPresent() && !type.isOwn();
    ObjectRules.check(object, plain, custom, findings);
    references.check(object, plain, findings);
    checkNamespace(object, findings);
    return checked;
  }

  private void checkNamespace(KubeObject object, Consumer<Finding> findings) {
    String namespace = options.namespace();
    if (!namespace.isEmpty()
        && !object.namespace().isEmpty()
        && !object.namespace().equals(namespace)) {
      FieldPath path = FieldPath.root().key("metadata").key("namespace");
      findings.accept(
          Finding.warning(
              WarningId.OTHER_NAMESPACE,
              path,
              "is \"" + object.namespace() + "\", and not \"" + namespace + "\" of --namespace",
              "an apply with the same flag refuses it"));
    }
  }

  /// @return false if the type is unknown, and that is no error
  private boolean checkVersion(Gvk gvk, Type type, Consumer<Finding> findings) {
    FieldPath path = FieldPath.root().key("apiVersion");
    Optional<ApiLifecycle.Stages> stages = lifecycle.of(gvk);
    if (type.schema().isPresent()) {
      stages
          .filter(each -> each.deprecated() <= options.minor())
          .ifPresent(each -> findings.accept(deprecated(gvk, each, path)));
    } else if (stages.filter(each -> each.removed() <= options.minor()).isPresent()) {
      findings.accept(
          new Finding(
              path,
              "%s is gone since Kubernetes 1.%d".formatted(name(gvk), stages.get().removed()),
              stages.get().hint(),
              null));
    } else if (isOfKubernetes(gvk.group())) {
      if (!REQUESTS.contains(gvk.kind())) {
        findings.accept(unknown(gvk, type.isOwn()));
      }
    } else if (options.requiresSchemas()) {
      findings.accept(
          new Finding(FieldPath.root(), "no schema for " + name(gvk), definitionHint(gvk), null));
    } else {
      return false;
    }
    return true;
  }

  private static Finding deprecated(Gvk gvk, ApiLifecycle.Stages stages, FieldPath path) {
    String end =
        stages.removed() == ApiLifecycle.NEVER ? "" : ", and gone in 1." + stages.removed();
    return new Finding(
        path,
        "%s is deprecated since Kubernetes 1.%d%s".formatted(name(gvk), stages.deprecated(), end),
        stages.hint(),
        WarningId.DEPRECATED_API);
  }

  /// Whether Kubernetes itself has types of that group.
  private boolean isOfKubernetes(String group) {
    return schemas.builtin().objects().stream().anyMatch(key -> key.startsWith(group + "/"));
  }

  private Finding unknown(Gvk gvk, boolean isOwn) {
    String what = "Kubernetes %s has no %s".formatted(options.version(), name(gvk));
    FieldPath root = FieldPath.root();
    if (!isOwn) {
      return new Finding(root.key("apiVersion"), what, elsewhere(gvk.kind()), null);
    }
    String prefix = SchemaDocument.objectKey(gvk.group(), gvk.version(), "");
    List<String> kinds =
        schemas.builtin().objects().stream()
            .filter(key -> key.startsWith(prefix))
            .map(key -> key.substring(prefix.length()))
            .toList();
    String hint =
        SimilarName.find(kinds, gvk.kind())
            .map(kind -> "did you mean " + kind + "?")
            .orElseGet(() -> elsewhere(gvk.kind()));
    return new Finding(root.key("kind"), what, hint, null);
  }

  private String elsewhere(String kind) {
    return schemas.builtin().objects().stream()
        .filter(key -> key.endsWith("/" + kind))
        .map(key -> key.split("/", -1))
        .map(parts -> new Gvk(parts[0], parts[1], kind).apiVersion())
        .min(Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder()))
        .map(version -> "use apiVersion " + version)
        .orElse("");
  }
}
