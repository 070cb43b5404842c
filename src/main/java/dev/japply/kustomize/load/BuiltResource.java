package dev.japply.kustomize.load;

import dev.japply.object.Gvk;
import dev.japply.object.SecretCopies;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.FloatValue;
import dev.japply.tree.Value.IntValue;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.NullValue;
import dev.japply.tree.Value.ScalarValue;
import dev.japply.tree.Value.StringValue;
import dev.japply.yaml.LineRange;
import dev.japply.yaml.PlainScalar;
import dev.japply.yaml.ScalarAnalysis;
import dev.japply.yaml.ScalarStyle;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// An object while it is built. What kustomize notes in annotations of its own is in fields here.
public final class BuiltResource {
  /// Texts that older programs read as numbers, such as `12:30`, which are printed in quotes.
  private static final Pattern BASE_60 =
      Pattern.compile("[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])++(?:\\.[0-9_]*)?");

  /// Matches strings that YAML would not read as the same string without quotes.
  private static final Pattern INDICATORS =
      Pattern.compile("^$|\\R|^\\s|\\s$|^[-?:](\\s|$)|^[],\\[{}#&*!|>'\"%@`]|:(\\s|$)|\\s#");

  private final Build build;
  private final Step own;
  private final MapValue written;
  private final List<LineRange> entries;
  private final Origin origin;
  private final List<Change> changes = new ArrayList<>();
  private final List<BuiltResource> references = new ArrayList<>();
  private final List<ResourceId> previous = new ArrayList<>();
  private final List<String> prefixes = new ArrayList<>();
  private final List<String> suffixes = new ArrayList<>();
  private MapValue tree;
  private @Nullable ResourceId id;
  private String plainName = "";
  private boolean hashed;
  private boolean generated;
  private Behavior behavior = Behavior.CREATE;
  private @Nullable Provenance provenance;
  private @Nullable BuiltResource successor;
  private SecretCopies copies = SecretCopies.NONE;

  /// An object as it is written.
  ///
  /// @param origin position of the object
  /// @param own the source of its fields
  public BuiltResource(Build build, MapValue tree, Origin origin, Step own) {
    this.build = build;
    this.tree = tree;
    this.written = tree;
    this.origin = origin;
    this.own = own;
    this.entries = build.entries();
  }

  public MapValue tree() {
    return tree;
  }

  /// Returns the position of the object.
  public Origin origin() {
    return origin;
  }

  /// Replaces the content of the object by `changed`.
  ///
  /// @param step the source of each new field
  public void become(MapValue changed, Step step) {
    if (!isSame(changed, tree)) {
      replace(build.aliases().follow(tree, changed), step);
    }
  }

  /// Equal trees may be written differently.
  @SuppressWarnings("ReferenceEquality")
  private static boolean isSame(MapValue one, MapValue other) {
    return one == other;
  }

  private void replace(MapValue changed, Step step) {
    changes.add(new Change(tree, changed, step, build.entries()));
    set(changed);
  }

  /// Replaces the content of the object by `changed`, whose fields no longer share values.
  ///
  /// @param step the source of each new field
  public void becomeApart(MapValue changed, Step step) {
    replace((MapValue) printed(build.aliases().divide(changed)), step);
  }

  /// The value spelled as it is after a detour over JSON: with quotes only where they are needed.
  private Value printed(Value value) {
    return switch (value) {
      case MapValue map -> {
        var entries = new LinkedHashMap<String, Value>();
        map.entries().forEach((key, item) -> entries.put(key, printed(item)));
        yield new MapValue(entries);
      }
      case ListValue list -> new ListValue(list.items().stream().map(this::printed).toList());
      case FloatValue(double number) -> new FloatValue(number);
      case IntValue(long number) -> new IntValue(number);
      case StringValue text -> printed(text, build.spelling().printed(text));
      case NullValue none -> Value.NULL;
      case Value scalar -> scalar;
    };
  }

  private Value printed(Value string, String text) {
    if (build.spelling().isTime(string)) {
      return string;
    }
    boolean isPlain =
        PlainScalar.isString(text) && (ScalarAnalysis.isWord(text) || !needsQuotes(text));
    return isPlain ? Value.text(text) : build.spelling().quoted(text);
  }

  private static boolean needsQuotes(String text) {
    var read = new ScalarStyle();
    return INDICATORS.matcher(text).find()
        || BASE_60.matcher(text).matches()
        || read.isTime(PlainScalar.read(text, read));
  }

  /// The object becomes `changed`, whose fields are still those that are written somewhere.
  public void follow(MapValue changed) {
    if (!isSame(changed, tree)) {
      set(changed);
    }
  }

  private void set(MapValue changed) {
    ResourceId before = id;
    tree = changed;
    id = null;
    if (before != null && !before.equals(id())) { // unrequested ids are in no index
      build.renamed();
    }
  }

  /// Texts in it that were taken from a Secret.
  public SecretCopies copies() {
    return copies;
  }

  /// Notes more texts that were taken from a Secret.
  public void addCopies(SecretCopies more) {
    copies = copies.and(more);
  }

  /// Its id now.
  public ResourceId id() {
    ResourceId known = id;
    if (known == null) {
      Gvk gvk = Gvk.of(version(), text(tree.get("kind")));
      known = id(gvk, namespace(), name(), build.scopes().isClusterScoped(gvk));
      id = known;
    }
    return known;
  }

  /// Its `apiVersion` as it is written, even if that is a null.
  private String version() {
    return tree.get("apiVersion") instanceof Value value ? build.spelling().text(value) : "";
  }

  /// Whether its `apiVersion` is a null that is written as a word.
  public boolean hasNullVersion() {
    return tree.get("apiVersion") instanceof NullValue value
        && !build.spelling().isUntagged(value)
        && !version().isEmpty();
  }

  private static ResourceId id(Gvk gvk, String namespace, String name, boolean clusterScoped) {
    return new ResourceId(gvk, namespace, name, clusterScoped);
  }

  /// The ids that it had before, the first first, all of the group and version that it has now.
  public List<ResourceId> previousIds() {
    Gvk now = id().gvk();
    return previous.stream()
        .map(before ->
            id(
                new Gvk(now.group(), now.version(), before.gvk().kind()),
                before.namespace(),
                before.name(),
                false))
        .toList();
  }

  /// The id that it was written with.
  public ResourceId originalId() {
    return previous.isEmpty() ? id() : previousIds().getFirst();
  }

  /// Remembers the id that it has now, before it gets another.
  public void rememberId() {
    ResourceId now = id();
    if (!now.name().isEmpty()) {
      previous.add(id(now.gvk(), now.effectiveNamespace(), now.name(), false));
    }
  }

  public String kind() {
    return id().gvk().kind();
  }

  public String name() {
    return text(tree.map("metadata").get("name"));
  }

  public String namespace() {
    return text(tree.map("metadata").get("namespace"));
  }

  /// `Deployment web`: how problems name the object.
  public String subject() {
    return (kind() + " " + name()).strip();
  }

  /// Returns an error about this object, with its position.
  public JapplyException failure(String what, String hint) {
    return new JapplyException(Problem.error(origin(), subject(), what, hint));
  }

  /// The same, found by `cause`.
  public JapplyException failure(String what, String hint, RuntimeException cause) {
    return new JapplyException(Problem.error(origin(), subject(), what, hint), cause);
  }

  private String text(Node node) {
    return node instanceof Value value && !(value instanceof Value.NullValue)
        ? build.spelling().text(value)
        : "";
  }

  /// The labels or annotations as texts.
  public Map<String, String> texts(String field) {
    var texts = new LinkedHashMap<String, String>();
    tree.map("metadata")
        .map(field)
        .entries()
        .forEach((key, value) -> texts.put(key, build.spelling().text(value)));
    return texts;
  }

  public List<String> prefixes() {
    return List.copyOf(prefixes);
  }

  public List<String> suffixes() {
    return List.copyOf(suffixes);
  }

  public void addPrefix(String prefix) {
    prefixes.add(prefix);
  }

  public void addSuffix(String suffix) {
    suffixes.add(suffix);
  }

  /// Notes its name before it gets a hash.
  public void rememberPlainName() {
    plainName = name();
  }

  /// Returns its name without a hash of its content; empty if the name has none.
  public String plainName() {
    return plainName;
  }

  /// Whether its name gets a hash of its content.
  public boolean isHashed() {
    return hashed;
  }

  public Behavior behavior() {
    return behavior;
  }

  /// Marks the object as generated.
  public void generated(Behavior behavior, boolean hashed) {
    this.generated = true;
    this.behavior = behavior;
    this.hashed = hashed;
  }

  /// Returns the location of its file, as recorded for `buildMetadata`; null if nothing is
  /// recorded.
  @Nullable Provenance provenance() {
    return provenance;
  }

  void comeFrom(Provenance where) {
    this.provenance = where;
  }

  /// Takes over what `old`, whose place it takes, was called and where its fields come from.
  public void succeed(BuiltResource old, MapValue merged) {
    old.successor = this;
    previous.clear();
    previous.addAll(old.previous);
    prefixes.clear();
    prefixes.addAll(old.prefixes);
    suffixes.clear();
    suffixes.addAll(old.suffixes);
    hashed = hashed && old.hashed;
    behavior = old.behavior;
    addCopies(old.copies);
    changes.add(new Change(MapValue.EMPTY, merged, stepAfter(old), build.entries()));
    set(merged);
  }

  /// The object that has taken its place in the end; itself when none has.
  public BuiltResource latest() {
    BuiltResource latest = this;
    for (BuiltResource next = successor; next != null; next = next.successor) {
      latest = next;
    }
    return latest;
  }

  /// The fields of an object that was generated in the place of `old`.
  private Step stepAfter(BuiltResource old) {
    return new Step() {
      @Override
      public Origin place(FieldPath path) {
        return path.in(old.tree) instanceof Missing ? own.place(path) : old.place(path);
      }

      @Override
      public List<LineRange> lines(FieldPath path) {
        List<LineRange> before = old.allCauses(path, old.steps());
        return path.in(written) instanceof Missing
            ? before
            : LineRange.joined(own.lines(path), before);
      }
    };
  }

  /// Forgets all that was noted: kustomize keeps that in annotations, which a patch has removed.
  public void forget() {
    previous.clear();
    prefixes.clear();
    suffixes.clear();
    generated = false;
    hashed = false;
    behavior = Behavior.CREATE;
    build.renamed();
  }

  /// Whether anything was noted about the object, which kustomize keeps in annotations.
  public boolean isNoted() {
    return !previous.isEmpty() || !prefixes.isEmpty() || !suffixes.isEmpty() || generated;
  }

  /// Returns the position of a field's value: in the last step that changed it, or in the object's
  /// file.
  public Origin place(FieldPath path) {
    if (path instanceof FieldPath.Root) {
      return origin;
    }
    FieldPath named = named(path);
    for (Change change : changes.reversed()) {
      if (change.changes(named)) {
        return change.step().place(named);
      }
    }
    return own.place(named);
  }

  /// Notes that names in this object are the current ones of `other`.
  public void refer(BuiltResource other) {
    if (!references.contains(other)) {
      references.add(other);
    }
  }

  /// Returns the lines that decide a field's value, for each step that changed the field, the last
  /// step first. The object's file comes last.
  ///
  /// @param path the field; the root for the existence of the object
  public List<List<LineRange>> causes(FieldPath path) {
    build.budget().restore();
    var causes = new ArrayList<>(referred(path));
    causes.addAll(causes(path, changes.size()));
    return causes;
  }

  /// Returns the lines of a field in the object's file.
  public List<LineRange> written(FieldPath path) {
    return own.lines(named(path));
  }

  /// Returns all lines that decide a field's value after the first `steps` steps.
  public List<LineRange> allCauses(FieldPath path, int steps) {
    return causes(path, steps).stream().flatMap(List::stream).toList();
  }

  /// Returns all lines that decide the fields of an object that steps have changed; empty if there
  /// were no steps.
  List<LineRange> changedLines() {
    return changes.isEmpty()
        ? List.of()
        : tree.entries().keySet().stream()
            .flatMap(key -> allCauses(FieldPath.root().key(key), changes.size()).stream())
            .toList();
  }

  /// Returns the number of steps so far.
  public int steps() {
    return changes.size();
  }

  private List<List<LineRange>> causes(FieldPath path, int steps) {
    var causes = new ArrayList<List<LineRange>>();
    if (!build.budget().enter()) {
      return causes;
    }
    FieldPath named = named(path);
    if (named instanceof FieldPath.Root) {
      causes.add(entries);
    } else {
      for (Change change : changes.subList(0, steps).reversed()) {
        if (change.changes(named) && build.budget().spend()) {
          causes.add(LineRange.joined(change.step().lines(named), change.entries()));
        }
      }
      if (!(named.in(written) instanceof Missing)) {
        causes.add(LineRange.joined(own.lines(named), entries));
      }
    }
    build.budget().leave();
    return causes;
  }

  /// Returns the lines that decide the names which a field contains.
  private List<List<LineRange>> referred(FieldPath path) {
    if (references.isEmpty()) {
      return List.of();
    }
    var texts = new HashSet<String>();
    collectTexts(path.in(tree), texts);
    return references.stream()
        .filter(other -> texts.contains(other.name()) || texts.contains(other.namespace()))
        .flatMap(other ->
            ResourceId.FIELDS.stream()
                .flatMap(field -> other.causes(field, other.steps()).stream()))
        .toList();
  }

  private void collectTexts(Node node, Set<String> texts) {
    switch (node) {
      case MapValue map -> map.entries().values().forEach(item -> collectTexts(item, texts));
      case ListValue(List<Value> items) -> items.forEach(item -> collectTexts(item, texts));
      case ScalarValue scalar -> texts.add(text(scalar));
      default -> {}
    }
  }

  /// The path with items by their names, which does not change when items come before them.
  private FieldPath named(FieldPath path) {
    return switch (path) {
      case FieldPath.Root root -> root;
      case FieldPath.Key(FieldPath parent, String key) -> named(parent).key(key);
      case FieldPath.Item(FieldPath parent, Value identity) -> named(parent).item(identity);
      case FieldPath.Index(FieldPath parent, int index) -> {
        FieldPath list = named(parent);
        boolean isNamed =
            list.in(tree) instanceof ListValue(List<Value> items)
                && index < items.size()
                && items.get(index) instanceof MapValue item
                && item.has("name");
        yield isNamed ? list.item(MapValue.of("name", nameOf(list, index))) : list.index(index);
      }
    };
  }

  private Value nameOf(FieldPath list, int index) {
    return list.index(index).key("name").in(tree) instanceof Value name ? name : Value.NULL;
  }
}
