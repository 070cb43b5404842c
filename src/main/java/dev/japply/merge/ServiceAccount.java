package dev.japply.merge;

import dev.japply.object.Gvk;
import dev.japply.object.PodSpecs;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.NullValue;
import dev.japply.tree.Value.StringValue;
import java.util.Optional;

/// The service account of Pods. Its field has a deprecated copy, and the server keeps both equal: a
/// name in `serviceAccountName` goes into the copy, and if that is empty, the copy comes back.
///
/// @param path the Pod spec
/// @param name the account; null if there is none
record ServiceAccount(FieldPath path, Value name) {
  private static final String NAME = "serviceAccountName";
  private static final String COPY = "serviceAccount";

  /// The account that the server itself gives to a Pod.
  private static final Value USUAL = Value.text("default");

  /// Returns the account in `object`; empty if it has neither field, or no text in them.
  static Optional<ServiceAccount> in(MapValue object) {
    Optional<FieldPath> path = PodSpecs.path(Gvk.of(object).groupKind());
    if (path.isEmpty() || !(path.get().in(object) instanceof MapValue spec)) {
      return Optional.empty();
    }
    Node name = spec.get(NAME);
    Node copy = spec.get(COPY);
    boolean any = name instanceof Value || copy instanceof Value;
    return any && isText(name) && isText(copy)
        ? Optional.of(new ServiceAccount(path.get(), named(isEmpty(name) ? copy : name)))
        : Optional.empty();
  }

  private static boolean isText(Node node) {
    return node instanceof StringValue || isEmpty(node);
  }

  private static boolean isEmpty(Node node) {
    return !(node instanceof Value)
        || node instanceof NullValue
        || node.equals(new StringValue(""));
  }

  private static Value named(Node node) {
    return node instanceof StringValue text && !isEmpty(text) ? text : Value.NULL;
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
    return path.parentPath() instanceof FieldPath.Root;
  }

  private MapValue into(MapValue object) {
    return at(path, object, ((MapValue) path.in(object)).with(NAME, name).with(COPY, name));
  }

  private MapValue outOf(MapValue object) {
    return at(path, object, ((MapValue) path.in(object)).without(NAME).without(COPY));
  }

  private static MapValue at(FieldPath path, MapValue object, MapValue map) {
    return path instanceof FieldPath.Key(FieldPath above, String key)
            && above.in(object) instanceof MapValue parent
        ? at(above, object, parent.with(key, map))
        : map;
  }
}
