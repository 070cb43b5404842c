package dev.japply.object;

import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The entries of `metadata.managedFields`: the managers of an object's fields, and their migration
/// from client-side apply to server-side apply.
///
/// The rules are the same as in `k8s.io/client-go/util/csaupgrade`, which kubectl uses.
///
/// @param entries in the server's order, the latest first
public record ManagedFields(List<MapValue> entries) {
  /// The default field manager of client-side apply, as in `kubectl`.
  public static final String CLIENT_SIDE = "kubectl-client-side-apply";

  /// The default field manager of server-side apply, as in `kubectl`.
  public static final String SERVER_SIDE = "kubectl";

  private static final List<String> ANNOTATION =
      List.of("f:metadata", "f:annotations", "f:" + LastApplied.KEY);

  public ManagedFields {
    entries = List.copyOf(entries);
  }

  /// Operation of a manager.
  public enum Operation {
    /// Server-side apply.
    APPLY("Apply"),
    /// In any other way.
    UPDATE("Update");

    private final String text;

    Operation(String text) {
      this.text = text;
    }
  }

  /// Returns the entries of `live`.
  public static ManagedFields of(MapValue live) {
    return new ManagedFields(live.map("metadata").maps("managedFields"));
  }

  /// Returns `live` without what each write changes: its managers, with their times, and its
  /// version.
  public static MapValue unversioned(MapValue live) {
    MapValue metadata = live.map("metadata");
    return live.with("metadata", metadata.without("managedFields").without("resourceVersion"));
  }

  /// Returns an object with the names of the managers of `live` alone.
  public static MapValue onlyNames(MapValue live) {
    var names = ListValue.of(of(live).managers(), name -> MapValue.of("manager", Value.text(name)));
    return MapValue.of("metadata", MapValue.of("managedFields", names));
  }

  /// Whether two states of an object differ in nothing but the status, which controllers write at
  /// any time, and the version. The managers of the status may differ, too.
  public static boolean differOnlyInStatus(MapValue one, MapValue other) {
    return unversioned(one).without("status").equals(unversioned(other).without("status"))
        && of(one).withoutStatus().equals(of(other).withoutStatus());
  }

  /// Returns these entries without the managers of the status, which controllers write at any time.
  public ManagedFields withoutStatus() {
    return new ManagedFields(
        entries.stream().filter(entry -> !entry.text("subresource").equals("status")).toList());
  }

  /// Returns the entries in the form of an object.
  public ListValue tree() {
    return new ListValue(List.copyOf(entries));
  }

  /// Returns these entries with other fields of a manager of server-side apply; without its entry
  /// if it has no fields left.
  public ManagedFields with(String manager, FieldSet fields) {
    return new ManagedFields(
        entries.stream()
            .filter(entry -> !fields.nodes().isEmpty() || !is(entry, manager, Operation.APPLY))
            .map(entry ->
                is(entry, manager, Operation.APPLY) ? entry.with("fieldsV1", fields.tree()) : entry)
            .toList());
  }

  /// Returns the names of all managers.
  public Set<String> managers() {
    return entries.stream()
        .map(entry -> entry.text("manager"))
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /// Whether `manager` owns fields by server-side apply.
  public boolean isApplied(String manager) {
    return entries.stream().anyMatch(entry -> is(entry, manager, Operation.APPLY));
  }

  /// Whether `manager` owns fields by creates or updates of the object itself.
  public boolean hasUpdates(String manager) {
    return entries.stream().anyMatch(entry -> is(entry, manager, Operation.UPDATE));
  }

  /// Returns these entries after `manager` has given up the fields of its creates and updates that
  /// it owns by server-side apply, too: it would remain their owner when it applies them no longer.
  public ManagedFields withoutRepeated(String manager) {
    return new ManagedFields(
        entries.stream()
            .flatMap(entry ->
                is(entry, manager, Operation.UPDATE)
                    ? withoutApplied(entry, manager).stream()
                    : Stream.of(entry))
            .toList());
  }

  private Optional<MapValue> withoutApplied(MapValue update, String manager) {
    Optional<FieldSet> fields = fields(update).map(FieldSet::normal);
    FieldSet applied =
        entries.stream()
            .filter(entry -> is(entry, manager, Operation.APPLY))
            .filter(entry -> entry.text("apiVersion").equals(update.text("apiVersion")))
            .flatMap(entry -> fields(entry).stream())
            .reduce(FieldSet.EMPTY, FieldSet::union)
            .normal();
    if (fields.isEmpty() || fields.get().minus(applied).equals(fields.get())) {
      return Optional.of(update);
    }
    FieldSet rest = fields.get().minus(applied);
    return rest.nodes().isEmpty()
        ? Optional.empty()
        : Optional.of(update.with("fieldsV1", rest.tree()));
  }

  /// Returns these entries but for the creates and updates of `managers`.
  public ManagedFields withoutUpdates(Set<String> managers) {
    return new ManagedFields(
        entries.stream()
            .filter(entry -> managers.stream().noneMatch(name -> is(entry, name, Operation.UPDATE)))
            .toList());
  }

  /// Returns the managers that own the last-applied annotation by that operation.
  public Set<String> annotators(Operation operation) {
    var names = new LinkedHashSet<String>();
    for (MapValue entry : entries) {
      if (entry.text("operation").equals(operation.text)
          && fields(entry).filter(set -> set.contains(ANNOTATION)).isPresent()) {
        names.add(entry.text("manager"));
      }
    }
    return names;
  }

  /// Whether managers in `clients`, of client-side apply, own fields that `server`, of server-side
  /// apply, does not own; the annotation does not count.
  public boolean areBeyond(Set<String> clients, String server) {
    FieldSet own =
        entries.stream()
            .filter(entry -> is(entry, server, Operation.APPLY))
            .flatMap(entry -> fields(entry).stream())
            .reduce(FieldSet.of(ANNOTATION), FieldSet::union);
    return entries.stream()
        .filter(entry -> clients.stream().anyMatch(name -> is(entry, name, Operation.UPDATE)))
        .flatMap(entry -> fields(entry).stream())
        .anyMatch(fields -> !fields.isWithin(own));
  }

  /// Returns these entries after the migration of `clients`, of client-side apply, to `server`, of
  /// server-side apply; the same if they are migrated already.
  ///
  /// @return empty if an entry cannot be read
  public Optional<ManagedFields> upgraded(Set<String> clients, String server) {
    Optional<ManagedFields> upgraded = Optional.of(this);
    for (String client : clients) {
      upgraded = upgraded.flatMap(fields -> fields.upgraded(client, server));
    }
    return upgraded;
  }

  /// The fields of `client` go to the entry of `server`, if both are of one API version; without
  /// that entry the latest of `client` becomes it. Other entries of `client` are dropped.
  private Optional<ManagedFields> upgraded(String client, String server) {
    Predicate<MapValue> old = entry -> is(entry, client, Operation.UPDATE);
    OptionalInt existing = first(entry -> is(entry, server, Operation.APPLY));
    OptionalInt place = existing.isPresent() ? existing : first(old);
    if (place.isEmpty()) {
      return Optional.of(this);
    }
    MapValue heir = entries.get(place.getAsInt());
    String version = heir.text("apiVersion");
    Optional<MapValue> latest =
        entries.stream()
            .filter(old)
            .filter(entry -> entry.text("apiVersion").equals(version))
            .findFirst();
    Optional<FieldSet> own = fields(heir);
    Optional<FieldSet> more =
        latest.isPresent() ? fields(latest.get()) : Optional.of(FieldSet.EMPTY);
    return own.flatMap(mine ->
            more.map(theirs -> applied(heir, server).with("fieldsV1", mine.union(theirs).tree())))
        .map(entry -> replaced(place.getAsInt(), entry, old));
  }

  private ManagedFields replaced(int place, MapValue entry, Predicate<MapValue> dropped) {
    return new ManagedFields(
        IntStream.range(0, entries.size())
            .filter(i -> i == place || !dropped.test(entries.get(i)))
            .mapToObj(i -> i == place ? entry : entries.get(i))
            .toList());
  }

  private static MapValue applied(MapValue entry, String manager) {
    return entry
        .with("manager", Value.text(manager))
        .with("operation", Value.text(Operation.APPLY.text));
  }

  private OptionalInt first(Predicate<MapValue> test) {
    return IntStream.range(0, entries.size()).filter(i -> test.test(entries.get(i))).findFirst();
  }

  /// Whether the entry is of that manager and operation; entries of subresources are not.
  static boolean is(MapValue entry, String manager, Operation operation) {
    return entry.text("manager").equals(manager)
        && entry.text("operation").equals(operation.text)
        && entry.text("subresource").isEmpty();
  }

  /// Returns the fields of an entry; empty if they cannot be read.
  public static Optional<FieldSet> fields(MapValue entry) {
    return entry.get("fieldsV1") instanceof Value tree ? FieldSet.parse(tree) : Optional.empty();
  }
}
