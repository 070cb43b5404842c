package dev.japply.cluster.config;

import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Adds the headers for user impersonation, as in "User impersonation" in the Kubernetes
/// documentation. fabric8's own implementation has no UID, and no extras with slashes in their
/// names.
///
/// @param user the kubeconfig's entry, with the keys `as`, `as-uid`, `as-groups` and
///   `as-user-extra`
record Impersonation(MapValue user) implements Interceptor {
  private static final String PLAIN =
      "!#$&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

  @Override
  public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
    if (user.text("as").isEmpty()) {
      return;
    }
    builder.setHeader("Impersonate-User", user.text("as"));
    if (!user.text("as-uid").isEmpty()) {
      builder.setHeader("Impersonate-Uid", user.text("as-uid"));
    }
    add(
        builder,
        "Impersonate-Group",
        user.get("as-groups") instanceof ListValue list ? list : ListValue.EMPTY);
    user.map("as-user-extra")
        .entries()
        .forEach((key, values) ->
            add(
                builder,
                "Impersonate-Extra-" + escaped(key),
                values instanceof ListValue list ? list : ListValue.EMPTY));
  }

  private static void add(BasicBuilder builder, String name, ListValue values) {
    List<Value> items = values.items();
    for (Value item : items) {
      if (item instanceof StringValue(String text)) {
        builder.header(name, text);
      }
    }
  }

  /// Returns the name of an extra; characters that are invalid in a header name are
  /// percent-encoded.
  static String escaped(String key) {
    var escaped = new StringBuilder();
    for (byte b : key.getBytes(StandardCharsets.UTF_8)) {
      escaped.append(
          PLAIN.indexOf(b) >= 0 ? String.valueOf((char) b) : "%%%02X".formatted(b & 0xff));
    }
    return escaped.toString();
  }
}
