package dev.japply.input;

import dev.japply.object.KubeObject;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.NullValue;
import dev.japply.tree.Value.StringValue;
import dev.japply.yaml.UnseenIndentation;
import java.util.ArrayList;
import java.util.List;
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
}
