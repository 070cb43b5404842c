package dev.japply.check;

import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.NullValue;
import dev.japply.tree.Value.StringValue;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// The rules of a server for CustomResourceDefinitions, but for their rules in CEL.
final class DefinitionRules {
  private static final String APPROVAL = "api-approved.kubernetes.io";
  private static final int LONGEST_WARNING = 256;
  private static final String SCHEMA = "openAPIV3Schema";
  private static final List<String> COLUMN_TYPES =
      List.of("boolean", "date", "integer", "number", "string");
  private static final List<String> COLUMN_FORMATS =
      List.of("byte", "date", "date-time", "double", "float", "int32", "int64", "password");

  /// The keywords that the root may have if the status is a subresource.
  private static final Set<String> OF_ROOT =
      Set.of(
          "description",
          "type",
          "format",
          "title",
          "maximum",
          "exclusiveMaximum",
          "minimum",
          "exclusiveMinimum",
          "maxLength",
          "minLength",
          "pattern",
          "maxItems",
          "minItems",
          "uniqueItems",
          "multipleOf",
          "required",
          "items",
          "properties",
          "externalDocs",
          "example",
          CustomSchema.PRESERVE,
          "x-kubernetes-validations");

  private final MapAtPath spec;
  private final MapAtPath metadata;
  private final Consumer<Finding> findings;

  private DefinitionRules(MapValue definition, Consumer<Finding> findings) {
    this.spec = MapAtPath.of(definition).part("spec");
    this.metadata = MapAtPath.of(definition).part("metadata");
    this.findings = findings;
  }

  /// Reports why a server would refuse a definition.
  ///
  /// @param type the type of definitions
  /// @param object the type of an object with metadata
  /// @param minor the minor version of Kubernetes
  static void check(
      CheckedType type,
      CheckedType object,
      int minor,
      MapValue definition,
      Consumer<Finding> findings) {
    var rules = new DefinitionRules(definition, findings);
    if (rules.spec.map().isEmpty()) {
      return;
    }
    rules.names();
    rules.versions();
    rules.conversion();
    for (MapAtPath version : rules.spec.items("versions")) {
      MapAtPath schema = version.part("schema").part(SCHEMA);
      schemaType(type).ifPresent(known -> SchemaKeywords.checkTypes(known, schema, findings));
      var mistakes = new ArrayList<Finding>();
      schema(version, mistakes::add);
      if (mistakes.isEmpty() && !schema.map().isEmpty()) {
        MapAtPath plain = new MapAtPath(schema.path(), SchemaKeywords.withoutNull(schema.map()));
        SchemaKeywords.checkDefaults(object, minor, plain, mistakes::add);
      }
      mistakes.forEach(findings);
    }
  }

  /// Reports why a server would refuse the schema of a version.
  static void schema(MapAtPath version, Consumer<Finding> findings) {
    MapAtPath written = version.part("schema").part(SCHEMA);
    if (!(version.part("schema").get(SCHEMA) instanceof MapValue)) {
      Node given = version.part("schema").get(SCHEMA);
      if (given instanceof Missing || given instanceof NullValue) {
        findings.accept(Finding.missing(written.path()));
      }
      return;
    }
    MapAtPath schema = new MapAtPath(written.path(), SchemaKeywords.withoutNull(written.map()));
    StructuralSchema.check(schema, findings);
    SchemaKeywords.check(schema, findings);
    if (version.part("subresources").get("status") instanceof MapValue) {
      schema
          .map()
          .entries()
          .forEach((key, value) -> {
            if (!OF_ROOT.contains(key) && !isZero(key, value) && !key.equals("nullable")) {
              findings.accept(
                  Finding.error(
                      schema.path().key(key),
                      "must not be set for the whole object if status is a subresource",
                      ""));
            }
          });
    }
  }

  private static boolean isZero(String key, Value value) {
    boolean isText = value.equals(Value.text("")) && !key.endsWith("-type");
    return !key.equals("default") && (isText || value.equals(Value.FALSE));
  }

  private static Optional<CheckedType> schemaType(CheckedType definition) {
    return field(definition, "spec")
        .flatMap(spec -> field(spec, "versions"))
        .flatMap(versions -> Optional.ofNullable(versions.items()))
        .flatMap(version -> field(version, "schema"))
        .flatMap(schema -> field(schema, SCHEMA));
  }

  private static Optional<CheckedType> field(CheckedType type, String key) {
    return Optional.ofNullable(type.field(key).type());
  }

  private void report(FieldPath path, String what, String hint) {
    findings.accept(Finding.error(path, what, hint));
  }

  private void supported(FieldPath path, String text, List<String> values) {
    SchemaCheck.supported(path, text, values, findings);
  }

  private void names() {
    List.of("group", "scope").forEach(key -> filled(spec, key));
    List.of("plural", "kind").forEach(key -> filled(spec.part("names"), key));
    String group = spec.text("group");
    if (!group.isEmpty() && !(Names.isSubdomain(group) && group.contains("."))) {
      report(spec.path().key("group"), "must be a domain with a dot, such as example.com", "");
    }
    String scope = spec.text("scope");
    if (!scope.isEmpty()) {
      supported(spec.path().key("scope"), scope, List.of("Cluster", "Namespaced"));
    }
    MapAtPath names = spec.part("names");
    for (String key : List.of("plural", "singular", "kind", "listKind")) {
      String name = names.text(key);
      boolean cased = key.endsWith("ind");
      if (!name.isEmpty() && !Names.isLetterLabel(cased ? name.toLowerCase(Locale.ROOT) : name)) {
        notLabel(names.path().key(key), cased ? "letters" : "lower case letters");
      }
    }
    for (String key : List.of("shortNames", "categories")) {
      if (names.get(key) instanceof ListValue(List<Value> all)) {
        for (int i = 0; i < all.size(); i++) {
          boolean isNull = all.get(i) instanceof NullValue; // an empty text
          if (isNull
              || (all.get(i) instanceof StringValue(String name) && !Names.isLetterLabel(name))) {
            notLabel(names.path().key(key).index(i), "lower case letters");
          }
        }
      }
    }
    if (!names.text("kind").isEmpty() && names.text("kind").equals(names.text("listKind"))) {
      report(names.path().key("listKind"), "must differ from the kind", "");
    }
    String wanted = names.text("plural") + "." + group;
    if (!metadata.text("name").isEmpty()
        && !names.text("plural").isEmpty()
        && !group.isEmpty()
        && !metadata.text("name").equals(wanted)) {
      report(metadata.path().key("name"), "must be \"" + wanted + "\"", "");
    }
    checkApproval(group);
    if (CustomSchema.is(spec.map(), "preserveUnknownFields")) {
      report(
          spec.path().key("preserveUnknownFields"),
          "must not be true",
          "set " + CustomSchema.PRESERVE + " in the schema");
    }
  }

  private void notLabel(FieldPath path, String letters) {
    report(
        path,
        "must have at most 63 " + letters + ", digits and \"-\"",
        "start with a letter, and end with a letter or a digit");
  }

  private void checkApproval(String group) {
    boolean isProtected =
        Stream.of("k8s.io", "kubernetes.io")
            .anyMatch(owner -> group.equals(owner) || group.endsWith("." + owner));
    if (isProtected && metadata.part("annotations").text(APPROVAL).isEmpty()) {
      report(
          metadata.path().key("annotations").key(APPROVAL),
          "required value is missing for a group of Kubernetes",
          "use another group");
    }
  }

  private void versions() {
    Set<String> seen = new HashSet<>();
    int stored = 0;
    for (MapAtPath version : spec.items("versions")) {
      String name = version.text("name");
      if (version.get("name") instanceof StringValue && !Names.isLetterLabel(name)) {
        notLabel(version.path().key("name"), "lower case letters");
      }
      if (!name.isEmpty() && !seen.add(name)) {
        report(version.path().key("name"), "is the name of an earlier version", "remove one");
      }
      stored += CustomSchema.is(version.map(), "storage") ? 1 : 0;
      if (version.get("deprecationWarning") instanceof StringValue(String warning)) {
        FieldPath path = version.path().key("deprecationWarning");
        if (!CustomSchema.is(version.map(), "deprecated")) {
          report(path, "must not be set alone", "set deprecated: true");
        } else if (warning.isEmpty() || warning.length() > LONGEST_WARNING) {
          report(path, "must have 1 to 256 characters", "");
        }
      }
      scale(version.part("subresources"));
      version.items("additionalPrinterColumns").forEach(this::column);
      if (version.get("additionalPrinterColumns") instanceof ListValue(List<Value> all)
          && all.contains(Value.NULL)) {
        FieldPath columns = version.path().key("additionalPrinterColumns");
        findings.accept(Finding.missing(columns.index(all.indexOf(Value.NULL)).key("name")));
      }
    }
    if (spec.get("versions") instanceof ListValue && stored != 1) {
      report(
          spec.path().key("versions"),
          "must have exactly one version with storage: true, but has " + stored,
          "");
    }
  }

  private void scale(MapAtPath subresources) {
    if (!(subresources.get("scale") instanceof MapValue)) {
      return;
    }
    MapAtPath scale = subresources.part("scale");
    path(scale, "specReplicasPath", List.of(".spec."));
    path(scale, "statusReplicasPath", List.of(".status."));
    path(scale, "labelSelectorPath", List.of(".spec.", ".status."));
  }

  private void path(MapAtPath scale, String key, List<String> starts) {
    String path = scale.text(key);
    if (!key.startsWith("label")) {
      filled(scale, key);
    }
    if (!path.isEmpty() && starts.stream().noneMatch(path::startsWith)) {
      String wanted = String.join("\" or \"", starts);
      report(scale.path().key(key), "must start with \"" + wanted + "\"", "");
    }
  }

  /// Reports an empty text in place of a required one.
  private void filled(MapAtPath part, String key) {
    if (part.get(key).equals(Value.text(""))) {
      findings.accept(Finding.missing(part.path().key(key)));
    }
  }

  private void column(MapAtPath column) {
    List.of("name", "jsonPath").forEach(key -> filled(column, key));
    if (column.get("jsonPath") instanceof Missing || column.get("jsonPath") instanceof NullValue) {
      findings.accept(Finding.missing(column.path().key("jsonPath")));
    }
    if (column.get("type") instanceof StringValue(String type)) {
      supported(column.path().key("type"), type, COLUMN_TYPES);
    }
    String format = column.text("format");
    if (!format.isEmpty()) {
      supported(column.path().key("format"), format, COLUMN_FORMATS);
    }
    String path = column.text("jsonPath");
    if (!path.isEmpty() && !path.startsWith(".")) {
      report(column.path().key("jsonPath"), "must start with \".\"", "");
    }
  }

  private void conversion() {
    MapAtPath conversion = spec.part("conversion");
    filled(conversion, "strategy");
    String strategy = conversion.text("strategy");
    if (!strategy.isEmpty()) {
      supported(conversion.path().key("strategy"), strategy, List.of("None", "Webhook"));
    }
    boolean hasWebhook = conversion.get("webhook") instanceof MapValue;
    if (strategy.equals("None") && hasWebhook) {
      report(conversion.path().key("webhook"), "must not be set if the strategy is None", "");
    }
    if (strategy.equals("Webhook")
        && !(conversion.part("webhook").get("clientConfig") instanceof MapValue)) {
      findings.accept(Finding.missing(conversion.path().key("webhook").key("clientConfig")));
    }
  }
}
