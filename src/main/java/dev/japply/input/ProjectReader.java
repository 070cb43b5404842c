package dev.japply.input;

import dev.japply.diff.Excerpts;
import dev.japply.diff.SimilarName;
import dev.japply.input.Project.CommandDefaults;
import dev.japply.input.Project.Contexts;
import dev.japply.input.Project.FlagDefault;
import dev.japply.input.Project.Forbidden;
import dev.japply.input.Project.Ignored;
import dev.japply.input.Project.Moved;
import dev.japply.input.Project.MovedObject;
import dev.japply.input.Project.Recreated;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.problem.WarningId;
import dev.japply.tree.Value.StringValue;
import dev.japply.yaml.DocumentStream;
import dev.japply.yaml.DocumentWarning;
import dev.japply.yaml.PositionedValue;
import dev.japply.yaml.PositionedValue.Fields;
import dev.japply.yaml.PositionedValue.Items;
import dev.japply.yaml.PositionedValue.Leaf;
import dev.japply.yaml.PositionedValue.PositionedField;
import dev.japply.yaml.PositionedValue.TextPosition;
import dev.japply.yaml.SyntaxFailure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads a project file. What does not fit is an error: a rule with a typing error would be no
/// rule.
public final class ProjectReader {
  private static final Set<String> FIELDS =
      Set.of(
          "apiVersion",
          "kind",
          "metadata",
          "contexts",
          "defaults",
          "forbid",
          "ignore",
          "moved",
          "noWarn",
          "recreate",
          "targets",
          "waves");

  /// Keys of a rule that is a map.
  private static final Set<String> RULE = Set.of("kind", "group", "name", "fields", "managers");

  /// Keys of an object of a move.
  private static final Set<String> MOVED =
      Set.of("kind", "group", "version", "namespace", "name", "applyset");

  /// Number of problems that are reported; the first is the one that matters.
  private static final int TOLD = 10;

  /// As much of a text is quoted.
  private static final int QUOTED = 200;

  private final String file;
  private final List<Problem> problems = new ArrayList<>();

  private ProjectReader(String file) {
    this.file = file;
  }

  /// The project of that text.
  ///
  /// @param file name of the file in messages
  /// @throws JapplyException if it has problems
  public static Project read(String file, String text) {
    var reader = new ProjectReader(file);
    Fields root = reader.root(text);
    Project project = reader.project(root);
    if (!reader.problems.isEmpty()) {
      throw failure(reader.problems);
    }
    return project;
  }

  /// Returns the failure for a project file with these problems; the first of them are reported.
  public static JapplyException failure(List<Problem> problems) {
    return new JapplyException(problems.subList(0, Math.min(TOLD, problems.size())));
  }

  private Fields root(String text) {
    var entries = new ArrayList<DocumentStream.DocumentEntry>();
    Optional<SyntaxFailure> failure = DocumentStream.read(file, text, entries::add);
    if (failure.isPresent()) {
      SyntaxFailure found = failure.get();
      throw end(found.place(), quoted(String.valueOf(found.getMessage())), found.hint());
    }
    if (entries.isEmpty()) {
      throw end(new TextPosition(1, 1), "the file is empty", hintOfType());
    }
    if (entries.size() > 1) {
      TextPosition second = entries.get(1).root().place();
      throw end(second, "a project file has one document", "remove the others");
    }
    for (DocumentWarning notice : entries.getFirst().notices()) {
      fail(notice.place(), quoted(notice.what()), notice.hint());
    }
    if (entries.getFirst().root() instanceof Fields fields) {
      return fields;
    }
    throw end(entries.getFirst().root().place(), "a project file must be a map", hintOfType());
  }

  private static String hintOfType() {
    return "begin with apiVersion: " + Project.API_VERSION + " and kind: " + Project.KIND;
  }

  private Project project(Fields root) {
    checkType(root, "kind", Project.KIND);
    checkType(root, "apiVersion", Project.API_VERSION);
    checkKeys(root.fields(), FIELDS, "");
    find(root, "metadata").ifPresent(this::checkMetadata);
    var reader = new ProjectTargetReader(this);
    List<ProjectTarget> targets = find(root, "targets").map(reader::targets).orElse(List.of());
    return new Project(
        file,
        find(root, "contexts").map(field -> contexts(field)).orElse(null),
        find(root, "defaults").map(field -> defaults(field)).orElse(List.of()),
        find(root, "ignore").map(field -> ignored(field)).orElse(List.of()),
        find(root, "recreate").map(field -> recreated(field)).orElse(List.of()),
        find(root, "forbid").map(field -> forbidden(field)).orElse(List.of()),
        find(root, "moved").map(field -> moved(field)).orElse(List.of()),
        find(root, "noWarn").map(field -> silenced(field)).orElse(List.of()),
        targets,
        find(root, "waves").map(field -> reader.waves(field, targets)).orElse(List.of()));
  }

  private void checkType(Fields root, String key, String wanted) {
    Optional<PositionedField> field = find(root, key);
    if (field.isEmpty()) {
      throw end(root.place(), key + " is missing", "add " + key + ": " + wanted);
    }
    PositionedField found = field.get();
    if (!(found.value()
        instanceof Leaf(StringValue(String text), TextPosition place, TextPosition start))) {
      throw end(found.place(), key + " must be a string", "write " + key + ": " + wanted);
    }
    if (!text.equals(wanted)) {
      String hint = "write " + key + ": " + wanted;
      boolean newer = key.equals("apiVersion") && text.startsWith("japply.dev/v");
      throw end(
          found.place(),
          "%s is \"%s\", not %s".formatted(key, quoted(text), wanted),
          newer ? hint + ", or use a japply that supports that version" : hint);
    }
  }

  /// Checks the metadata, which general tools for manifests require.
  private void checkMetadata(PositionedField field) {
    SequencedMap<String, PositionedField> metadata =
        fields(field, "metadata", "write name: and the name");
    checkKeys(metadata, Set.of("name", "labels", "annotations"), " in metadata");
    PositionedField name = metadata.get("name");
    if (name != null
        && !(name.value() instanceof Leaf leaf && leaf.value() instanceof StringValue)) {
      fail(name.place(), "metadata.name must be a string", "put quotes around it");
    }
  }

  private @Nullable Contexts contexts(PositionedField field) {
    List<String> names = names(field, "list the names of contexts, or leave contexts out for any");
    return names.isEmpty() ? null : new Contexts(names, origin(field.place()));
  }

  /// Returns the names of contexts; none after an error.
  private List<String> names(PositionedField field, String hint) {
    if (!(field.value() instanceof Items(List<PositionedValue> items, TextPosition place))
        || items.isEmpty()) {
      fail(field.place(), "contexts must be a list of names", hint);
      return List.of();
    }
    var names = new ArrayList<String>();
    for (PositionedValue item : items) {
      text(item, "the name of a context").ifPresent(names::add);
    }
    return names;
  }

  private List<Forbidden> forbidden(PositionedField field) {
    var rules = new ArrayList<Forbidden>();
    for (PositionedValue item :
        items(field, "forbid must be a list of rules", "begin each rule with -")) {
      if (item instanceof Fields(SequencedMap<String, PositionedField> parts, TextPosition begin)) {
        checkKeys(parts, Set.of("rules", "contexts"), " in a rule");
        PositionedField named = parts.get("contexts");
        List<String> contexts =
            named == null ? List.of() : names(named, "list them, or leave contexts out for any");
        if (!parts.containsKey("rules")) {
          fail(begin, "rules are missing", "list them below rules:");
        }
        items(parts, "rules").forEach(rule -> addForbidden(rule, contexts, rules));
      } else {
        addForbidden(item, List.of(), rules);
      }
    }
    return rules;
  }

  private void addForbidden(PositionedValue item, List<String> contexts, List<Forbidden> rules) {
    text(item, "a rule")
        .ifPresent(rule -> rules.add(new Forbidden(rule, contexts, origin(item.place()))));
  }

  Optional<String> text(PositionedValue item, String what) {
    if (item instanceof Leaf(StringValue(String text), TextPosition place, TextPosition start)
        && !text.isEmpty()) {
      return Optional.of(text);
    }
    fail(item.place(), what + " must be a string", "put quotes around it");
    return Optional.empty();
  }

  private List<PositionedValue> items(PositionedField field, String what, String remedy) {
    if (field.value() instanceof Items(List<PositionedValue> items, TextPosition place)) {
      return items;
    }
    fail(field.place(), what, remedy);
    return List.of();
  }

  private List<Ignored> ignored(PositionedField field) {
    var rules = new ArrayList<Ignored>();
    for (PositionedValue item :
        items(field, "ignore must be a list of rules", "begin each rule with -")) {
      if (item instanceof Fields(SequencedMap<String, PositionedField> parts, TextPosition begin)) {
        rules.addAll(rules(parts, begin));
      } else {
        text(item, "a rule").ifPresent(rule -> rules.add(new Ignored(rule, origin(item.place()))));
      }
    }
    return rules;
  }

  private List<Recreated> recreated(PositionedField field) {
    var rules = new ArrayList<Recreated>();
    for (PositionedValue item :
        items(field, "recreate must be a list of types and names", "begin each with -")) {
      text(item, "a type").ifPresent(rule -> rules.add(new Recreated(rule, origin(item.place()))));
    }
    return rules;
  }

  private List<Moved> moved(PositionedField field) {
    var moves = new ArrayList<Moved>();
    for (PositionedValue item :
        items(field, "moved must be a list of moves", "begin each with - from:")) {
      if (item instanceof Fields(SequencedMap<String, PositionedField> parts, TextPosition begin)) {
        checkKeys(parts, Set.of("from", "to"), " in a move");
        Optional<MovedObject> from = moved(parts, "from", begin);
        Optional<MovedObject> to = moved(parts, "to", begin);
        if (from.isPresent()
            && to.isPresent()
            && from.get().applySet().isEmpty() != to.get().applySet().isEmpty()) {
          fail(begin, "a move must name the ApplySet of both objects, or of none", "add applyset:");
        } else if (from.isPresent() && to.isPresent()) {
          moves.add(new Moved(from.get(), to.get()));
        }
      } else {
        fail(item.place(), "a move must be a map", "write from: and to: with an object each");
      }
    }
    return moves;
  }

  /// Returns one end of a move; empty after an error.
  private Optional<MovedObject> moved(
      SequencedMap<String, PositionedField> move, String end, TextPosition begin) {
    PositionedField field = move.get(end);
    if (field == null
        || !(field.value()
            instanceof Fields(SequencedMap<String, PositionedField> parts, TextPosition first))) {
      TextPosition place = field == null ? begin : field.place();
      fail(place, end + " of a move must be an object", "write its kind, namespace and name");
      return Optional.empty();
    }
    checkKeys(parts, MOVED, " in a move");
    for (String key : List.of("kind", "name")) {
      if (!parts.containsKey(key)) {
        fail(field.place(), end + " of a move has no " + key, "add " + key + ":");
      }
    }
    return Optional.of(
        new MovedObject(
            movedPart(parts, "kind"),
            movedPart(parts, "group"),
            movedPart(parts, "version"),
            movedPart(parts, "namespace"),
            movedPart(parts, "name"),
            movedPart(parts, "applyset"),
            origin(field.place())));
  }

  /// Returns a part of an object; empty if it is left out.
  private String movedPart(SequencedMap<String, PositionedField> parts, String key) {
    PositionedField field = parts.get(key);
    if (field == null) {
      return "";
    }
    String text = text(field.value(), "the " + key + " in a move").orElse("");
    if (text.contains("*") || (text.contains("/") && !key.equals("applyset"))) {
      fail(field.place(), "no object has that " + key, "a move names one object, without patterns");
    }
    return text;
  }

  /// Returns the rules of a map: one for each of its fields and managers.
  private List<Ignored> rules(SequencedMap<String, PositionedField> parts, TextPosition begin) {
    checkKeys(parts, RULE, " in a rule");
    String kind = part(parts, "kind");
    String group = part(parts, "group");
    String name = part(parts, "name");
    if (!group.isEmpty() && kind.isEmpty()) {
      fail(begin, "a rule with a group must have a kind", "add kind:");
    }
    String type = (kind.isEmpty() ? "*" : kind) + (group.isEmpty() ? "" : "." + group);
    String objects = name.isEmpty() ? type : type + "/" + name;
    String selector = objects.equals("*") ? "" : objects + ":";
    var rules = new ArrayList<Ignored>();
    for (PositionedValue field : items(parts, "fields")) {
      text(field, "a field")
          .ifPresent(path -> rules.add(new Ignored(selector + path, origin(field.place()))));
    }
    for (PositionedValue manager : items(parts, "managers")) {
      text(manager, "a manager")
          .map(who -> new Ignored(selector + "manager=" + who, origin(manager.place())))
          .ifPresent(rules::add);
    }
    if (!parts.containsKey("fields") && !parts.containsKey("managers")) {
      fail(begin, "a rule must name the ignored fields", "list them below fields: or managers:");
    }
    return rules;
  }

  /// Returns a part of a rule that selects objects; empty for any.
  private String part(SequencedMap<String, PositionedField> parts, String key) {
    PositionedField field = parts.get(key);
    if (field == null) {
      return "";
    }
    String text = text(field.value(), "the " + key + " in a rule").orElse("");
    if (text.contains("/") || (text.contains(":") && !key.equals("name"))) {
      fail(field.place(), "no object has that " + key, "write it as a manifest does");
    }
    return text;
  }

  private List<PositionedValue> items(SequencedMap<String, PositionedField> parts, String key) {
    PositionedField field = parts.get(key);
    if (field == null) {
      return List.of();
    }
    if (field.value() instanceof Items(List<PositionedValue> items, TextPosition place)
        && !items.isEmpty()) {
      return items;
    }
    fail(field.place(), key + " in a rule must be a list", "begin each with -");
    return List.of();
  }

  private List<WarningId> silenced(PositionedField field) {
    var silenced = new ArrayList<WarningId>();
    for (PositionedValue item :
        items(field, "noWarn must be a list of warnings", "begin each with -")) {
      text(item, "the id of a warning")
          .flatMap(id -> silenced(id, item.place()))
          .ifPresent(silenced::add);
    }
    return silenced;
  }

  private Optional<WarningId> silenced(String id, TextPosition place) {
    Optional<WarningId> found = WarningId.find(id);
    if (found.isEmpty()) {
      fail(
          place,
          "there is no warning \"" + quoted(id) + "\"",
          "write its id" + SimilarName.question(WarningId.ids(), id));
    } else if (found.get().isProtected()) {
      fail(
          place,
          "a project file may not silence \"%s\", a warning about security or lost data"
              .formatted(id),
          "remove it, or give --no-warn=" + id + " on the command line");
    }
    return found;
  }

  private List<CommandDefaults> defaults(PositionedField field) {
    var defaults = new ArrayList<CommandDefaults>();
    fields(field, "defaults", "name commands, and below each its flags")
        .forEach((command, flags) ->
            defaults.add(
                new CommandDefaults(command, origin(flags.place()), flags(command, flags))));
    return defaults;
  }

  private List<FlagDefault> flags(String command, PositionedField field) {
    var flags = new ArrayList<FlagDefault>();
    fields(field, "defaults of " + quoted(command), "write each flag as name: value")
        .forEach((name, flag) ->
            flags.add(new FlagDefault(name, flag.value().value(), origin(flag.place()))));
    return flags;
  }

  SequencedMap<String, PositionedField> fields(PositionedField field, String what, String hint) {
    if (field.value()
        instanceof Fields(SequencedMap<String, PositionedField> fields, TextPosition place)) {
      return fields;
    }
    fail(field.place(), what + " must be a map", hint);
    return new LinkedHashMap<>();
  }

  private static Optional<PositionedField> find(Fields map, String key) {
    return Optional.ofNullable(map.fields().get(key));
  }

  void checkKeys(SequencedMap<String, PositionedField> map, Set<String> known, String where) {
    map.forEach((key, field) -> {
      if (!known.contains(key)) {
        fail(
            field.place(),
            "unknown field \"%s\"%s".formatted(quoted(key), where),
            "remove it, or write one of " + String.join(", ", known.stream().sorted().toList()));
      }
    });
  }

  private JapplyException end(TextPosition place, String what, String hint) {
    return new JapplyException(origin(place), what, hint);
  }

  void fail(TextPosition place, String what, String hint) {
    problems.add(Problem.error(origin(place), what, hint));
  }

  Origin origin(TextPosition place) {
    return new Origin(file, place.line(), place.column());
  }

  /// `text`, or its beginning if it is long.
  public static String quoted(String text) {
    return Excerpts.of(QUOTED, text);
  }
}
