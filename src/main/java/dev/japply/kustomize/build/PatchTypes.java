package dev.japply.kustomize.build;

import dev.japply.kustomize.load.Build;
import dev.japply.kustomize.load.BuiltResource;
import dev.japply.kustomize.load.FieldReader.TextEntry;
import dev.japply.kustomize.load.FileContent;
import dev.japply.kustomize.load.KustomizationFields.OpenApiField;
import dev.japply.kustomize.load.KustomizationReader;
import dev.japply.kyaml.KyamlTypes;
import dev.japply.object.Gvk;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.schema.OpenApiReader;
import dev.japply.schema.Schema;
import dev.japply.schema.SchemaDocument;
import dev.japply.schema.TypeDef;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The types that kustomize uses to merge lists: its built-in Kubernetes types, or the types of the
/// file in the first `openapi` field.
///
/// kustomize reads its own types on first use, and uses only the file if none were used before.
/// This class does the same.
final class PatchTypes {
  private static final String BUILTIN_VERSION = "v1.21.2";

  private static final List<FieldPath> TYPE =
      List.of(FieldPath.root().key("apiVersion"), FieldPath.root().key("kind"));

  private final Build build;
  private final Map<Gvk, Optional<Schema>> known = new HashMap<>();
  private final KyamlTypes own = new KyamlTypes();
  private @Nullable SchemaDocument custom;
  private Rank builtin = Rank.FIRST;
  private boolean isUsed;
  private boolean isDecided;

  /// The precedence of kustomize's types over the file's.
  private enum Rank {
    /// kustomize's types win.
    FIRST,
    /// The types of the file win.
    SECOND,
    /// Only the types of the file are used.
    NONE
  }

  PatchTypes(Build build) {
    this.build = build;
  }

  /// The type of `object`; null when it is not known.
  @Nullable Schema of(MapValue object) {
    isUsed = true;
    return known.computeIfAbsent(Gvk.of(object), this::find).orElse(null);
  }

  /// Takes the types that a kustomization names, unless one before it has named others.
  ///
  /// @param file the file of `openapi`; null when there is none
  /// @throws JapplyException when it cannot be read
  void use(OpenApiField openApi, @Nullable FileContent file) {
    TextEntry version = openApi.version();
    if (isDecided) {
      return;
    }
    if (file != null) {
      if (version != null) {
        throw refused(
            version, "builtin version and custom schema provided, cannot use both", "remove one");
      }
      List<BuiltResource> unknown = ofUnknownTypes();
      builtin = isUsed ? Rank.SECOND : unknown.isEmpty() ? Rank.NONE : Rank.FIRST;
      for (BuiltResource object : unknown) {
        TYPE.forEach(path -> build.set(object.written(path), field -> true));
      }
      custom = read(file);
      known.clear();
      isDecided = true;
    } else if (version != null && !version.text().isEmpty()) {
      if (!version.text().equals(BUILTIN_VERSION)) {
        throw refused(
            version,
            "the specified OpenAPI version is not built in",
            "write " + BUILTIN_VERSION + ", or name a file by path");
      }
      isDecided = true;
    }
  }

  private static JapplyException refused(TextEntry entry, String what, String hint) {
    return new JapplyException(entry.place(), what, hint);
  }

  private SchemaDocument read(FileContent file) {
    Value root = KustomizationReader.value(file).orElse(null);
    if (!(root instanceof MapValue document)) {
      throw new JapplyException(
          Origin.of(file.name()),
          "invalid schema file: it must be a map with definitions",
          "write an OpenAPI document of version 2");
    }
    addScopes(document.map("paths"));
    return new OpenApiReader().read(document);
  }

  /// A kind has a namespace when one of its paths has.
  private void addScopes(MapValue paths) {
    var clusterScoped = new HashSet<Gvk>();
    var namespaced = new HashSet<Gvk>();
    paths
        .entries()
        .forEach((path, operations) -> {
          if (operations instanceof MapValue map
              && map.map("get").get("x-kubernetes-group-version-kind") instanceof MapValue gvk) {
            var kind = new Gvk(gvk.text("group"), gvk.text("version"), gvk.text("kind"));
            (path.contains("namespaces/{namespace}") ? namespaced : clusterScoped).add(kind);
          }
        });
    clusterScoped.removeAll(namespaced);
    clusterScoped.removeIf(this::isBuiltin);
    build.scopes().addClusterScoped(clusterScoped);
  }

  /// Returns an object of each type that is not one of kustomize's own. Such an object makes
  /// kustomize read its own types.
  private List<BuiltResource> ofUnknownTypes() {
    return build.scopes().requested().entrySet().stream()
        .filter(kind -> !isBuiltin(kind.getKey()))
        .map(Map.Entry::getValue)
        .toList();
  }

  private boolean isBuiltin(Gvk gvk) {
    return builtin(gvk).isPresent();
  }

  private Optional<Schema> find(Gvk gvk) {
    return switch (builtin) {
      case FIRST -> builtin(gvk).or(() -> custom(gvk));
      case SECOND -> custom(gvk).or(() -> builtin(gvk));
      case NONE -> custom(gvk);
    };
  }

  private Optional<Schema> custom(Gvk gvk) {
    SchemaDocument document = custom;
    return document == null
        ? Optional.empty()
        : document
            .object(gvk.group(), gvk.version(), gvk.kind())
            .map(schema -> new Schema(this::type, schema.name(), schema.def(), schema.patch()));
  }

  /// Returns the type of that name. Types of the file can refer to kustomize's types, unless only
  /// the file is used.
  private @Nullable TypeDef type(String name) {
    TypeDef written = custom == null ? null : custom.find(name);
    if (builtin == Rank.NONE || (builtin == Rank.SECOND && written != null)) {
      return written;
    }
    return own.definition(name).orElse(written);
  }

  private Optional<Schema> builtin(Gvk gvk) {
    return own.of(gvk);
  }
}
