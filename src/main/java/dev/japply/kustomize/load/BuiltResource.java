package dev.japply.kustomize.load;

import dev.japply.kustomize.load.GeneratorEntry.Behavior;
import dev.japply.object.Gvk;
import dev.japply.object.ObjectKey;
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
import dev.japply.yaml.DecidingLines;
import dev.japply.yaml.LineRange;
import dev.japply.yaml.PlainScalar;
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

  /// The reference of a binding, which names a kind, too.
  private static final FieldPath ROLE = FieldPath.root().key("roleRef");

  private static final FieldPath ROLE_KIND = ROLE.key("kind");
  private static final FieldPath ROLE_GROUP = ROLE.key("apiGroup");

  private final Build build;
  private final Step own;
  private final MapValue written;
  private final List<LineRange> entries;
  private final Origin origin;
  private final List<StepChange> changes = new ArrayList<>();
  private final List<BuiltResource> references = new ArrayList<>();
  private final List<ResourceId> previous = new ArrayList<>();
  private final List<String> prefixes = new ArrayList<>();
  private final List<String> suffixes = new ArrayList<>();
  private MapValue tree;

  /// The object in the manifest or generator that describes it, also if later ones replace it.
  private MapValue first;

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
    this.first = tree;
    this.origin = origin;
    this.own = own;
    this.entries = build.entries();
  }

  public MapValue tree() {
    return tree;
  }

  public Origin origin() {
    return origin;
  }

  /// Replaces the content of the object by `changed`.
  ///
  /// @param step the source of each new field
  public void become(MapValue changed, Step step) {
    if (!isSame(changed, tree)) {
      assign(changed, step);
    }
  }

  /// Does the same, and notes the step even if all fields had these values.
  public void assign(MapValue changed, Step step) {
    replace(isSame(changed, tree) ? tree : build.aliases().follow(tree, changed), step);
  }

  /// Equal trees may be written differently.
  @SuppressWarnings("ReferenceEquality")
  private static boolean isSame(MapValue one, MapValue other) {
    return one == other;
  }

  /// Replaces the content of the object by `changed`. Values that other fields share stay there.
  public void replace(MapValue changed, Step step) {
    changes.add(new StepChange(tree, changed, step, build.entries()));
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
      case MapValue map -> map.mapValues(this::printed);
      case ListValue list -> list.map(this::printed);
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
    return PlainScalar.isString(text) && !needsQuotes(text)
        ? Value.text(text)
        : build.spelling().quoted(text);
  }

  private static boolean needsQuotes(String text) {
    if (!PlainScalar.isScalar(text) && INDICATORS.matcher(text).find()) {
      return true;
    }
    char first = text.charAt(0);
    return ((first >= '0' && first <= '9') || first == '-' || first == '+')
        && (BASE_60.matcher(text).matches() || isTime(text));
  }

  private static boolean isTime(String text) {
    var read = new ScalarStyle();
    return read.isTime(PlainScalar.read(text, read));
  }

  /// The object becomes `changed`, whose fields are still those that are written somewhere.
  public void follow(MapValue changed) {
    if (!isSame(changed, tree)) {
      changes.add(new StepChange(tree, changed, null, List.of()));
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

  public ResourceId id() {
    ResourceId known = id;
    if (known == null) {
      known = id(tree);
      id = known;
    }
    return known;
  }

  /// The `apiVersion` of an object as it is written, even if that is a null.
  private String version(MapValue object) {
    return object.get("apiVersion") instanceof Value value ? build.spelling().text(value) : "";
  }

  /// Whether its `apiVersion` is a null that is written as a word.
  public boolean hasNullVersion() {
    return tree.get("apiVersion") instanceof NullValue value
        && !build.spelling().isUntagged(value)
        && !version(tree).isEmpty();
  }

  private static ResourceId id(Gvk gvk, String namespace, String name, boolean clusterScoped) {
    return new ResourceId(gvk, namespace, name, clusterScoped);
  }

  /// Returns the id in the manifest or generator that describes it.
  public ResourceId writtenId() {
    return id(first);
  }

  private ResourceId id(MapValue object) {
    Gvk gvk = Gvk.of(version(object), text(object.get("kind")));
    MapValue metadata = object.map("metadata");
    return id(
        gvk,
        text(metadata.get("namespace")),
        text(metadata.get("name")),
        build.scopes().isClusterScoped(gvk, this));
  }

  /// The ids that it had before, the first first, all of the group and version that it has now.
  public List<ResourceId> previousIds() {
    var ids = new ArrayList<ResourceId>(previous.size());
    for (ResourceId before : previous) {
      ids.add(withOwnVersion(before));
    }
    return ids;
  }

  private ResourceId withOwnVersion(ResourceId before) {
    Gvk now = id().gvk();
    Gvk gvk = new Gvk(now.group(), now.version(), before.gvk().kind());
    return id(gvk, before.namespace(), before.name(), false);
  }

  /// The id that it was written with.
  public ResourceId originalId() {
    return previous.isEmpty() ? id() : withOwnVersion(previous.getFirst());
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

  /// `Deployment shop/web`: how problems name the object.
  public String subject() {
    return new ObjectKey("", kind(), namespace(), name()).subject();
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
    first = old.first;
    previous.clear();
    previous.addAll(old.previous);
    prefixes.clear();
    prefixes.addAll(old.prefixes);
    suffixes.clear();
    suffixes.addAll(old.suffixes);
    hashed = hashed && old.hashed;
    behavior = old.behavior;
    addCopies(old.copies);
    changes.add(new StepChange(MapValue.EMPTY, merged, stepAfter(old), build.entries()));
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
      public DecidingLines lines(FieldPath path) {
        DecidingLines before = old.allCauses(path, old.steps());
        return path.in(written) instanceof Missing
            ? before
            : DecidingLines.joined(List.of(own.lines(path), before));
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
    FieldPath named = named(path, tree);
    for (StepChange change : changes.reversed()) {
      if (change.changes(named)) {
        return change.place(named);
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
  public List<DecidingLines> causes(FieldPath path) {
    build.budget().restore();
    var causes = new ArrayList<>(referred(path));
    causes.addAll(causes(path, changes.size()));
    return causes;
  }

  /// Returns the lines of a field in the object's file.
  public List<LineRange> written(FieldPath path) {
    return own.lines(named(path, tree)).values();
  }

  /// Returns all lines that decide a field's value after the first `steps` steps.
  public DecidingLines allCauses(FieldPath path, int steps) {
    return DecidingLines.joined(causes(path, steps));
  }

  /// Returns all lines that decide the fields of an object that steps have changed; empty if there
  /// were no steps.
  List<LineRange> changedLines() {
    return changes.stream().allMatch(change -> change.step() == null)
        ? List.of()
        : tree.entries().keySet().stream()
            .flatMap(
                key -> allCauses(FieldPath.root().key(key), changes.size()).all(false).stream())
            .toList();
  }

  public int steps() {
    return changes.size();
  }

  private List<DecidingLines> causes(FieldPath path, int steps) {
    var causes = new ArrayList<DecidingLines>();
    if (!build.budget().enter()) {
      return causes;
    }
    FieldPath named = named(path, tree);
    if (named instanceof FieldPath.Root) {
      causes.add(DecidingLines.of(entries));
    } else {
      for (StepChange change : changes.subList(0, steps).reversed()) {
        if (change.sets(named) && build.budget().spend()) {
          causes.add(change.lines(named));
        }
        named = named(change.before(named), change.before());
      }
      if (!(named.in(written) instanceof Missing)) {
        causes.add(own.lines(named).where(keyLines(named)).within(entries));
      }
    }
    build.budget().leave();
    return causes;
  }

  /// Returns the lines of the keys that identify the items on a path when lists are merged.
  private List<LineRange> keyLines(FieldPath path) {
    return switch (path) {
      case FieldPath.Item(FieldPath list, MapValue keys) ->
          LineRange.joined(
              keys.entries().keySet().stream()
                  .flatMap(key -> own.lines(path.key(key)).values().stream())
                  .toList(),
              keyLines(list));
      case FieldPath.Root root -> List.of();
      default -> keyLines(path.parentPath());
    };
  }

  /// Returns the lines that decide the names which a field contains.
  private List<DecidingLines> referred(FieldPath path) {
    if (references.isEmpty() || ResourceId.FIELDS.contains(path)) {
      return List.of();
    }
    var texts = new HashSet<String>();
    collectTexts(path.in(tree), texts);
    List<LineRange> kind = lines(ResourceId.KIND);
    if (path.isWithin(ROLE)) {
      kind = LineRange.joined(kind, LineRange.joined(lines(ROLE_KIND), lines(ROLE_GROUP)));
    }
    var causes = new ArrayList<DecidingLines>();
    for (BuiltResource other : references) {
      if (texts.contains(other.name())) {
        causes.addAll(identity(other, ResourceId.NAME, kind));
      }
      if (texts.contains(other.namespace())) {
        causes.addAll(identity(other, ResourceId.NAMESPACE, kind));
      }
    }
    return causes;
  }

  /// Returns the lines that decide a part of another object's name, and whether there is a
  /// reference. That depends on the kinds of both objects, and least on their versions.
  ///
  /// @param kind the lines with the kind of this object, and with the kind that it refers to
  private List<DecidingLines> identity(BuiltResource other, FieldPath part, List<LineRange> kind) {
    List<LineRange> kinds = LineRange.joined(other.lines(ResourceId.KIND), kind);
    List<LineRange> versions =
        LineRange.joined(other.lines(ResourceId.VERSION), lines(ResourceId.VERSION));
    var causes = new ArrayList<DecidingLines>();
    for (DecidingLines step : other.causes(part, other.steps())) {
      causes.add(step.where(kinds));
    }
    if (!causes.isEmpty()) {
      DecidingLines own = causes.removeLast();
      causes.add(own.where(own.values()).where(versions));
    }
    return causes;
  }

  private List<LineRange> lines(FieldPath field) {
    return allCauses(field, steps()).values();
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
  private static FieldPath named(FieldPath path, MapValue tree) {
    return switch (path) {
      case FieldPath.Root root -> root;
      case FieldPath.Key(FieldPath parent, String key) -> named(parent, tree).key(key);
      case FieldPath.Item(FieldPath parent, Value identity) -> named(parent, tree).item(identity);
      case FieldPath.Index(FieldPath parent, int index) -> {
        FieldPath list = named(parent, tree);
        FieldPath item = list.index(index);
        yield item.in(tree) instanceof MapValue map && map.get("name") instanceof Value name
            ? list.item(MapValue.of("name", name))
            : item;
      }
    };
  }
}
