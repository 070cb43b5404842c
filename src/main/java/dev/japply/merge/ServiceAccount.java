package dev.japply.merge;

import static dev.japply.object.PodSpecs.ACCOUNT;
import static dev.japply.object.PodSpecs.ACCOUNT_COPY;

import dev.japply.object.Gvk;
import dev.japply.object.PodSpecs;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import java.util.Optional;

/// The service account of Pods. Its field has a deprecated copy, and the server keeps both equal: a
/// name in `serviceAccountName` goes into the copy, and if that is empty, the copy comes back.
///
/// @param path the Pod spec
/// @param name the account; null if there is none
record ServiceAccount(FieldPath path, Value name) {
  /// The account that the server itself gives to a Pod.
  private static final Value USUAL = Value.text("default");

  /// Returns the account in `object`; empty if it has neither field, or no text in them.
  static Optional<ServiceAccount> in(MapValue object) {
    Optional<FieldPath> path = PodSpecs.path(Gvk.of(object).groupKind());
    if (path.isEmpty() || !(path.get().in(object) instanceof MapValue spec)) {
      return Optional.empty();
    }
    Node name = spec.get(ACCOUNT);
    Node copy = spec.get(ACCOUNT_COPY);
    boolean any = name instanceof Value || copy instanceof Value;
    return any && isText(name) && isText(copy)
        ? Optional.of(new ServiceAccount(path.get(), named(PodSpecs.isUnset(name) ? copy : name)))
        : Optional.empty();
  }

  private static boolean isText(Node node) {
    return node instanceof StringValue || PodSpecs.isUnset(node);
  }

  private static Value named(Node node) {
    return node instanceof StringValue text && !PodSpecs.isUnset(text) ? text : Value.NULL;
  }

  /// Returns `object` with the account in both fields. A Pod always has one, so a Pod without a
  /// name in the manifest gets neither field.
  static MapValue inBoth(MapValue object) {
    Optional<ServiceAccount> account = in(object);
    if (account.isEmpty()) {
      return object;
    }
    return account.get().isOfPod() && account.get().name.equals(Value.NULL)
        ? account.get().outOf(object)
        : account.get().into(object);
  }

  /// Returns the last applied object with the account in both fields. The account that a Pod has in
  /// any case is not owned.
  static MapValue ownedInBoth(MapValue lastApplied) {
    Optional<ServiceAccount> account = in(lastApplied);
    boolean isUsual =
        account.filter(found -> found.isOfPod() && found.name.equals(USUAL)).isPresent();
    return isUsual ? account.get().outOf(lastApplied) : inBoth(lastApplied);
  }

  private boolean isOfPod() {
    return PodSpecs.isOfPod(path);
  }

  private MapValue into(MapValue object) {
    return put(object, spec(object).with(ACCOUNT, name).with(ACCOUNT_COPY, name));
  }

  private MapValue outOf(MapValue object) {
    return put(object, spec(object).without(ACCOUNT).without(ACCOUNT_COPY));
  }

  private MapValue spec(MapValue object) {
    return (MapValue) path.in(object);
  }

  private MapValue put(MapValue object, MapValue spec) {
    return (MapValue) path.put(object, spec);
  }
}
