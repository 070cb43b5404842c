package dev.japply.plan;

import dev.japply.object.KubeObject;
import dev.japply.object.OwnedFields;
import dev.japply.object.PodSpecs;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import java.util.List;
import java.util.Optional;

/// A service account that leaves the manifest of a server-side apply. Its field has a deprecated
/// copy, and the server keeps both equal, but the manager owns only the one that it has applied. An
/// apply without it removes that one, and the server restores it from the other.
///
/// So the manifest gets an empty text in the other. This makes the manager its owner, until the
/// manifest is applied once more as it is.
///
/// @param spec the Pod spec
public record LeavingAccount(FieldPath spec) {
  private static final Value NONE = new StringValue("");

  /// Whether an apply of `desired` may have to remove an account, which only the live object shows.
  public static boolean isPossible(KubeObject desired) {
    return of(desired)
        .filter(account -> PodSpecs.isUnset(account.name().in(desired.tree())))
        .isPresent();
  }

  /// Returns the manifest to send for `desired`, whose tree with kept fields is `tree`.
  static MapValue without(KubeObject desired, MapValue tree, MapValue live, String manager) {
    return of(desired).map(account -> account.cleared(tree, live, manager)).orElse(tree);
  }

  /// Whether `sent`, the manifest that was sent for `desired`, has an emptied field.
  public static boolean isIn(MapValue sent, KubeObject desired) {
    return of(desired).stream()
        .flatMap(account -> account.fields().stream())
        .anyMatch(field -> field.in(sent).equals(NONE) && !field.in(desired.tree()).equals(NONE));
  }

  private static Optional<LeavingAccount> of(KubeObject desired) {
    return PodSpecs.path(desired.gvk().groupKind())
        .filter(spec -> !PodSpecs.isOfPod(spec))
        .map(LeavingAccount::new);
  }

  private FieldPath name() {
    return spec.key(PodSpecs.ACCOUNT);
  }

  private FieldPath copy() {
    return spec.key(PodSpecs.ACCOUNT_COPY);
  }

  private List<FieldPath> fields() {
    return List.of(name(), copy());
  }

  private MapValue cleared(MapValue tree, MapValue live, String manager) {
    OwnedFields own = OwnedFields.of(live, manager);
    boolean ofOthers = fields().stream().anyMatch(field -> !own.others(field, live).isEmpty());
    if (ofOthers || !PodSpecs.isUnset(name().in(tree))) {
      return tree;
    }
    Node copy = copy().in(tree);
    if (isRestored(name(), copy(), own, live) && PodSpecs.isUnset(copy)) {
      return ManifestEdit.put(copy(), tree, live, NONE, null);
    }
    return isRestored(copy(), name(), own, live) && !copy.equals(name().in(live))
        ? ManifestEdit.put(name(), tree, live, NONE, null)
        : tree;
  }

  /// Whether the server restores an applied field, which leaves the manifest, from the other one.
  private static boolean isRestored(
      FieldPath applied, FieldPath other, OwnedFields own, MapValue live) {
    return own.owns(applied) && !own.owns(other) && !PodSpecs.isUnset(other.in(live));
  }
}
