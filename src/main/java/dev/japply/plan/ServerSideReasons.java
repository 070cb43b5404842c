package dev.japply.plan;

import dev.japply.object.FieldManagers.Manager;
import dev.japply.object.KubeObject;
import dev.japply.object.ManagedFields;
import dev.japply.object.OwnedFields;
import dev.japply.plan.FieldChanges.Change;
import dev.japply.plan.FieldExplanation.Cause;
import dev.japply.schema.PatchFormat;
import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The reasons for the changes of a server-side apply, from the owners before and after it.
///
/// @param manifest the manifest as it is sent
/// @param before the live object
/// @param after the object as the server returns it
/// @param manager the field manager of the apply
/// @param type the schema of the object; null if it is not known
record ServerSideReasons(
    MapValue manifest, MapValue before, MapValue after, String manager, @Nullable Schema type) {
  /// A field with the reason for its change.
  ///
  /// @param managers the managers of the live value
  record Reason(Change change, Cause cause, List<Manager> managers) {
    FieldPath path() {
      return change.path();
    }
  }

  /// Returns the reasons for the fields whose values or owners change.
  ///
  /// @param ours whether to add all fields of the manifest
  List<Reason> find(boolean ours) {
    var reasons = new ArrayList<Reason>();
    OwnedFields own = OwnedFields.of(before, manager);
    OwnedFields next = OwnedFields.of(after, manager);
    Set<String> clients = OrphanedFields.clients(before);
    boolean status = manifest.has("status") || own.owns(FieldPath.root().key("status"));
    // The server identifies items by all of their keys.
    Schema keyed = type == null ? null : type.of(PatchFormat.JSON_MERGE);
    // Sorted, since a plan file and a response have the fields in different orders.
    List<Change> changes =
        FieldChanges.between(before, after, keyed, status).stream()
            .flatMap(change -> change.fields().stream())
            .sorted(Comparator.comparing(change -> change.path().toString()))
            .toList();
    for (Change change : changes) {
      List<Manager> others = others(own, change.path());
      boolean sent = next.fields().meets(change.path());
      Cause cause = changed(own, sent, change, others, isMigrated(others, clients));
      reasons.add(new Reason(change, cause, others));
    }
    var explained = new FieldIndex(before, after);
    reasons.forEach(reason -> explained.add(reason.path()));
    for (FieldPath path : next.paths()) {
      boolean shown = ours || !own.owns(path);
      if (shown
          && isOfManifest(path)
          && !explained.meets(path)
          && path.in(before) instanceof Value) {
        List<Manager> others = others(own, path);
        List<Manager> later = next.others(path, after);
        reasons.add(stays(path, owned(own.owns(path), others, later), others));
      }
    }
    for (FieldPath path : own.paths()) {
      if (!next.owns(path)
          && isOfManifest(path)
          && !explained.meets(path)
          && path.in(before) instanceof Value) {
        List<Manager> others = others(own, path);
        reasons.add(stays(path, left(others), others));
      }
    }
    return reasons;
  }

  /// Returns the fields that have left the manifest but stay, since the migration from client-side
  /// apply gives them to no manager, or others own them, too.
  List<Reason> ofStuck(KubeObject desired) {
    if (OrphanedFields.clients(before).isEmpty() || !OrphanedFields.clients(after).isEmpty()) {
      return List.of();
    }
    OwnedFields own = OwnedFields.of(before, manager);
    var reasons = new ArrayList<Reason>();
    for (MigrationFinding finding : new OrphanedFields(before, desired, manager).findings()) {
      if (finding instanceof MigrationFinding.Stuck(FieldPath path, var others)
          && !own.owns(path)
          && path.in(after) instanceof Value) {
        String why =
            others.isEmpty() ? unowned(desired, path) : "owned by " + names(others) + ", too";
        Cause cause = Cause.stay(Cause.STUCK, "left the manifest, but stays: " + why);
        reasons.add(stays(path, cause, others(own, path)));
      }
    }
    return reasons;
  }

  private String unowned(KubeObject desired, FieldPath path) {
    String flags = manager.equals(ManagedFields.SERVER_SIDE) ? "" : " --field-manager=" + manager;
    return "applied through another API version, it has no owner after the migration; then, "
        + StayingFields.removal(desired, List.of(path), flags);
  }

  /// Returns the reasons for the changes of an object that is deleted and created again from the
  /// manifest: its fields, and those that left it. Fields of other managers and defaults are not
  /// compared.
  List<Reason> ofRecreation() {
    OwnedFields own = OwnedFields.of(before, manager);
    Set<String> clients = OrphanedFields.clients(before);
    List<FieldPath> applied = own.paths().stream().map(path -> path.numberedIn(before)).toList();
    return FieldChanges.between(before, manifest, type, manifest.has("status")).stream()
        .flatMap(change -> change.fields().stream())
        .filter(change ->
            change.after() instanceof Value wanted
                ? !PatchWarnings.contains(change.before(), wanted)
                : isOfManifest(change.path()) && meets(change.path(), applied))
        .map(change -> {
          List<Manager> others = others(own, change.path());
          boolean sent = change.after() instanceof Value;
          Cause cause =
              sent
                  ? changed(own, sent, change, others, isMigrated(others, clients))
                  : removed(others);
          return new Reason(change, cause, others);
        })
        .toList();
  }

  /// Whether a manifest has the field for its own sake: not the key of an item, nor the annotation
  /// of client-side apply, which can have the values of a Secret.
  private static boolean isOfManifest(FieldPath path) {
    return !path.isItemKey() && !path.equals(ObjectExplanation.BOOKKEEPING);
  }

  private Reason stays(FieldPath path, Cause cause, List<Manager> managers) {
    return new Reason(new Change(path, path.in(before), path.in(after)), cause, managers);
  }

  private List<Manager> others(OwnedFields own, FieldPath path) {
    return path.in(before) instanceof Value ? own.others(path, before) : List.of();
  }

  /// @param migrated whether all owners hand their fields over to the server's manager
  private Cause changed(
      OwnedFields own, boolean sent, Change change, List<Manager> others, boolean migrated) {
    FieldPath path = change.path();
    boolean there = change.before() instanceof Value;
    if (sent && LastWriter.in(path, manifest) instanceof Value) {
      if (!there) {
        return Cause.change("added", "added by the manifest");
      }
      if (!others.isEmpty()) {
        return Cause.change("takenOver", "taken over from " + names(others));
      }
      return own.fields().meets(path)
          ? Cause.change("changed", "changed in the manifest")
          : Cause.change("unowned", "set by the manifest; the live value has no owner");
    }
    if (change.after() instanceof Value) {
      return there && (own.fields().meets(path) || migrated)
          ? Cause.change("reset", "left the manifest, so reset to its default")
          : Cause.OF_SERVER;
    }
    if (own.fields().meets(path)) {
      return removed(others);
    }
    return migrated
        ? Cause.change(
            "migrated", "left the manifest, so deleted by the migration from client-side apply")
        : Cause.OF_SERVER;
  }

  private boolean meets(FieldPath path, List<FieldPath> fields) {
    FieldPath place = path.numberedIn(before);
    return fields.stream().anyMatch(place::overlaps);
  }

  private static Cause removed(List<Manager> others) {
    return others.isEmpty()
        ? Cause.change("leftManifest", "left the manifest, so deleted")
        : Cause.change(
            "removedAlong",
            "left the manifest, so deleted, along with fields of %s in it"
                .formatted(names(others)));
  }

  private static boolean isMigrated(List<Manager> owners, Set<String> clients) {
    return !owners.isEmpty()
        && owners.stream().allMatch(owner -> OrphanedFields.isClient(owner, clients));
  }

  /// @param others the other owners before the apply
  /// @param later those afterwards
  private static Cause owned(boolean before, List<Manager> others, List<Manager> later) {
    if (!later.isEmpty()) {
      return Cause.stay("coOwned", "as in the manifest, owned together with " + names(later));
    }
    if (before) {
      return Cause.stay("asManifest", "as in the manifest");
    }
    String place = others.isEmpty() ? "" : " in place of " + names(others);
    return Cause.stay("adopted", "as in the manifest, which owns it from now on" + place);
  }

  private static Cause left(List<Manager> others) {
    return others.isEmpty()
        ? Cause.stay("left", "left the manifest; its default is the same")
        : Cause.stay("kept", "left the manifest, but stays: owned by " + names(others));
  }

  private static String names(List<Manager> managers) {
    return managers.stream().map(Manager::title).distinct().collect(Collectors.joining(", "));
  }
}
