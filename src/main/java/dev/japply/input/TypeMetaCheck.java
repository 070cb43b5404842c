package dev.japply.input;

import dev.japply.input.ManifestReader.RequiredFields;
import dev.japply.object.KubeObject;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.IntValue;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.NullValue;
import dev.japply.tree.Value.StringValue;
import dev.japply.yaml.UnseenIndentation;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Function;

/// Checks that an object's kind, apiVersion and metadata have the types that every object must
/// have.
final class TypeMetaCheck {
  /// The hint for a file that is something else, such as the values of a Helm chart.
  static final String NO_MANIFEST =
      "this is no manifest: leave the file out, or write apiVersion, kind and metadata";

  private static final FieldPath METADATA = FieldPath.root().key("metadata");

  private final MapValue object;
  private final Function<FieldPath, Origin> positions;
  private final List<Problem> problems = new ArrayList<>();

  private TypeMetaCheck(MapValue object, Function<FieldPath, Origin> positions) {
    this.object = object;
    this.positions = positions;
  }

  /// Returns the problems of the envelope of `object`; empty if there are none.
  static List<Problem> check(
      MapValue object, Function<FieldPath, Origin> positions, RequiredFields required) {
    var check = new TypeMetaCheck(object, positions);
    check.checkType("kind", "Kind");
    if (check.problems.isEmpty()) {
      check.checkType("apiVersion", "apiVersion");
      check.checkVersion();
      check.checkOwnFile();
      if (required != RequiredFields.TYPE) {
        check.checkMetadata();
      }
    }
    return check.problems;
  }

  private void checkType(String key, String name) {
    FieldPath path = FieldPath.root().key(key);
    Node node = object.get(key);
    if (node instanceof Value value && !(value instanceof StringValue || isNull(value))) {
      addMismatch(path, value, "TypeMeta." + key, MetadataFieldType.STRING);
    } else if (object.text(key).isEmpty()) {
      String keys = String.join(", ", object.entries().keySet());
      problems.add(
          Problem.error(
              positions.apply(node == Missing.MISSING ? FieldPath.root() : path),
              subject(),
              "Object '%s' is missing in '{%s}'".formatted(name, keys),
              UnseenIndentation.in(object)
                  .map(UnseenIndentation::hint)
                  .orElse(isManifest() ? "add " + key : NO_MANIFEST)));
    }
  }

  /// Whether the document has one of the fields that all objects have.
  private boolean isManifest() {
    return List.of("apiVersion", "kind", "metadata").stream().anyMatch(object::has);
  }

  private void checkVersion() {
    String version = object.text("apiVersion");
    if (version.indexOf('/') != version.lastIndexOf('/')) {
      problems.add(
          Problem.error(
              positions.apply(FieldPath.root().key("apiVersion")),
              subject(),
              "unexpected GroupVersion string: " + version,
              "write group/version"));
    }
  }

  private void checkOwnFile() {
    OwnFile.of(object)
        .ifPresent(file ->
            problems.add(
                Problem.error(
                    positions.apply(FieldPath.root().key("kind")),
                    subject(),
                    "it is %s %s of japply, which is never sent to a server"
                        .formatted(file.article(), file.noun()),
                    file.use())));
  }

  private void checkMetadata() {
    switch (object.get("metadata")) {
      case Missing none -> {}
      case NullValue none -> {}
      case MapValue metadata ->
          MetadataFieldType.METADATA.forEach((key, type) -> checkField(metadata, key, type));
      case Value other ->
          addMismatch(METADATA, other, "metadataOnlyObject.metadata", MetadataFieldType.OBJECT);
    }
  }

  private void checkField(MapValue metadata, String key, MetadataFieldType type) {
    if (!(metadata.get(key) instanceof Value value)) {
      return;
    }
    FieldPath path = METADATA.key(key);
    String field = "ObjectMeta.metadata." + key;
    switch (type.container()) {
      case NONE -> checkSingle(path, value, field, type);
      case MAP -> {
        if (value instanceof MapValue map) {
          map.entries().forEach((name, item) -> checkSingle(path.key(name), item, field, type));
        } else if (!isNull(value)) {
          addMismatch(path, value, field, MetadataFieldType.OBJECT);
        }
      }
      case LIST -> {
        if (value instanceof ListValue list) {
          for (int i = 0; i < list.size(); i++) {
            checkSingle(path.index(i), list.items().get(i), field, type);
          }
        } else if (!isNull(value)) {
          addMismatch(path, value, field, MetadataFieldType.ARRAY);
        }
      }
    }
  }

  private void checkSingle(FieldPath path, Value value, String field, MetadataFieldType type) {
    if (!isNull(value) && !type.accepts(value)) {
      addMismatch(path, value, field, type);
    }
  }

  private void addMismatch(FieldPath path, Value value, String field, MetadataFieldType type) {
    String what = "%s: must be %s, but is %s".formatted(path, type.word(), JsonType.word(value));
    String kubectls =
        "cannot unmarshal %s into Go struct field %s of type %s"
            .formatted(JsonType.of(value), field, type.goName());
    String hint = type.hint(value) + " (" + kubectls + ")";
    problems.add(Problem.error(positions.apply(path), subject(), what, hint));
  }

  private static boolean isNull(Value value) {
    return value instanceof NullValue;
  }

  private String subject() {
    return KubeObject.of(object, Origin.NONE).key().subject();
  }

  /// The types that the fields of `metadata` have in the Kubernetes API (ObjectMeta in
  /// `k8s.io/apimachinery`, `meta/v1`).
  private enum MetadataFieldType {
    STRING("string", Container.NONE),
    INTEGER("int64", Container.NONE),
    TIME("string", Container.NONE),
    OBJECT("map[string]interface {}", Container.NONE),
    ARRAY("[]interface {}", Container.NONE),
    STRINGS("string", Container.LIST),
    STRING_MAP("string", Container.MAP),
    OBJECTS("map[string]interface {}", Container.LIST);

    static final SequencedMap<String, MetadataFieldType> METADATA = metadata();

    private final String goName;
    private final Container container;

    MetadataFieldType(String goName, Container container) {
      this.goName = goName;
      this.container = container;
    }

    /// Container of a field's values.
    enum Container {
      NONE,
      LIST,
      MAP
    }

    private static SequencedMap<String, MetadataFieldType> metadata() {
      var fields = new LinkedHashMap<String, MetadataFieldType>();
      for (String key :
          new String[] {
            "name", "generateName", "namespace", "selfLink", "uid", "resourceVersion"
          }) {
        fields.put(key, STRING);
      }
      fields.put("generation", INTEGER);
      fields.put("creationTimestamp", TIME);
      fields.put("deletionTimestamp", TIME);
      fields.put("deletionGracePeriodSeconds", INTEGER);
      fields.put("labels", STRING_MAP);
      fields.put("annotations", STRING_MAP);
      fields.put("ownerReferences", OBJECTS);
      fields.put("finalizers", STRINGS);
      fields.put("managedFields", OBJECTS);
      return java.util.Collections.unmodifiableSequencedMap(fields);
    }

    /// Returns the type of one value in the words of messages.
    String word() {
      return switch (this) {
        case STRING, STRINGS, STRING_MAP -> "a string";
        case INTEGER -> "an integer";
        case TIME -> "a time";
        case OBJECT, OBJECTS -> "a map";
        case ARRAY -> "a list";
      };
    }

    String goName() {
      return goName;
    }

    Container container() {
      return container;
    }

    /// Whether one value of the field may be `value`; null always may.
    boolean accepts(Value value) {
      return switch (this) {
        case STRING, STRINGS, STRING_MAP -> value instanceof StringValue;
        case INTEGER -> value instanceof IntValue;
        case TIME -> value instanceof StringValue(String text) && isTime(text);
        case OBJECT, OBJECTS -> value instanceof MapValue;
        case ARRAY -> value instanceof ListValue;
      };
    }

    /// Returns a hint about `value`, which the field does not accept.
    String hint(Value value) {
      return switch (this) {
        case STRING, STRINGS, STRING_MAP ->
            value instanceof MapValue || value instanceof ListValue
                ? "write a string"
                : "put quotes around the value";
        case INTEGER -> "write a whole number";
        case TIME -> "write a time such as \"2006-01-02T15:04:05Z\"";
        case OBJECT, OBJECTS -> "write a map";
        case ARRAY -> "write a list";
      };
    }

    private static boolean isTime(String text) {
      try {
        OffsetDateTime.parse(text);
        return true;
      } catch (DateTimeException e) {
        return false;
      }
    }
  }

  /// A file that japply writes for itself or for other programs, and that holds no object. It may
  /// be in the directory of the manifests.
  ///
  /// @param noun the name of its type in messages
  /// @param use the hint if it is given as a manifest
  record OwnFile(String noun, String use) {
    private static final String GROUP = "japply.dev/";

    private static final Map<String, OwnFile> KINDS =
        Map.of(
            Project.KIND,
            new OwnFile("project file", "leave it out of -f, or name it by --project"),
            "Plan",
            new OwnFile(
                "plan", "give the manifests by -f, and the plan by `japply apply --plan FILE`"),
            "Snapshot",
            new OwnFile("snapshot", "give the manifests by -f, and the snapshot by --snapshot"),
            "Undo",
            new OwnFile("undo file", "take the run back by `japply undo FILE`"),
            "UndoPlan",
            new OwnFile("preview of an undo", "leave it out of -f"),
            "Report",
            new OwnFile("report", "leave it out of -f"),
            "Why",
            new OwnFile("explanation", "leave it out of -f"));

    /// Whether it is a project file, which may have another name than in a directory.
    boolean isProject() {
      return equals(KINDS.get(Project.KIND));
    }

    String article() {
      return "aeiou".indexOf(noun.charAt(0)) < 0 ? "a" : "an";
    }

    /// Returns the file that starts with that document; empty if it is none of japply's.
    static Optional<OwnFile> of(Value document) {
      return document instanceof MapValue map && map.text("apiVersion").startsWith(GROUP)
          ? Optional.ofNullable(KINDS.get(map.text("kind")))
          : Optional.empty();
    }
  }
}
