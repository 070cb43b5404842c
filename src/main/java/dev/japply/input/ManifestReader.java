package dev.japply.input;

import dev.japply.input.TypeMetaCheck.OwnFile;
import dev.japply.object.KubeObject;
import dev.japply.problem.ByteLimit;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.problem.Severity;
import dev.japply.problem.WarningId;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.NullValue;
import dev.japply.tree.Value.StringValue;
import dev.japply.yaml.DocumentStream;
import dev.japply.yaml.DocumentWarning;
import dev.japply.yaml.PositionedValue;
import dev.japply.yaml.PositionedValue.TextPosition;
import dev.japply.yaml.Positions;
import dev.japply.yaml.SecretLines;
import dev.japply.yaml.SourceText;
import dev.japply.yaml.Substitution;
import dev.japply.yaml.SyntaxFailure;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/// Reads the objects of sources in order. A problem of a document is part of the result, and the
/// other documents are read; a syntax error ends its source.
public final class ManifestReader {
  private final List<KubeObject> objects = new ArrayList<>();
  private final List<Problem> problems = new ArrayList<>();

  private final RequiredFields required;
  private final ByteLimit limit;
  private final Substitution substitution;

  private ManifestReader(RequiredFields required, ByteLimit limit, Substitution substitution) {
    this.required = required;
    this.limit = limit;
    this.substitution = substitution;
  }

  /// The objects of all `sources`. Nothing is thrown: a source that cannot be opened is a problem
  /// like any other.
  public static ManifestSet read(List<Source> sources) {
    return read(sources, RequiredFields.ALL, ByteLimit.DEFAULT, Substitution.NONE);
  }

  /// The same, with at most `limit` bytes of a source, and with the values of variables.
  public static ManifestSet read(
      List<Source> sources, RequiredFields required, ByteLimit limit, Substitution substitution) {
    var reader = new ManifestReader(required, limit, substitution);
    sources.forEach(reader::read);
    return new ManifestSet(reader.objects, reader.problems);
  }

  /// Returns the objects of `built` that have the required fields, with the problems of the others.
  public static ManifestSet check(ManifestSet built, RequiredFields required) {
    var objects = new ArrayList<KubeObject>();
    var problems = new ArrayList<>(built.problems());
    for (KubeObject object : built.objects()) {
      List<Problem> found = TypeMetaCheck.check(object.tree(), object.positions(), required);
      problems.addAll(found);
      if (found.stream().noneMatch(problem -> problem.severity() == Severity.ERROR)) {
        objects.add(object);
      }
    }
    return new ManifestSet(objects, problems);
  }

  private void read(Source source) {
    problems.addAll(source.remarks());
    byte[] bytes;
    try (InputStream stream = source.content().open()) {
      bytes = limit.read(stream);
    } catch (IOException e) {
      problems.add(SourceErrors.unreadable(source.name(), e));
      return;
    }
    String text = SourceText.decode(bytes);
    int broken = text.indexOf(SourceText.REPLACEMENT) < 0 ? 0 : SourceText.brokenLine(bytes);
    if (broken > 0) {
      var origin = new Origin(source.name(), broken, 0);
      String what =
          "bytes that are not %s are read as U+FFFD".formatted(SourceText.encoding(bytes));
      problems.add(Problem.warning(WarningId.ENCODING, origin, "", what, "save the file as UTF-8"));
    }
    read(source, text);
  }

  private void read(Source source, String text) {
    String name = source.name();
    var own = new OwnDocuments(source.found());
    Substitution values = substitution.in(text);
    var secrets = SecretLines.of(values.shown(text));
    UnaryOperator<Problem> written = problem -> unmarked(problem, values);
    DocumentStream.readValues(
            name,
            values.marked(text),
            values,
            entry -> {
              if (!own.leavesOut(entry.positions().value())) {
                read(entry, secrets, written);
              }
            })
        .ifPresent(failure ->
            problems.add(
                written.apply(secrets.unread(failure.place().line(), problem(name, failure)))));
  }

  /// Leaves out what japply wrote to a file: all documents of a file that was not named. Of one
  /// that was named, the first is refused. The lines of an undo file have no type.
  private static final class OwnDocuments {
    private final boolean found;
    private boolean isBegun;

    OwnDocuments(boolean found) {
      this.found = found;
    }

    boolean leavesOut(Value document) {
      boolean isOwn = OwnFile.of(document).filter(file -> !file.isProject()).isPresent();
      if (isOwn) {
        isBegun = true;
        return found;
      }
      return isBegun
          && document instanceof MapValue map
          && !map.has("apiVersion")
          && !map.has("kind");
    }
  }

  private void read(
      DocumentStream.ValueEntry entry, SecretLines secrets, UnaryOperator<Problem> written) {
    var document = new ObjectReader(entry, required);
    objects.addAll(document.objects());
    for (Problem problem : document.problems()) {
      problems.add(written.apply(secrets.read(problem)));
    }
  }

  /// A problem that quotes variables as they are written.
  private static Problem unmarked(Problem problem, Substitution substitution) {
    return new Problem(
        problem.severity(),
        problem.origin(),
        substitution.unmarked(problem.subject()),
        substitution.unmarked(problem.what()),
        substitution.unmarked(problem.hint()),
        problem.id());
  }

  private static Problem problem(String source, SyntaxFailure failure) {
    PositionedValue.TextPosition place = failure.place();
    var origin = new Origin(source, place.line(), place.column());
    return Problem.error(origin, String.valueOf(failure.getMessage()), failure.hint());
  }

  /// The objects of one document: one, or the items of a list.
  ///
  /// A list is, as for `kubectl`, whatever has a top-level `items`. Its items take their kind and
  /// version from a typed list (`ConfigMapList`) when they name none. Lists in lists are flattened,
  /// and a bad item does not take its siblings with it; `kubectl` does neither.
  private static final class ObjectReader {
    private final RequiredFields required;
    private final String source;
    private final Positions positions;
    private final List<KubeObject> objects = new ArrayList<>();
    private final List<Problem> problems = new ArrayList<>();

    ObjectReader(DocumentStream.ValueEntry entry, RequiredFields required) {
      this.required = required;
      this.source = entry.document().source();
      this.positions = entry.positions();
      read(positions.value(), FieldPath.root());
      if (!entry.notices().isEmpty()) {
        addNotices(entry.notices());
      }
    }

    List<KubeObject> objects() {
      return objects;
    }

    /// Errors and warnings, by line.
    List<Problem> problems() {
      problems.sort((a, b) -> Integer.compare(a.origin().line(), b.origin().line()));
      return problems;
    }

    private void addNotices(List<DocumentWarning> notices) {
      String subject = objects.size() == 1 ? objects.getFirst().key().subject() : "";
      for (DocumentWarning notice : notices) {
        Origin origin = origin(notice.place());
        problems.add(
            new Problem(
                notice.severity(), origin, subject, notice.what(), notice.hint(), notice.id()));
      }
      if (notices.stream().anyMatch(notice -> notice.severity() == Severity.ERROR)) {
        objects.clear();
      }
    }

    private void read(Value value, FieldPath base) {
      if (!(value instanceof MapValue map)) {
        String what = "cannot unmarshal " + JsonType.of(value) + ": an object must be a map";
        String hint =
            isRoot(base) && value instanceof StringValue
                ? TypeMetaCheck.NO_MANIFEST
                : "write apiVersion, kind and metadata";
        addError(base, "", what, hint);
        return;
      }
      if (required == RequiredFields.NONE && !map.has("kind")) {
        objects.add(new KubeObject(map, origin(base), path -> positions.find(base, path)));
        return;
      }
      boolean list = map.has("items") && (isRoot(base) || map.get("items") instanceof ListValue);
      if (!envelope(map, base)) {
        return;
      }
      if (!list && map.text("kind").equals("List") && map.text("apiVersion").equals("v1")) {
        addError(base, "List", "items is missing", "add items, a list of objects");
        return;
      }
      if (list) {
        readItems(map, base);
      } else {
        objects.add(new KubeObject(map, origin(base), path -> positions.find(base, path)));
      }
    }

    private static boolean isRoot(FieldPath path) {
      return path instanceof FieldPath.Root;
    }

    private boolean envelope(MapValue map, FieldPath base) {
      List<Problem> found = TypeMetaCheck.check(map, path -> positions.find(base, path), required);
      problems.addAll(found);
      return found.isEmpty()
          || found.stream().noneMatch(problem -> problem.severity() == Severity.ERROR);
    }

    private void readItems(MapValue list, FieldPath base) {
      FieldPath at = base.key("items");
      switch (list.get("items")) {
        case ListValue(List<Value> items) -> {
          for (int i = 0; i < items.size(); i++) {
            readItem(items.get(i), list, at.index(i));
          }
        }
        case NullValue none -> {}
        case Missing none -> {}
        case Value other -> {
          String what = "cannot unmarshal %s into items".formatted(JsonType.of(other));
          addError(at, list.text("kind"), what, "items must be a list of objects");
        }
      }
    }

    private void readItem(Value item, MapValue list, FieldPath base) {
      if (item instanceof NullValue) {
        addError(
            base, list.text("kind"), "Object 'Kind' is missing in 'null'", "remove the empty item");
      } else if (item instanceof MapValue map
          && map.text("kind").isEmpty()
          && map.text("apiVersion").isEmpty()) {
        read(inherit(map, list), base);
      } else {
        read(item, base);
      }
    }

    private static MapValue inherit(MapValue item, MapValue list) {
      String listKind = list.text("kind");
      boolean typed = listKind.endsWith("List");
      String kind = typed ? listKind.substring(0, listKind.length() - "List".length()) : listKind;
      return item.with("kind", Value.text(kind))
          .with(
              "apiVersion",
              list.get("apiVersion") instanceof Value version ? version : Value.text(""));
    }

    private void addError(FieldPath at, String subject, String what, String hint) {
      problems.add(Problem.error(origin(at), subject, what, hint));
    }

    private Origin origin(FieldPath path) {
      return positions.find(FieldPath.root(), path);
    }

    private Origin origin(TextPosition place) {
      return new Origin(source, place.line(), place.column());
    }
  }

  /// Result of reading manifests.
  ///
  /// @param objects the objects in input order
  /// @param problems problems of the input, in input order; the documents of errors have no object
  ///   here
  public record ManifestSet(List<KubeObject> objects, List<Problem> problems) {

    public ManifestSet {
      objects = List.copyOf(objects);
      problems = List.copyOf(problems);
    }

    public boolean hasErrors() {
      return problems.stream().anyMatch(problem -> problem.severity() == Severity.ERROR);
    }
  }

  /// The fields that each map in a manifest must have to be an object.
  public enum RequiredFields {
    /// `apiVersion` and `kind`. The fields of `metadata` must have their types.
    ALL,
    /// `apiVersion` and `kind`. The types in `metadata` are not checked.
    TYPE,
    /// None: a map without `kind` is an object of no type.
    NONE
  }
}
