package dev.japply.plan;

import dev.japply.diff.Secrets;
import dev.japply.object.FieldManagers;
import dev.japply.object.FieldManagers.Manager;
import dev.japply.object.KubeObject;
import dev.japply.object.LastApplied;
import dev.japply.object.ManagedFields;
import dev.japply.object.ManagedFields.Operation;
import dev.japply.object.OwnedFields;
import dev.japply.plan.LastWriter.Owned;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The fields that client-side apply owns and the manifest no longer has: a migration removes some
/// and leaves others.
///
/// Uses the entries after [dev.japply.object.ManagedFields#upgraded] and an apply of the manifest
/// by the server.
///
/// @param server the field manager for server-side apply
public record OrphanedFields(MapValue live, KubeObject desired, String server) {
  private static final FieldPath ANNOTATIONS = FieldPath.root().key("metadata").key("annotations");

  private static final String APPLY = "Apply";

  /// Returns the managers that applied the object on the client side and would hand over.
  public static Set<String> clients(MapValue live) {
    return ManagedFields.of(live).annotators(Operation.UPDATE);
  }

  /// Returns the findings, in the order of their paths.
  public List<MigrationFinding> findings() {
    Set<String> clients = new LinkedHashSet<>(clients(live));
    clients.add(ManagedFields.CLIENT_SIDE);
    Map<FieldPath, List<Manager>> later =
        handedOver().stream().collect(Collectors.toMap(Owned::path, Owned::managers));
    Node annotation = LastApplied.read(live).config();
    Set<MigrationFinding> findings = new LinkedHashSet<>();
    for (Owned one : LastWriter.of(live, Secrets.MASKED)) {
      List<Manager> owners =
          one.managers().stream().filter(manager -> isClient(manager, clients)).toList();
      if (!owners.isEmpty() && !isAnnotation(one.path()) && !isDesired(one.path())) {
        FieldPath field = gone(one.path());
        finding(
                field,
                isApplied(field, annotation),
                owners,
                later.getOrDefault(one.path(), List.of()))
            .ifPresent(findings::add);
      }
    }
    return List.copyOf(findings);
  }

  /// Returns the finding about a field; empty for a default that stays.
  ///
  /// @param applied whether it was applied last
  private Optional<MigrationFinding> finding(
      FieldPath field, boolean applied, List<Manager> owners, List<Manager> later) {
    List<Manager> others = later.stream().filter(manager -> !manager.applies(server)).toList();
    boolean removed = !later.isEmpty() && others.isEmpty();
    if (removed) {
      return Optional.of(
          applied
              ? new MigrationFinding.Removed(field, owners)
              : new MigrationFinding.Reset(field));
    }
    return applied ? Optional.of(new MigrationFinding.Stuck(field, others)) : Optional.empty();
  }

  /// Returns the owned fields after an apply of the manifest and the handover of client-side
  /// apply's fields.
  private List<Owned> handedOver() {
    ManagedFields before = ManagedFields.of(live);
    Optional<ManagedFields> after = applied(before).upgraded(clients(live), server);
    Value entries = after.orElse(before).tree();
    MapValue metadata = live.map("metadata").with("managedFields", entries);
    return LastWriter.of(live.with("metadata", metadata), Secrets.MASKED);
  }

  /// Returns `after`, the object after an apply of the manifest, without the fields that the
  /// migration removes.
  ///
  /// @param defaults whether to leave out those that were not applied last, too. Most are defaults,
  ///   which the server sets again
  public MapValue removedFrom(MapValue after, boolean defaults) {
    var fields = new ArrayList<FieldPath>();
    for (MigrationFinding finding : findings()) {
      switch (finding) {
        case MigrationFinding.Removed removed -> fields.add(removed.field());
        case MigrationFinding.Reset(FieldPath field) when defaults -> fields.add(field);
        case MigrationFinding.Reset stays -> {}
        case MigrationFinding.Stuck stays -> {}
      }
    }
    return FieldRemoval.without(fields, after);
  }

  /// Returns the fields that the migration removes although only managers of another name than the
  /// server's have applied them.
  public List<MigrationFinding.Removed> removedOfOthers() {
    return findings().stream()
        .flatMap(finding ->
            finding instanceof MigrationFinding.Removed removed
                ? Stream.of(removed)
                : Stream.empty())
        .filter(removed -> removed.isOfOthers(server))
        .toList();
  }

  /// Returns the entries with one of the server's manager, in the version of the manifest, first.
  /// It has no fields, since the manifest's fields do not count here.
  private ManagedFields applied(ManagedFields before) {
    var entries = new ArrayList<MapValue>();
    entries.add(
        MapValue.of("manager", Value.text(server))
            .with("operation", Value.text(APPLY))
            .with("apiVersion", Value.text(desired.gvk().apiVersion()))
            .with("fieldsType", Value.text("FieldsV1"))
            .with("fieldsV1", MapValue.EMPTY));
    for (MapValue entry : before.entries()) {
      if (!FieldManagers.manager(entry).applies(server)) {
        entries.add(entry);
      }
    }
    return new ManagedFields(entries);
  }

  /// Whether `manager` is one of client-side apply, which hands its fields over.
  static boolean isClient(Manager manager, Set<String> clients) {
    return clients.contains(manager.name())
        && !manager.operation().equals(APPLY)
        && manager.subresource().isEmpty();
  }

  /// Checks whether the field is in the last-applied configuration. Without an annotation, every
  /// field may have been, and if an interrupted migration has replaced it.
  ///
  /// @param annotation the last-applied configuration
  private boolean isApplied(FieldPath path, Node annotation) {
    return !(annotation instanceof MapValue config)
        || LastWriter.in(path, config) instanceof Value
        || isReplaced(config);
  }

  /// Whether the server has replaced the annotation by the manifest, in the first step of a
  /// migration whose last steps were not done.
  private boolean isReplaced(MapValue annotation) {
    return server.equals(ManagedFields.SERVER_SIDE)
        && !OwnedFields.of(live, server).isEmpty()
        && annotation.equals(desired.tree());
  }

  /// Checks whether it is the last-applied annotation, or the map that came with it.
  private static boolean isAnnotation(FieldPath path) {
    return path.equals(ANNOTATIONS) || path.equals(ANNOTATIONS.key(LastApplied.KEY));
  }

  private boolean isDesired(FieldPath path) {
    return LastWriter.in(path, desired.tree()) instanceof Value;
  }

  /// Returns the list item that was removed with the field; the field itself if there is none.
  private FieldPath gone(FieldPath path) {
    for (var steps = path.steps(); steps.hasNext(); ) {
      FieldPath step = steps.next();
      if (step instanceof FieldPath.Item && !isDesired(step)) {
        return step;
      }
    }
    return path;
  }
}
