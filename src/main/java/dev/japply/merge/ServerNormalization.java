package dev.japply.merge;

import static dev.japply.object.PodSpecs.ACCOUNT;
import static dev.japply.object.PodSpecs.ACCOUNT_COPY;

import dev.japply.object.Gvk;
import dev.japply.object.PodSpecs;
import dev.japply.object.ServerFields;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/// Converts a manifest into the form that the server stores, so that the two can be compared.
public final class ServerNormalization {
  private static final String VERSION = "resourceVersion";
  private static final String DATA = "data";
  private static final String TEXTS = "stringData";

  private ServerNormalization() {}

  /// Returns the last applied object in the stored form. Its `resourceVersion` was a condition of
  /// that apply and is not owned. The rest of `stringData`, which no live Secret contains, is not
  /// owned either.
  static MapValue owned(MapValue lastApplied) {
    MapValue form = ServiceAccount.ownedInBoth(lastApplied);
    MapValue owned = withoutMetadata(stored(form), VERSION, false);
    return isSecret(owned) ? owned.without(TEXTS) : owned;
  }

  /// Returns the same for a merge into `live`. If the values of a Secret were removed from the
  /// manifest and the live `data` is empty, nothing remains to be deleted, and the map is not
  /// owned.
  static MapValue owned(MapValue lastApplied, MapValue config, MapValue live) {
    MapValue owned = owned(lastApplied);
    boolean isUnowned =
        !lastApplied.has(DATA) && !config.has(DATA) && live.get(DATA).equals(MapValue.EMPTY);
    return isUnowned ? owned.without(DATA) : owned;
  }

  private static MapValue withoutMetadata(MapValue object, String key, boolean onlyNull) {
    MapValue metadata = object.map("metadata");
    boolean goes = metadata.has(key) && (!onlyNull || metadata.get(key).equals(Value.NULL));
    return goes ? object.with("metadata", metadata.without(key)) : object;
  }

  /// Returns the manifest with the `stringData` of a Secret in its `data`, where the server stores
  /// it, the service account of Pods in both of its fields, and an aggregated role without rules.
  /// Removes nulls of server-owned fields, which generators write, `selfLink`, and empty fields
  /// that the server fills.
  public static MapValue stored(MapValue config) {
    MapValue form =
        withoutSelfLink(
            withoutMetadata(withoutMetadata(config, "creationTimestamp", true), VERSION, true));
    return isSecret(form) && form.get(TEXTS) instanceof MapValue texts
        ? inData(form, texts)
        : ServerFields.leftOut(ServiceAccount.inBoth(form));
  }

  /// Returns `object` without `selfLink`, which older exports have. No server stores it, but the
  /// response to a dry run has it.
  public static MapValue withoutSelfLink(MapValue object) {
    return withoutMetadata(object, "selfLink", false);
  }

  static boolean isSecret(MapValue object) {
    return object.text("apiVersion").equals("v1") && object.text("kind").equals("Secret");
  }

  private static MapValue inData(MapValue secret, MapValue texts) {
    MapValue data = secret.map(DATA);
    MapValue rest = MapValue.EMPTY;
    for (var entry : texts.entries().entrySet()) {
      if (entry.getValue() instanceof StringValue(String text)) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        data = data.with(entry.getKey(), Value.text(Base64.getEncoder().encodeToString(bytes)));
      } else if (!entry.getValue().equals(Value.NULL)) {
        rest = rest.with(entry.getKey(), entry.getValue());
      }
    }
    MapValue stored = secret.without(TEXTS);
    stored = data.isEmpty() && !secret.has(DATA) ? stored : stored.with(DATA, data);
    return rest.isEmpty() ? stored : stored.with(TEXTS, rest);
  }

  /// The service account of Pods. Its field has a deprecated copy, and the server keeps both equal:
  /// a name in `serviceAccountName` goes into the copy, and if that is empty, the copy comes back.
  ///
  /// @param path the Pod spec
  /// @param name the account; null if there is none
  private record ServiceAccount(FieldPath path, Value name) {
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

    /// Returns the last applied object with the account in both fields. The account that a Pod has
    /// in any case is not owned.
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
}
