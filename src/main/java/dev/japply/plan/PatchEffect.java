package dev.japply.plan;

import dev.japply.merge.FieldReason;
import dev.japply.merge.FieldReason.Change;
import dev.japply.merge.FieldReason.Sent;
import dev.japply.merge.ServerNormalization;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Node;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.walk.KeyDefaults;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// The outcome of one patch: the fields that it sends and that become others, and the fields that
/// the server changes along with them.
///
/// @param before the object before the patch
/// @param result the object after it, before the server's defaulting
/// @param after the object as the server returns it; `result` if no request was sent
/// @param none whether the object stays as it is, whatever was to be sent
/// @param rewritten whether the server stores other values than the manifest's
record PatchEffect(
    MapValue before, MapValue result, MapValue after, boolean none, boolean rewritten) {

  /// Returns the effect of a planned patch; no effect for other actions.
  static PatchEffect of(PlannedObject planned) {
    MapValue live = planned.before() instanceof MapValue there ? there : MapValue.EMPTY;
    MapValue result =
        switch (planned.action()) {
          case Action.Patch patch -> patch.result();
          case Action.Recreate(String uid, MapValue body) -> ServerNormalization.stored(body);
          default -> live;
        };
    MapValue after = planned.after() instanceof MapValue known ? known : result;
    after = KeyDefaults.in(after, planned.reasons().schema());
    return new PatchEffect(
        live,
        result,
        after,
        planned.action() instanceof Action.Unchanged,
        planned.reasons().rewritten());
  }

  /// Checks whether the server keeps a field although the patch sends another value: it drops
  /// zeros, fills in defaults, and keeps immutable fields.
  boolean keeps(FieldReason reason) {
    FieldPath path = reason.path();
    Node live = path.in(before);
    return isOfField(reason)
        && live.equals(path.in(after))
        && (none || !live.equals(path.in(result)));
  }

  /// Checks whether the server stores another value of a field than the patch sends. Additions to
  /// maps, such as defaults, do not count.
  boolean rewrites(FieldReason reason) {
    Node planned = reason.values().result();
    Node stored = value(reason);
    return rewritten
        && !planned.equals(stored)
        && !(planned instanceof MapValue && stored instanceof MapValue)
        && !isOfMaps(planned);
  }

  private static boolean isOfMaps(Node node) {
    return node instanceof ListValue list
        && list.items().stream().anyMatch(MapValue.class::isInstance);
  }

  Node value(FieldReason reason) {
    if (none && isOfField(reason)) {
      return reason.values().live();
    }
    Node planned = reason.values().result();
    boolean found = isOfField(reason) && reason.path().in(result).equals(planned);
    return found ? reason.path().in(after) : planned;
  }

  private static boolean isOfField(FieldReason reason) {
    return reason instanceof Sent sent && sent.change().isOfField();
  }

  /// Returns the changed fields without an entry in the patch.
  List<FieldChanges.Change> otherChanges(PlannedObject planned) {
    boolean status = planned.desired().tree().has("status");
    var sent = new FieldIndex(before, after);
    planned.reasons().fields().stream()
        .filter(reason -> isOfField(reason) && !keeps(reason))
        .forEach(reason -> sent.add(reason.path()));
    return FieldChanges.between(before, after, planned.reasons().schema(), status).stream()
        .filter(change -> !sent.meets(change.path()))
        .toList();
  }

  /// Returns the lists whose items the patch puts into another order.
  static Set<FieldPath> ordered(PlannedObject planned) {
    return planned.reasons().fields().stream()
        .filter(reason -> reason instanceof Sent sent && sent.change() == Change.ORDER)
        .map(FieldReason::path)
        .collect(Collectors.toSet());
  }
}
