package dev.japply.plan;

import dev.japply.merge.FieldReason;
import dev.japply.merge.FieldReason.Change;
import dev.japply.merge.FieldReason.Ignored;
import dev.japply.merge.FieldReason.Sent;
import dev.japply.merge.FieldReason.Stays;
import dev.japply.merge.FieldReason.Values;
import dev.japply.object.FieldManagers.Manager;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import java.util.List;

/// Texts for reasons.
///
/// @param ourselves the field manager of this program
record Causes(String ourselves) {
  private static final String SCALE = "scale";
  private static final String STATUS = "status";
  private static final String CONTROLLER = "controller";

  Cause of(FieldReason reason, List<Manager> managers) {
    return switch (reason) {
      case Sent sent -> of(sent);
      case Ignored ignored -> Cause.stay(Cause.IGNORED, "ignored by the rule " + ignored.rule());
      case Stays stays ->
          switch (stays.stay()) {
            case AS_MANIFEST -> Cause.stay("asManifest", "as in the manifest");
            case IN_PART -> Cause.stay("inPart", "contains the manifest's value");
            case NOT_IN_MANIFEST -> notInManifest(managers);
          };
    };
  }

  /// Returns the cause of a field whose value the server rewrites. A live value that only this
  /// program has written is the server's rewriting of the last one, and no change by others.
  Cause ofRewritten(Sent sent, List<Manager> managers) {
    boolean ours = !managers.isEmpty() && managers.stream().allMatch(this::isOurs);
    Sent own =
        ours && sent.change() == Change.CHANGED_BY_BOTH
            ? new Sent(sent.path(), sent.values(), Change.CHANGED, sent.entry())
            : sent;
    return of(own).and("rewritten by the server, as by a webhook");
  }

  private static Cause of(Sent sent) {
    Cause cause = change(sent);
    boolean list = sent.values().result() instanceof ListValue;
    return switch (sent.entry().extent()) {
      case PART -> cause;
      case ONE_VALUE ->
          cause.and(list ? "the list is replaced whole" : "the map is replaced whole");
      case WHOLE -> cause.and("sent whole, because no patch can address its parts");
    };
  }

  private static Cause change(Sent sent) {
    Values values = sent.values();
    return switch (sent.change()) {
      case ADDED ->
          Cause.change(
              "added",
              isThere(values.live())
                  ? "new in the manifest, which wins over the live value"
                  : "added by the manifest");
      case CHANGED -> Cause.change("changed", "changed in the manifest");
      case RESTORED ->
          Cause.change(
              "restored",
              isThere(values.live())
                  ? "drift: changed live, the manifest restores it"
                  : "drift: gone live, the manifest restores it");
      case CHANGED_BY_BOTH ->
          Cause.change(
              "changedByBoth",
              isThere(values.live())
                  ? "changed in the manifest and live, the manifest wins"
                  : "changed in the manifest and gone live, the manifest wins");
      case LEFT_MANIFEST -> Cause.change("leftManifest", "left the manifest, so deleted");
      case NULLED -> Cause.change("nulled", "null in the manifest, so deleted");
      case CLEARED ->
          Cause.change("cleared", "cleared: the map keeps only what the manifest names");
      case RESENT -> Cause.change("resent", "the same in another form, which kubectl sends");
      case ORDER -> Cause.directive("order", "the order of the items, sent along with a change");
      case KEPT_KEYS -> Cause.directive("keptKeys", "the keys that stay, sent along with a change");
      case GUARD -> Cause.directive("guard", "the only version that the patch fits");
    };
  }

  private static boolean isThere(Node node) {
    return node instanceof Value;
  }

  private Cause notInManifest(List<Manager> managers) {
    if (managers.isEmpty()) {
      return Cause.stay("unmanaged", "not in the manifest: the server's own");
    }
    Manager manager = managers.getFirst();
    String name = manager.name();
    if (manager.subresource().equals(SCALE)) {
      return Cause.stay("autoscaler", "not in the manifest: scaled");
    }
    if (manager.subresource().equals(STATUS)) {
      return Cause.stay("status", "not in the manifest: written with the status");
    }
    if (name.equals(ourselves)) {
      return Cause.stay("default", "not in the manifest: a server default, or formerly ours");
    }
    return name.contains(CONTROLLER)
        ? Cause.stay("controller", "not in the manifest: the controller's")
        : Cause.stay("otherManager", "not in the manifest: another manager's");
  }

  /// Returns the managers, with the relevant one first: another manager if a live value was
  /// changed.
  List<Manager> ordered(FieldReason reason, List<Manager> managers) {
    boolean drift =
        reason instanceof Sent sent
            && switch (sent.change()) {
              case RESTORED, CHANGED_BY_BOTH, ADDED -> true;
              case CHANGED, LEFT_MANIFEST, NULLED, CLEARED, RESENT, ORDER, KEPT_KEYS, GUARD ->
                  false;
            };
    if (reason.values().live() instanceof Missing) {
      return List.of();
    }
    return drift
        ? managers.stream().sorted((a, b) -> Boolean.compare(isOurs(a), isOurs(b))).toList()
        : managers;
  }

  private boolean isOurs(Manager manager) {
    return manager.name().equals(ourselves);
  }
}
