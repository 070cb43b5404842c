package dev.japply.kpt;

import dev.japply.kpt.ManifestFiles.PackageResource;
import dev.japply.kpt.YamlFile.YamlDocumentText;
import dev.japply.object.ObjectKey;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.yaml.YamlSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Edits of a package as users make them: values, comments, fields, items and objects, that change,
/// come, go and move.
final class LocalScript {
  /// A line with a field and a value, which may begin an item.
  private static final Pattern FIELD =
      Pattern.compile("( *)(- )?([A-Za-z][\\w./-]*): ([\\w.:/@-]+|\"[^\"]*\"|'[^']*')");

  /// Fields that are names, or by which others are known.
  private static final Set<String> NAMES =
      Set.of(
          "apiVersion",
          "kind",
          "name",
          "namespace",
          "containerPort",
          "port",
          "mountPath",
          "key",
          "path",
          "ip",
          "type",
          "protocol",
          "operator");

  private enum Edit {
    SET,
    SET_WITH_COMMENT,
    COMMENT_BEHIND,
    COMMENT_ABOVE,
    ADD_LABEL,
    ADD_VARIABLE,
    ADD_FIELD,
    DELETE_FIELD,
    DELETE_VARIABLE,
    DELETE_OBJECT,
    MOVE_OBJECT,
    ADD_OBJECT
  }

  /// A comment, and what it stands at.
  record Comment(String text, ObjectKey object, String field) {}

  /// A field in a line of its own.
  private record Place(String field, int line, Matcher text) {
    String indent() {
      return text.group(1);
    }

    boolean beginsItem() {
      return text.group(2) != null;
    }

    String key() {
      return text.group(3);
    }
  }

  private final Random random;
  private final List<Comment> comments = new ArrayList<>();
  private final Map<String, String> texts = new HashMap<>();
  private final Map<String, List<YamlDocumentText>> files = new HashMap<>();
  private final Map<String, YamlFile> read = new HashMap<>();
  private PackageTree tree;
  private int number;

  private LocalScript(PackageTree tree, Random random) {
    this.tree = tree;
    this.random = random;
  }

  /// What a script has made of a package.
  ///
  /// @param texts lines in files that are no manifests, with the names of the files
  record Edited(PackageTree tree, List<Comment> comments, Map<String, String> texts) {}

  /// Makes so many random edits.
  static Edited edit(PackageTree tree, int edits, Random random) {
    var script = new LocalScript(tree, random);
    tree.files()
        .forEach(
            (path, file) -> YamlFile.parse(path, file).ifPresent(yaml -> script.read(path, yaml)));
    while (script.number < edits) {
      script.number++;
      script.step();
    }
    return new Edited(script.tree, script.comments, script.texts);
  }

  private void read(String path, YamlFile yaml) {
    read.put(path, yaml);
    files.put(path, yaml.segments());
  }

  private void step() {
    List<String> others =
        tree.files().keySet().stream().filter(path -> !files.containsKey(path)).toList();
    if (!others.isEmpty() && random.nextInt(5) == 0) {
      editText(any(others));
      return;
    }
    List<String> paths = files.keySet().stream().sorted().toList();
    String path = any(paths);
    List<Integer> objects = new ArrayList<>();
    for (int i = 0; i < segments(path).size(); i++) {
      if (segments(path).get(i).isResource()) {
        objects.add(i);
      }
    }
    if (!objects.isEmpty()) {
      act(any(List.of(Edit.values())), path, any(objects));
    }
  }

  private void editText(String path) {
    PackageFile file = file(path);
    var lines = new ArrayList<>(file.text().lines().toList());
    lines.add(random.nextInt(lines.size() + 1), mine());
    tree = tree.with(path, file.with(String.join("\n", lines) + "\n"));
    texts.put(mine() + "\n", path);
  }

  private <T> T any(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  private void act(Edit edit, String path, int index) {
    YamlDocumentText segment = segments(path).get(index);
    switch (edit) {
      case DELETE_OBJECT, MOVE_OBJECT -> {
        // Rarer than the others, or little would be left to edit.
        if (random.nextInt(4) == 0) {
          remove(path, index);
          if (edit == Edit.MOVE_OBJECT) {
            add("mine-%d.yaml".formatted(number), segment.body());
          }
        }
      }
      case ADD_OBJECT ->
          add(
              "mine-%d.yaml".formatted(number),
              "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: mine-%d # mine %d\n"
                  .formatted(number, number));
      case SET, SET_WITH_COMMENT, COMMENT_BEHIND, COMMENT_ABOVE, DELETE_FIELD ->
          editField(edit, path, index);
      case ADD_LABEL, ADD_VARIABLE, ADD_FIELD, DELETE_VARIABLE -> editAround(edit, path, index);
    }
  }

  private void remove(String path, int index) {
    var left = new ArrayList<>(segments(path));
    left.remove(index);
    if (index == 0 && !left.isEmpty()) {
      YamlDocumentText first = left.getFirst();
      left.set(0, new YamlDocumentText("", first.body(), first.source(), first.line()));
    }
    put(path, left);
  }

  private void add(String path, String text) {
    put(path, PackageFile.of(text));
  }

  private List<YamlDocumentText> segments(String path) {
    return Objects.requireNonNull(files.get(path));
  }

  private PackageFile file(String path) {
    return Objects.requireNonNull(tree.file(path));
  }

  private void put(String path, PackageFile file) {
    tree = tree.with(path, file);
    YamlFile.parse(path, file).ifPresent(yaml -> read(path, yaml));
  }

  private void put(String path, List<YamlDocumentText> segments) {
    if (segments.stream().noneMatch(YamlDocumentText::isResource)) {
      tree = tree.without(path);
      files.remove(path);
    } else {
      put(path, Objects.requireNonNull(read.get(path)).with(file(path), segments));
    }
  }

  /// Puts other lines into an object, if that does what was wanted.
  private boolean put(
      String path, int index, List<String> lines, BiPredicate<Set<String>, Set<String>> wanted) {
    YamlDocumentText segment = segments(path).get(index);
    String body = String.join("\n", lines) + "\n";
    Optional<Value> value =
        YamlSource.parse(body).filter(YamlSource::isClear).map(YamlSource::value);
    if (value.isEmpty()) {
      return false;
    }
    Set<String> before = entries(segment.value());
    Set<String> after = entries(value.get());
    var gone = new HashSet<>(before);
    gone.removeAll(after);
    var fresh = new HashSet<>(after);
    fresh.removeAll(before);
    if (!wanted.test(gone, fresh)) {
      return false;
    }
    var segments = new ArrayList<>(segments(path));
    segments.set(index, segment.with(body));
    put(path, segments);
    return true;
  }

  private static Set<String> entries(Value value) {
    var entries = new HashSet<String>();
    Leaves.of(value).forEach((field, leaf) -> entries.add(field + "=" + leaf));
    return entries;
  }

  private String mine() {
    return "# mine " + number + ".";
  }

  private void editField(Edit edit, String path, int index) {
    YamlDocumentText segment = segments(path).get(index);
    List<Place> places =
        places(segment).stream()
            .filter(place ->
                edit == Edit.COMMENT_BEHIND
                    || edit == Edit.COMMENT_ABOVE
                    || !NAMES.contains(place.key()))
            .filter(place -> edit != Edit.DELETE_FIELD || !place.beginsItem())
            .toList();
    if (places.isEmpty()) {
      return;
    }
    Place place = any(places);
    var lines = new ArrayList<>(segment.body().lines().toList());
    String line = lines.get(place.line());
    boolean commented = true;
    BiPredicate<Set<String>, Set<String>> wanted = (gone, fresh) -> gone.size() + fresh.size() == 0;
    switch (edit) {
      case COMMENT_ABOVE -> lines.add(place.line(), place.indent() + mine());
      case COMMENT_BEHIND -> lines.set(place.line(), line + " " + mine());
      case DELETE_FIELD -> {
        lines.remove(place.line());
        commented = false;
        wanted = (gone, fresh) -> gone.size() == 1 && fresh.isEmpty();
      }
      default -> {
        commented = edit == Edit.SET_WITH_COMMENT;
        String set = line.substring(0, place.text().start(4)) + other(place.text().group(4));
        lines.set(place.line(), commented ? set + " " + mine() : set);
        wanted = (gone, fresh) -> gone.size() == 1 && fresh.size() == 1;
      }
    }
    if (put(path, index, lines, wanted) && commented) {
      comments.add(
          new Comment(mine(), new PackageResource(path, index, segment).key(), place.field()));
    }
  }

  /// Another value of the same kind.
  private static String other(String value) {
    if (value.matches("true|false")) {
      return String.valueOf(value.equals("false"));
    }
    if (value.matches("\\d+[A-Za-z]*")) {
      return "1" + value;
    }
    return value.endsWith("\"") || value.endsWith("'")
        ? value.charAt(0) + "1" + value.substring(1)
        : value + "1";
  }

  private void editAround(Edit edit, String path, int index) {
    YamlDocumentText segment = segments(path).get(index);
    var lines = new ArrayList<>(segment.body().lines().toList());
    var places = new ArrayList<Integer>();
    for (int i = 0; i + 2 < lines.size(); i++) {
      if (head(edit).matcher(lines.get(i)).matches()) {
        places.add(i);
      }
    }
    if (places.isEmpty()) {
      return;
    }
    editLines(edit, lines, any(places));
    boolean deletes = edit == Edit.DELETE_VARIABLE;
    BiPredicate<Set<String>, Set<String>> wanted =
        (gone, fresh) ->
            (deletes ? fresh : gone).isEmpty()
                && !(deletes ? gone : fresh).isEmpty()
                && gone.size() + fresh.size() <= 2;
    if (put(path, index, lines, wanted)) {
      Set<String> before = Leaves.of(segment.value()).keySet();
      ObjectKey object = new PackageResource(path, index, segment).key();
      Leaves.of(segments(path).get(index).value()).keySet().stream()
          .filter(field -> !before.contains(field) && !field.endsWith(".name"))
          .forEach(field -> comments.add(new Comment(mine(), object, field)));
    }
  }

  /// The line at which an edit is made.
  private static Pattern head(Edit edit) {
    return switch (edit) {
      case ADD_LABEL -> Pattern.compile("(  +)(?:labels|annotations):");
      case ADD_VARIABLE -> Pattern.compile("( +)env:");
      case ADD_FIELD -> Pattern.compile("( +)image: \\S+");
      default -> Pattern.compile("( +)- name: [A-Z]\\S*");
    };
  }

  private void editLines(Edit edit, List<String> lines, int at) {
    String below = indent(lines.get(at + 1));
    String name = "MINE" + number;
    switch (edit) {
      case ADD_LABEL -> lines.add(at + 1, below + "mine: x" + number + " " + mine());
      case ADD_FIELD ->
          lines.add(
              at + 1, indent(lines.get(at)) + "terminationMessagePath: /" + name + " " + mine());
      case ADD_VARIABLE -> {
        lines.add(at + 1, below + "- name: " + name);
        lines.add(at + 2, below + "  value: x " + mine());
      }
      default -> {
        lines.remove(at);
        lines.remove(at);
      }
    }
  }

  private static String indent(String line) {
    return line.substring(0, line.length() - line.stripLeading().length());
  }

  private static List<Place> places(YamlDocumentText segment) {
    var places = new ArrayList<Place>();
    List<String> lines = segment.body().lines().toList();
    collect(segment, segment.value(), FieldPath.root(), "", lines, places);
    return places;
  }

  private static void collect(
      YamlDocumentText segment,
      Value value,
      FieldPath path,
      String field,
      List<String> lines,
      List<Place> places) {
    if (value instanceof MapValue map && !map.isEmpty()) {
      map.entries()
          .forEach((key, entry) ->
              collect(
                  segment,
                  entry,
                  path.key(key),
                  field.isEmpty() ? key : field + "." + key,
                  lines,
                  places));
    } else if (value instanceof ListValue list && Leaves.key(list).isPresent()) {
      String key = Leaves.key(list).get();
      for (int i = 0; i < list.items().size(); i++) {
        Value item = list.items().get(i);
        String name = field + "[" + Leaves.name(item, key) + "]";
        collect(segment, item, path.index(i), name, lines, places);
      }
    } else {
      int line = segment.document().line(path) - 1;
      Matcher text = FIELD.matcher(lines.get(line));
      if (text.matches() && field.endsWith(text.group(3))) {
        places.add(new Place(field, line, text));
      }
    }
  }
}
