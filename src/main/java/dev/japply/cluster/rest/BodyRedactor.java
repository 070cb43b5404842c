package dev.japply.cluster.rest;

import dev.japply.object.KubeObject;
import dev.japply.object.SecretCopies;
import dev.japply.object.SecretMask;
import dev.japply.object.SecretValues;
import dev.japply.problem.Origin;
import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.JsonSyntaxException;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.regex.Pattern;

/// Masks the values of Secrets in bodies for the log. They may occur in Secrets, in lists of them,
/// in patches for them, in other objects that contain Secrets, and in later server messages.
///
/// It remembers the Secrets that it has seen. Safe for use by multiple threads.
final class BodyRedactor {
  private static final String SECRETS_PATH = "/secrets(/|\\?|$)";

  private final SecretValues seen = new SecretValues();
  private final List<KubeObject> repeating;

  /// @param repeating objects with copies of secret values, or with Secrets in them; may grow
  BodyRedactor(List<KubeObject> repeating) {
    this.repeating = repeating;
  }

  /// Returns `body` with masked values.
  ///
  /// @param path the path of the body's request
  String masked(String path, String body) {
    boolean aboutSecrets = isOfSecrets(path);
    try {
      repeating.forEach(seen::add);
      Value tree = Json.parse(body);
      String shown = GoJson.write(masked(tree, aboutSecrets)).strip();
      return isRefusal(tree) ? seen.scrubbed(shown) : seen.withoutValues(shown);
    } catch (JsonSyntaxException e) {
      return aboutSecrets ? SecretMask.HIDDEN : seen.scrubbed(body);
    }
  }

  /// Returns true if `tree` is a server message, which may quote a part of a value.
  private static boolean isRefusal(Value tree) {
    return tree instanceof MapValue map && map.text("kind").equals("Status");
  }

  /// Returns the server message `text` without the values seen before.
  String scrubbed(String text) {
    return seen.scrubbed(text);
  }

  /// Returns the server message `text` about `request` without the values in the request.
  static String scrubbed(String text, Request request) {
    var mask = new BodyRedactor(List.of());
    var unused = mask.masked(request.path(), request.body());
    return mask.scrubbed(text);
  }

  /// Returns true if the path is a Secret's or a list's of Secrets.
  static boolean isOfSecrets(String path) {
    return Pattern.compile(SECRETS_PATH).matcher(path).find();
  }

  /// @param secret whether a map without a kind of its own is a Secret, or a patch for one
  private Value masked(Value value, boolean secret) {
    return switch (value) {
      case MapValue map -> masked(map, secret);
      case ListValue list -> list.map(item -> masked(item, secret));
      case Value.NullValue nothing -> nothing;
      case Value.ScalarValue scalar -> scalar;
    };
  }

  private Value masked(MapValue map, boolean secret) {
    String kind = map.text("kind");
    if (kind.equals("Secret") || (secret && kind.isEmpty())) {
      MapValue object = map.with("kind", Value.text("Secret"));
      seen.add(object);
      return SecretMask.masked(KubeObject.of(object, Origin.NONE), map);
    }
    seen.add(map);
    SecretCopies copies = copies(map);
    copies.texts().forEach(text -> seen.addAll(Value.text(text)));
    Node hidden = SecretMask.pair(map, map, copies).after();
    MapValue shown = hidden instanceof MapValue masked ? masked : map;
    return map.get("items") instanceof ListValue items
        ? shown.with("items", items.map(item -> masked(item, kind.equals("SecretList"))))
        : shown;
  }

  /// Returns the copies of secret values in `map`, by its manifest; empty if there are none.
  private SecretCopies copies(MapValue map) {
    String name = map.map("metadata").text("name");
    return repeating.stream()
        .filter(
            object -> object.name().equals(name) && object.gvk().kind().equals(map.text("kind")))
        .map(object -> SecretCopies.of(object, map))
        .reduce(SecretCopies.NONE, SecretCopies::and);
  }
}
