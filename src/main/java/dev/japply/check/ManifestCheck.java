package dev.japply.check;

import dev.japply.check.TypeSchemas.TypeSchema;
import dev.japply.diff.SimilarName;
import dev.japply.object.Gvk;
import dev.japply.object.KubeObject;
import dev.japply.object.ObjectKey;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.problem.WarningId;
import dev.japply.schema.BuiltinSchemas;
import dev.japply.schema.SchemaDocument;
import dev.japply.tree.Entries;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

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

  /// The programs that read files of a group. No server has types of it.
  private static final Map<String, String> PROGRAMS =
      Map.of("kpt.dev", "kpt", "kustomize.config.k8s.io", "kustomize");

  private static final List<String> IDENTITY = List.of("apiVersion", "kind", "metadata");

  private final BuiltinSchemas builtin;
  private final Options options;

  /// Kubernetes' own types of all versions that hints are for.
  private final List<BuiltinSchemas> all;

  private final ApiLifecycle lifecycle = ApiLifecycle.load();
  private final CheckedType metadata;

  /// Kubernetes' own types of the objects so far. Threads that add to it at the same time look some
  /// types up again.
  private volatile Map<Gvk, Type> ownTypes = Map.of();

  /// Options of a check.
  ///
  /// @param version the version of Kubernetes, such as `1.37`
  /// @param requiresSchemas whether an object without a schema is an error
  /// @param external the objects that exist without being in the input
  /// @param namespace the namespace of objects that have none; empty if it is not known
  /// @param keepsLabels whether the labels of valid objects are needed after the check
  public record Options(
      String version,
      boolean requiresSchemas,
      List<ExternalObject> external,
      String namespace,
      boolean keepsLabels) {
    public Options {
      external = List.copyOf(external);
    }

    /// Returns the same options for another version.
    Options of(String other) {
      return new Options(other, requiresSchemas, external, namespace, keepsLabels);
    }

    private int minor() {
      return Integer.parseInt(version.substring(version.indexOf('.') + 1));
    }
  }

  /// The result of one object.
  ///
  /// @param problems errors and warnings, by line
  /// @param hasSchema whether its fields were checked, unless that is an error
  public record Checked(Single single, List<Problem> problems, boolean hasSchema) {
    public Checked {
      problems = List.copyOf(problems);
    }

    public KubeObject object() {
      return single.object();
    }
  }

  /// The schema, the origin and the lifecycle of a type.
  ///
  /// @param gvk the type, one instance for all of its objects
  /// @param schema empty if there is none
  /// @param isOwn whether Kubernetes itself has types of its group and version
  /// @param stages its lifecycle; empty if it has none
  /// @param others the versions that are served instead; empty unless a definition lacks this one
  private record Type(
      Gvk gvk,
      Optional<TypeSchema> schema,
      boolean isOwn,
      Optional<ApiLifecycle.Stages> stages,
      Optional<List<String>> others) {}

  /// An object that was checked without other objects.
  ///
  /// Of most objects only the identity is kept: there may be thousands, and garbage collections
  /// copy all kept objects.
  public static final class Single {
    /// Null if only the identity matters.
    private final @Nullable KubeObject object;

    private final Origin origin;
    private final String namespace;
    private final Gvk gvk;
    private final ObjectKey key;

    /// The findings that do not depend on other objects; null if other objects may have its type.
    private final @Nullable List<Finding> findings;

    private final boolean isDone;

    private Single(
        KubeObject checked,
        @Nullable KubeObject kept,
        Gvk gvk,
        ObjectKey key,
        @Nullable List<Finding> findings,
        boolean isDone) {
      this.object = kept;
      this.origin = checked.origin();
      this.namespace = checked.namespace();
      this.gvk = gvk;
      this.key = key;
      this.findings = findings;
      this.isDone = isDone;
    }

    /// Returns the object; of a valid one only its identity, and the metadata if they matter.
    public KubeObject object() {
      return object == null ? KubeObject.of(gvk.named(namespace, key.name()), origin) : object;
    }

    ObjectKey key() {
      return key;
    }

    /// Returns the namespace that the object names; empty if it names none.
    public String namespace() {
      return namespace;
    }

    /// Whether the object is valid and has no annotations, and its labels do not matter.
    public boolean isBare() {
      return object == null;
    }

    /// Whether the rest of the checks has nothing to look at.
    boolean isDone() {
      return isDone;
    }

    Gvk gvk() {
      return gvk;
    }

    /// Whether the object defines types.
    public boolean isDefinition() {
      return CustomDefinitions.isDefinition(gvk);
    }
  }

  /// The objects that are checked together.
  public static final class Input {
    private final TypeSchemas schemas;
    private final References references;
    private final Map<Gvk, Type> types;

    /// The earlier objects with the same identity.
    private final IdentityHashMap<Single, Single> repeated;

    private Input(
        TypeSchemas schemas,
        References references,
        Map<Gvk, Type> types,
        IdentityHashMap<Single, Single> repeated) {
      this.schemas = schemas;
      this.references = references;
      this.types = types;
      this.repeated = repeated;
    }

    private String definitionHint(Gvk gvk) {
      String program = PROGRAMS.get(gvk.group());
      if (program != null) {
        return "it is a file of " + program + ", which no server takes: leave it out of -f";
      }
      return schemas.isRefused(gvk)
          ? "correct the schema of its CustomResourceDefinition"
          : "give its CustomResourceDefinition with --crds";
    }
  }

  /// @param builtin Kubernetes' own types
  public ManifestCheck(BuiltinSchemas builtin, Options options) {
    this(builtin, options, List.of(builtin));
  }

  /// @param all Kubernetes' own types of all versions that the manifests are checked for
  ManifestCheck(BuiltinSchemas builtin, Options options, List<BuiltinSchemas> all) {
    this.builtin = builtin;
    this.options = options;
    this.all = List.copyOf(all);
    this.metadata = TypeSchemas.withMetadata(builtin);
  }

  /// Checks everything about an object that does not depend on other objects. Several threads may
  /// do so at the same time.
  public Single check(KubeObject object) {
    return check(object, new SharedRules());
  }

  /// Checks it for one of several versions.
  ///
  /// @param rules the findings of the checks for the other versions
  Single check(KubeObject object, SharedRules rules) {
    Gvk stated = object.gvk();
    Optional<Type> own = ownType(stated);
    if (own.isEmpty() || CustomDefinitions.isDefinition(stated)) {
      return new Single(object, object, stated, key(object, stated), null, false);
    }
    Gvk gvk = own.get().gvk();
    ObjectKey key = key(object, gvk);
    var findings = new ArrayList<Finding>();
    MapValue plain = object.tree().withoutNulls();
    checkAlone(object, gvk, plain, own.get(), rules, findings::add);
    return findings.isEmpty() && !rules.refers(gvk, plain)
        ? new Single(object, content(object), gvk, key, List.of(), true)
        : new Single(object, object, gvk, key, findings, false);
  }

  /// The findings in one object that depend on no schema. Versions with the same rules share them,
  /// since to find them is most of the work of a check.
  static final class SharedRules {
    private final Map<Kind, List<Finding>> found = new HashMap<>(2);
    private @Nullable Boolean refers;

    /// The properties of the version and the type that these rules depend on.
    ///
    /// @param custom whether it is a custom resource
    /// @param isStrict whether the version refuses ambiguous addresses
    private record Kind(boolean custom, boolean isStrict) {}

    private List<Finding> of(Gvk gvk, MapValue tree, MapValue plain, boolean custom, int minor) {
      return found.computeIfAbsent(
          new Kind(custom, AddressRules.isStrict(minor)),
          none -> {
            var findings = new ArrayList<Finding>();
            ObjectRules.check(gvk, tree, plain, custom, minor, findings::add);
            return findings;
          });
    }

    private boolean refers(Gvk gvk, MapValue plain) {
      Boolean known = refers;
      if (known == null) {
        known = References.has(gvk, plain);
        refers = known;
      }
      return known;
    }
  }

  /// Returns what matters of a valid object besides its identity: the metadata, or null.
  private @Nullable KubeObject content(KubeObject object) {
    return options.keepsLabels() || object.tree().map("metadata").has("annotations")
        ? withoutContent(object)
        : null;
  }

  private static KubeObject withoutContent(KubeObject object) {
    var kept = new Entries.Builder<Value>(IDENTITY.size());
    for (String key : IDENTITY) {
      if (object.tree().get(key) instanceof Value value) {
        kept.put(key, value);
      }
    }
    return KubeObject.of(new MapValue(kept.build()), object.origin());
  }

  /// Returns objects to be checked together.
  ///
  /// @param schemas the schemas of all types
  /// @param all all objects that they may refer to
  public Input input(TypeSchemas schemas, List<Single> objects, List<Single> all) {
    var types = new HashMap<Gvk, Type>();
    var repeated = new IdentityHashMap<Single, Single>();
    var first = new HashMap<ObjectKey, Single>();
    for (Single object : objects) {
      if (object.findings == null) {
        types.computeIfAbsent(
            object.gvk, each -> type(each, schemas.find(each), schemas.others(each)));
      }
      Single before = first.putIfAbsent(object.key, object);
      if (before != null && !object.key.name().isEmpty()) {
        repeated.put(object, before);
      }
    }
    Set<ObjectKey> known = first.keySet();
    if (objects.size() < all.size()) {
      known = new HashSet<>();
      for (Single object : all) {
        known.add(object.key);
      }
    }
    var references = new References(known, options.external(), options.namespace());
    return new Input(schemas, references, types, repeated);
  }

  private Type type(Gvk gvk, Optional<TypeSchema> schema, Optional<List<String>> others) {
    return new Type(gvk, schema, isOwn(gvk), lifecycle.of(gvk), others);
  }

  /// Returns a type of Kubernetes itself; empty if it has no such type.
  private Optional<Type> ownType(Gvk gvk) {
    Type known = ownTypes.get(gvk);
    if (known == null) {
      Optional<TypeSchema> schema = TypeSchemas.own(builtin, gvk);
      if (schema.isEmpty()) {
        return Optional.empty();
      }
      known = type(gvk, schema, Optional.empty());
      var types = new HashMap<>(ownTypes);
      types.put(gvk, known);
      ownTypes = Map.copyOf(types);
    }
    return Optional.of(known);
  }

  private boolean isOwn(Gvk gvk) {
    return builtin.document(gvk.group(), gvk.version()).isPresent();
  }

  /// Checks one of the objects in `input`. Several threads may do so at the same time.
  public Checked check(Single single, Input input) {
    Found found = find(single, input, new SharedRules());
    return new Checked(
        single,
        found.findings().stream()
            .map(finding -> finding.of(single.object()))
            .sorted((a, b) -> Integer.compare(a.origin().line(), b.origin().line()))
            .toList(),
        found.hasSchema());
  }

  /// The findings in one object.
  ///
  /// @param hasSchema whether its fields were checked, unless that is an error
  record Found(List<Finding> findings, boolean hasSchema) {
    private static final Found NOTHING = new Found(List.of(), true);

    Found {
      findings = List.copyOf(findings);
    }
  }

  /// Finds the mistakes in one of the objects in `input`. Several threads may do so at the same
  /// time.
  ///
  /// @param rules the findings of the checks for other versions
  Found find(Single single, Input input, SharedRules rules) {
    Single first = input.repeated.get(single);
    if (single.isDone && first == null) {
      return Found.NOTHING;
    }
    KubeObject object = single.object();
    Gvk gvk = single.gvk;
    MapValue plain = object.tree().withoutNulls();
    var findings = new ArrayList<Finding>();
    boolean checked = true;
    if (single.findings == null) {
      Type type = Objects.requireNonNull(input.types.get(gvk));
      checked = checkAlone(object, gvk, plain, type, rules, findings::add);
    } else {
      findings.addAll(single.findings);
    }
    if (!checked && options.requiresSchemas()) {
      String what = "no schema for " + name(gvk);
      findings.add(new Finding(FieldPath.root(), what, input.definitionHint(gvk), null));
      checked = true;
    }
    input.references.check(object.namespace(), gvk, plain, findings::add);
    if (first != null) {
      findings.add(
          Finding.error(
              FieldPath.root(),
              "the same object is already at " + first.origin,
              "remove one of them"));
    }
    return new Found(findings, checked);
  }

  /// Returns a warning for each type without a schema, with the number of its objects.
  ///
  /// @param types the types of the objects without a schema
  List<Problem> unchecked(List<Gvk> types, Input input) {
    Map<Gvk, Integer> without = new HashMap<>();
    types.forEach(type -> without.merge(type, 1, Integer::sum));
    return without.entrySet().stream()
        .sorted((a, b) -> a.getKey().toString().compareTo(b.getKey().toString()))
        .map(entry ->
            Problem.warning(
                WarningId.NO_SCHEMA,
                Origin.NONE,
                "",
                "no schema for %s: the fields of %s were not checked"
                    .formatted(
                        name(entry.getKey()),
                        entry.getValue() == 1 ? "1 object" : entry.getValue() + " objects"),
                input.definitionHint(entry.getKey())))
        .toList();
  }

  private static String name(Gvk gvk) {
    return gvk.apiVersion() + " " + gvk.kind();
  }

  private ObjectKey key(KubeObject object, Gvk gvk) {
    String namespace = object.namespace();
    return new ObjectKey(
        gvk.group(),
        gvk.kind(),
        namespace.isEmpty() ? options.namespace() : namespace,
        object.name());
  }

  /// Checks an object without its references.
  ///
  /// @param plain the object without null
  /// @return false if the type is unknown, and that is no error
  private boolean checkAlone(
      KubeObject object,
      Gvk gvk,
      MapValue plain,
      Type type,
      SharedRules rules,
      Consumer<Finding> findings) {
    MapValue tree = object.tree();
    Optional<TypeSchema> schema = type.schema();
    boolean checked = checkVersion(gvk, type, findings);
    if (schema.isPresent()) {
      switch (schema.get()) {
        case TypeSchema.Published(CheckedType known) -> SchemaCheck.check(known, tree, findings);
        case TypeSchema.Custom(CustomSchema known) ->
            known.check(metadata, options.minor(), tree, findings);
      }
    } else {
      SchemaCheck.checkField(metadata, "metadata", tree, findings);
    }
    if (CustomDefinitions.isDefinition(gvk)
        && schema.orElse(null) instanceof TypeSchema.Published(CheckedType known)) {
      DefinitionRules.check(known, metadata, options.minor(), tree, findings);
    }
    boolean custom = schema.isPresent() && !type.isOwn();
    rules.of(gvk, tree, plain, custom, options.minor()).forEach(findings);
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
    Optional<ApiLifecycle.Stages> stages = type.stages();
    if (type.schema().isPresent()) {
      stages
          .filter(each -> each.deprecated() <= options.minor())
          .ifPresent(each -> findings.accept(deprecated(gvk, each, path)));
    } else if (stages.filter(each -> each.removed() <= options.minor()).isPresent()) {
      findings.accept(
          Finding.unserved(
              path,
              "%s is gone since Kubernetes 1.%d".formatted(name(gvk), stages.get().removed()),
              hint(stages.get())));
    } else if (type.others().isPresent()) {
      findings.accept(unserved(gvk, type.others().get(), path));
    } else if (isOfKubernetes(gvk.group())) {
      if (!REQUESTS.contains(gvk.kind())) {
        findings.accept(unknown(gvk, type.isOwn()));
      }
    } else {
      return false;
    }
    return true;
  }

  private Finding deprecated(Gvk gvk, ApiLifecycle.Stages stages, FieldPath path) {
    String end =
        stages.removed() == ApiLifecycle.NEVER ? "" : ", and gone in 1." + stages.removed();
    return new Finding(
        path,
        "%s is deprecated since Kubernetes 1.%d%s".formatted(name(gvk), stages.deprecated(), end),
        hint(stages),
        WarningId.DEPRECATED_API);
  }

  private static Finding unserved(Gvk gvk, List<String> others, FieldPath path) {
    String what =
        "the CustomResourceDefinition of %s does not serve %s"
            .formatted(gvk.kind(), gvk.apiVersion());
    String hint =
        others.isEmpty()
            ? "set served: true there"
            : "use apiVersion " + gvk.group() + "/" + others.getLast();
    return new Finding(path, what, hint, null);
  }

  private boolean isOfKubernetes(String group) {
    return builtin.objects().stream().anyMatch(key -> key.startsWith(group + "/"));
  }

  private Finding unknown(Gvk gvk, boolean isOwn) {
    String release = all.size() == 1 ? "Kubernetes " + options.version() : "Kubernetes";
    String what = release + " has no " + name(gvk);
    FieldPath root = FieldPath.root();
    if (!isOwn) {
      return Finding.unserved(root.key("apiVersion"), what, elsewhere(gvk.kind()));
    }
    String prefix = SchemaDocument.objectKey(gvk.group(), gvk.version(), "");
    List<String> kinds =
        common().stream()
            .filter(key -> key.startsWith(prefix))
            .map(key -> key.substring(prefix.length()))
            .toList();
    String hint =
        SimilarName.find(kinds, gvk.kind())
            .map(kind -> "did you mean " + kind + "?")
            .orElseGet(() -> elsewhere(gvk.kind()));
    return Finding.unserved(root.key("kind"), what, hint);
  }

  /// Returns the types that all versions have. What a hint about one version names must not be
  /// refused by another.
  private Set<String> common() {
    var common = new HashSet<>(builtin.objects());
    all.forEach(types -> common.retainAll(types.objects()));
    return common;
  }

  private String hint(ApiLifecycle.Stages stages) {
    String[] words = stages.replacement().split(" ", -1);
    if (all.size() == 1 || words.length < 2) {
      return stages.hint();
    }
    Gvk gvk = Gvk.of(words[0], words[1]);
    String key = SchemaDocument.objectKey(gvk.group(), gvk.version(), gvk.kind());
    return stages.hint() + (common().contains(key) ? "" : ", which not all of the versions have");
  }

  private String elsewhere(String kind) {
    return common().stream()
        .filter(key -> key.endsWith("/" + kind))
        .map(key -> key.split("/", -1))
        .map(parts -> new Gvk(parts[0], parts[1], kind).apiVersion())
        .min(Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder()))
        .map(version -> "use apiVersion " + version)
        .orElse("");
  }
}
