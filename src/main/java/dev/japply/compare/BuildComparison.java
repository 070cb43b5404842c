package dev.japply.compare;

import dev.japply.compare.CauseSearch.CausePosition;
import dev.japply.compare.ObjectChange.Kind;
import dev.japply.compare.ObjectChange.ObjectPair;
import dev.japply.compare.TracedBuild.TracedObject;
import dev.japply.diff.ChangedLines;
import dev.japply.diff.Secrets;
import dev.japply.merge.FieldReason.Values;
import dev.japply.object.Gvk;
import dev.japply.object.KubeObject;
import dev.japply.object.SecretCopies;
import dev.japply.object.SecretMask;
import dev.japply.plan.FieldChanges;
import dev.japply.plan.FieldChanges.Change;
import dev.japply.plan.FieldExplanation;
import dev.japply.plan.FieldExplanation.Cause;
import dev.japply.problem.Origin;
import dev.japply.schema.BuiltinSchemas;
import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import dev.japply.walk.KeyDefaults;
import dev.japply.walk.Place;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Compares the objects of two builds, and finds the line that causes each difference.
public final class BuildComparison {
  private static final FieldPath NAME = FieldPath.root().key("metadata").key("name");
  private static final String NAMED = "name";

  /// Keys that distinguish items without names, as in kustomize's library.
  private static final List<String> KEYS =
      List.of("mountPath", "devicePath", "containerPort", "port", "ip", "topologyKey", "type");

  private static final FieldPath NAMESPACE = FieldPath.root().key("metadata").key("namespace");
  private static final FieldPath KIND = FieldPath.root().key("kind");
  private static final FieldPath VERSION = FieldPath.root().key("apiVersion");
  private static final FieldPath LABELS = FieldPath.root().key("metadata").key("labels");
  private static final FieldPath ANNOTATIONS = FieldPath.root().key("metadata").key("annotations");

  private final BuiltinSchemas builtin = BuiltinSchemas.load();
  private final Secrets secrets;
  private final CauseSearch causes;

  /// @param files the files of both trees
  public BuildComparison(Secrets secrets, ComparedFiles files) {
    this.secrets = secrets;
    this.causes = new CauseSearch(files);
  }

  /// Compares the build of a revision with the build of the working tree.
  public List<ObjectChange> compare(TracedBuild old, TracedBuild now) {
    List<ObjectPair> pairs = ObjectMatcher.match(old.objects(), now.objects());
    var builds = new Builds(old, now, pairs);
    return pairs.stream().map(pair -> compare(pair, builds)).toList();
  }

  private record Builds(TracedBuild old, TracedBuild now, List<ObjectPair> pairs) {
    /// Returns the objects that a reference refers to, before or after the change.
    Stream<ObjectPair> named(Node before, Node after) {
      return pairs.stream()
          .filter(pair -> hasName(pair.old(), before) || hasName(pair.now(), after));
    }

    private static boolean hasName(@Nullable TracedObject object, Node field) {
      return object != null
          && field instanceof StringValue(String text)
          && object.object().key().name().equals(text);
    }
  }

  private ObjectChange compare(ObjectPair pair, Builds builds) {
    Kind kind = kind(pair);
    SecretMask.Pair states = states(pair);
    List<FieldExplanation> fields =
        switch (kind) {
          case SAME -> List.of();
          case ADDED, REMOVED -> List.of(existence(pair, states, builds));
          case CHANGED, RENAMED -> fields(pair, states, builds);
        };
    return new ObjectChange(pair, kind, states, fields);
  }

  private SecretMask.Pair states(ObjectPair pair) {
    return secrets.shown(tree(pair.old()), tree(pair.now()), copies(pair));
  }

  /// Returns the fields that differ. If a manifest has one port number for several protocols, its
  /// ports have the protocol in their names, also where it is left out.
  private List<FieldExplanation> fields(ObjectPair pair, SecretMask.Pair states, Builds builds) {
    Gvk gvk = pair.latest().object().gvk();
    Schema type =
        builtin
            .document(gvk.group(), gvk.version())
            .flatMap(types -> types.object(gvk.group(), gvk.version(), gvk.kind()))
            .orElse(null);
    Place place = Place.of(type, tree(pair.old()), tree(pair.now()));
    Place named = KeyDefaults.together(place);
    List<Change> changes = changes(named);
    if (named.nodes().equals(place.nodes())) {
      return explain(changes, pair, states, builds);
    }
    if (changes.isEmpty()) { // nothing but a key is written out
      return explain(changes(place), pair, states, builds);
    }
    ObjectPair filled =
        new ObjectPair(withTree(pair.old(), named.at(0)), withTree(pair.now(), named.at(1)));
    return explain(changes, filled, states(filled), builds);
  }

  private List<FieldExplanation> explain(
      List<Change> changes, ObjectPair pair, SecretMask.Pair states, Builds builds) {
    return changes.stream().map(change -> explain(change, pair, states, builds)).toList();
  }

  private static List<Change> changes(Place states) {
    return FieldChanges.between(states).stream().flatMap(BuildComparison::parts).toList();
  }

  private static @Nullable TracedObject withTree(@Nullable TracedObject object, Node tree) {
    return object != null && tree instanceof MapValue map ? object.withTree(map) : object;
  }

  private static Kind kind(ObjectPair pair) {
    if (pair.old() == null) {
      return Kind.ADDED;
    }
    if (pair.now() == null) {
      return Kind.REMOVED;
    }
    if (pair.isRenamed()) {
      return Kind.RENAMED;
    }
    return tree(pair.old()).equals(tree(pair.now())) ? Kind.SAME : Kind.CHANGED;
  }

  private static Node tree(@Nullable TracedObject object) {
    return object == null ? Missing.MISSING : object.object().tree();
  }

  private static SecretCopies copies(ObjectPair pair) {
    KubeObject latest = pair.latest().object();
    if (pair.old() == null || pair.now() == null) {
      return latest.copies();
    }
    KubeObject old = pair.old().object();
    return SecretCopies.of(latest, old.tree()).and(SecretCopies.of(old, latest.tree()));
  }

  /// Explains why an object came or went: by its kind, unless that is new with the version, as in a
  /// new file; or else by its name, or by the entry or file that has it. A hash in its name follows
  /// the content, which is no reason.
  private FieldExplanation existence(ObjectPair pair, SecretMask.Pair states, Builds builds) {
    boolean isHashed = !pair.latest().plainName().isEmpty();
    Optional<CausePosition> version = found(pair, VERSION);
    Optional<CausePosition> found =
        found(pair, KIND)
            .filter(kind -> version.isEmpty() || causes.isEdit(kind))
            .or(() -> isHashed ? Optional.empty() : found(pair, NAME))
            .or(() -> found(pair, NAMESPACE, KIND))
            .or(() -> version)
            .or(() -> found(pair, FieldPath.root(), NAME))
            .or(() -> setting(builds, FieldPath.root()));
    return explanation(NAME, states, found, pair);
  }

  /// Returns the items that differ, where the items of two lists have names, or the lists have the
  /// same size and no item moved, or their items have other keys; else the whole change.
  private static Stream<Change> parts(Change change) {
    if (!(change.before() instanceof ListValue before)
        || !(change.after() instanceof ListValue after)) {
      return Stream.of(change);
    }
    List<Change> parts =
        items(change.path(), before, after)
            .flatMap(item -> FieldChanges.within(item.path(), item.before(), item.after()).stream())
            .flatMap(BuildComparison::parts)
            .toList();
    return parts.isEmpty() ? Stream.of(change) : parts.stream();
  }

  /// Returns the items of both lists in pairs; empty if nothing pairs them.
  private static Stream<Change> items(FieldPath path, ListValue before, ListValue after) {
    List<Value> old = before.items();
    List<Value> now = after.items();
    if (haveKey(old, NAMED) && haveKey(now, NAMED)) {
      return items(path, before, after, NAMED);
    }
    if (old.size() == now.size() && !areShifted(old, now)) {
      return IntStream.range(0, old.size())
          .mapToObj(i -> new Change(path.index(i), old.get(i), now.get(i)));
    }
    return KEYS.stream()
        .filter(key -> haveKey(old, key) && haveKey(now, key))
        .limit(1)
        .flatMap(key -> items(path, before, after, key));
  }

  private static Stream<Change> items(
      FieldPath path, ListValue before, ListValue after, String key) {
    return Stream.concat(before.items().stream(), after.items().stream())
        .map(item -> MapValue.of(key, value(item, key)))
        .distinct()
        .map(identity -> {
          FieldPath item = FieldPath.root().item(identity);
          return new Change(path.item(identity), item.in(before), item.in(after));
        });
  }

  /// Returns whether an item is at another index in the other list, as after an insertion.
  private static boolean areShifted(List<Value> before, List<Value> after) {
    var old = new HashSet<Value>(before);
    var now = new HashSet<Value>(after);
    return IntStream.range(0, before.size())
        .filter(i -> !before.get(i).equals(after.get(i)))
        .anyMatch(i -> now.contains(before.get(i)) || old.contains(after.get(i)));
  }

  /// Returns whether all items have that key, each with another value.
  private static boolean haveKey(List<Value> items, String key) {
    var values = new HashSet<Value>();
    return items.stream()
        .map(item -> value(item, key))
        .allMatch(value -> value instanceof Value.ScalarValue && values.add(value));
  }

  private static Value value(Value item, String key) {
    return item instanceof MapValue map && map.get(key) instanceof Value value ? value : Value.NULL;
  }

  /// Explains a changed field: by a line that decides its value; of an item that came or went, by
  /// one that decides its key, if there is one. If there is none, an entry changes the field in
  /// only one of the trees. Then a line decides whether the entry applies: of the settings for the
  /// field, of the object's type, of a reference or of the name that it has, of another feature
  /// that selects the object, or of any other settings.
  private FieldExplanation explain(
      Change change, ObjectPair pair, SecretMask.Pair states, Builds builds) {
    Optional<CausePosition> found =
        identity(change)
            .flatMap(key -> found(pair, key))
            .or(() -> found(pair, firstDifference(change), change.path()))
            .or(() -> setting(builds, change.path()))
            .or(() -> found(pair, KIND, VERSION))
            .or(() -> found(pair, reference(change.path())))
            .or(() ->
                named(change, pair, builds)
                    .flatMap(other -> found(other, NAME).stream())
                    .findFirst())
            .or(() -> found(pair, NAME, NAMESPACE, LABELS, ANNOTATIONS))
            .or(() -> setting(builds, FieldPath.root()));
    return explanation(change.path(), states, found, pair);
  }

  /// Returns the path of the key of an item that came or went.
  private static Optional<FieldPath> identity(Change change) {
    boolean isThere = !(change.before() instanceof Missing || change.after() instanceof Missing);
    return !isThere && change.path() instanceof FieldPath.Item(FieldPath list, MapValue key)
        ? key.entries().keySet().stream().findFirst().map(change.path()::key)
        : Optional.empty();
  }

  /// Returns the path of the reference that a name is part of, or of the list that has the name. A
  /// reference of another kind is to another object.
  private static FieldPath reference(FieldPath path) {
    boolean isName =
        path instanceof FieldPath.Item
            || (path instanceof FieldPath.Key(FieldPath parent, String key)
                && key.equals(NAMED)
                && !path.equals(NAME));
    return isName ? path.parentPath() : path;
  }

  /// Returns the objects with a changed name, or with the name of the reference whose namespace
  /// changed.
  private static Stream<ObjectPair> named(Change change, ObjectPair pair, Builds builds) {
    if (change.path() instanceof FieldPath.Key(FieldPath parent, String key)
        && key.equals("namespace")) {
      FieldPath name = parent.key(NAMED);
      return builds.named(name.in(tree(pair.old())), name.in(tree(pair.now())));
    }
    return builds.named(change.before(), change.after());
  }

  private Optional<CausePosition> setting(Builds builds, FieldPath path) {
    return causes.setting(path, builds.old(), builds.now());
  }

  /// Returns the line that decides the first of these fields that has one.
  private Optional<CausePosition> found(ObjectPair pair, FieldPath... paths) {
    return Stream.of(paths)
        .map(path -> causes.find(path, pair))
        .flatMap(Optional::stream)
        .findFirst();
  }

  /// Returns the first item that differs in a list, which is where it was edited.
  private static FieldPath firstDifference(Change change) {
    if (!(change.before() instanceof ListValue(List<Value> before))
        || !(change.after() instanceof ListValue(List<Value> after))) {
      return change.path();
    }
    int at = 0;
    while (at < Math.min(before.size(), after.size()) && before.get(at).equals(after.get(at))) {
      at++;
    }
    return change.path().index(at);
  }

  private FieldExplanation explanation(
      FieldPath path, SecretMask.Pair states, Optional<CausePosition> found, ObjectPair pair) {
    Node before = path.in(states.before());
    Node after = path.in(states.after());
    KubeObject latest = pair.latest().object();
    Origin nearest = latest.positions().apply(path.numberedIn(latest.tree()));
    Origin place = found.map(CausePosition::place).orElse(nearest);
    Cause cause =
        found
            .map(line ->
                line.isGone()
                    ? Cause.stored(Cause.LINE_GONE, "was set by " + line.place(), true)
                    : Cause.stored(Cause.LINE, "set by " + line.place(), true))
            .orElseGet(
                () -> Cause.stored(Cause.NO_LINE, "no changed line sets it: " + nearest, true));
    var values = new Values(Missing.MISSING, after, before, after);
    return new FieldExplanation(path.toString(), values, cause, List.of(), () -> place);
  }

  /// The files of a revision and of the working tree.
  public interface ComparedFiles {
    /// Returns the changed lines of a file; empty if neither tree has it.
    ///
    /// @param source the name of the file in messages
    /// @param isOld whether the name is of the revision
    Optional<ChangedLines> changes(String source, boolean isOld);
  }
}
