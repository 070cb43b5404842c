package dev.japply.kustomize.load;

import dev.japply.object.KubeObject;
import dev.japply.problem.JapplyException;
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
import dev.japply.yaml.DecidingLines;
import dev.japply.yaml.KyamlDocument;
import dev.japply.yaml.PositionedValue;
import dev.japply.yaml.Positions;
import dev.japply.yaml.ScalarStyle;
import dev.japply.yaml.SecretLines;
import dev.japply.yaml.SyntaxFailure;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/// Reads the objects of a text. Lists are taken apart; their items come behind all else.
public record ResourceReader(Build build) {
  private static final String LIST = "List";

  private record DocumentObject(MapValue object, Positions positions, FieldPath base) {
    Origin origin() {
      return positions.find(base, FieldPath.root());
    }

    JapplyException refused(String what, String hint) {
      String subject = KubeObject.of(object, Origin.NONE).key().subject();
      return new JapplyException(Problem.error(origin(), subject, what, hint));
    }
  }

  /// The objects of `content`.
  ///
  /// @throws JapplyException if it cannot be read, or contains anything but objects
  public List<BuiltResource> read(FileContent content) {
    List<KyamlDocument> documents;
    try {
      documents = KyamlDocument.split(content.name(), content.text());
    } catch (SyntaxFailure failure) {
      throw unreadable(content, failure, failure.place().line());
    }
    try {
      return objects(content, documents);
    } catch (SyntaxFailure failure) {
      throw unreadable(content, failure, failure.place().line() - above(content));
    }
  }

  private static int above(FileContent content) {
    return content.line() - 1;
  }

  private static JapplyException unreadable(FileContent content, SyntaxFailure failure, int line) {
    var place = new Origin(content.name(), above(content) + line, failure.place().column());
    String what = String.valueOf(failure.getMessage());
    return new JapplyException(
        SecretLines.of(content.text()).unread(line, Problem.error(place, what, failure.hint())));
  }

  private List<BuiltResource> objects(FileContent content, List<KyamlDocument> documents) {
    Deque<DocumentObject> todo = new ArrayDeque<>();
    for (KyamlDocument document : documents) {
      var shifted =
          new KyamlDocument(
              document.source(), document.text(), document.line() + content.line() - 1);
      shifted
          .read(build.spelling())
          .ifPresent(root -> add(todo, root, shifted, documents.size() == 1));
    }
    var resources = new ArrayList<BuiltResource>();
    while (!todo.isEmpty()) {
      DocumentObject found = todo.poll();
      if (isList(found.object())) {
        expand(found).forEach(todo::add);
      } else {
        resources.add(
            new BuiltResource(
                build,
                found.object(),
                found.origin(),
                new WrittenFields(found.object(), found.positions(), found.base())));
      }
    }
    return resources;
  }

  private void add(
      Deque<DocumentObject> found, PositionedValue root, KyamlDocument document, boolean alone) {
    Value value = root.value();
    var positions = Positions.of(document.source(), root, value);
    if (alone && value instanceof MapValue map && isWrapper(map)) {
      if (map.get("items") instanceof ListValue list) {
        for (int i = 0; i < list.size(); i++) {
          check(found, list.items().get(i), positions, FieldPath.root().key("items").index(i));
        }
      }
    } else {
      check(found, value, positions, FieldPath.root());
    }
  }

  private static boolean isWrapper(MapValue map) {
    String kind = map.text("kind");
    return (kind.equals(LIST) || kind.equals("ResourceList"))
        && (map.has("items") || map.has("functionConfig"));
  }

  private void check(
      Deque<DocumentObject> found, Value value, Positions positions, FieldPath base) {
    if (value instanceof NullValue
        || value.equals(MapValue.EMPTY)
        || value.equals(ListValue.EMPTY)) {
      return;
    }
    var object =
        new DocumentObject(value instanceof MapValue map ? map : MapValue.EMPTY, positions, base);
    String kind = text(object.object().get("kind"));
    if (kind.isEmpty()) {
      throw object.refused("missing kind in object", "write apiVersion, kind and metadata.name");
    }
    if (!kind.endsWith(LIST) && text(object.object().map("metadata").get("name")).isEmpty()) {
      throw object.refused("missing metadata.name in object", "give it a name");
    }
    found.add(object);
  }

  private String text(Node node) {
    return node instanceof Value value && !(value instanceof NullValue)
        ? build.spelling().text(value)
        : "";
  }

  private boolean isList(MapValue object) {
    return text(object.get("kind")).endsWith(LIST) && object.has("items");
  }

  private Deque<DocumentObject> expand(DocumentObject list) {
    Deque<DocumentObject> items = new ArrayDeque<>();
    switch (list.object().get("items")) {
      case ListValue(List<Value> values) -> {
        for (int i = 0; i < values.size(); i++) {
          FieldPath at = list.base().key("items").index(i);
          check(items, inQuotes(values.get(i), build.spelling()), list.positions(), at);
        }
      }
      case NullValue none -> {}
      case Missing none -> {}
      case Value other -> throw list.refused("items must be a list", "begin each item with -");
    }
    return items;
  }

  /// The value as it is after a detour over JSON, where all strings have quotes.
  private static Value inQuotes(Value value, ScalarStyle spelling) {
    return switch (value) {
      case StringValue text ->
          spelling.isTime(text) ? text : spelling.quoted(spelling.printed(text));
      case ListValue list -> list.map(item -> inQuotes(item, spelling));
      case MapValue map -> map.mapValues(item -> inQuotes(item, spelling));
      case NullValue none -> Value.NULL;
      default -> value;
    };
  }

  /// The fields of an object as its file has them.
  ///
  /// @param base the path of the object in the document
  private record WrittenFields(MapValue object, Positions positions, FieldPath base)
      implements Step {
    @Override
    public Origin place(FieldPath path) {
      return positions.find(base, path.numberedIn(object));
    }

    @Override
    public DecidingLines lines(FieldPath path) {
      return DecidingLines.of(List.of(positions.lines(base, path.numberedIn(object))));
    }
  }
}
