package dev.japply.cluster.rest;

import dev.japply.schema.OpenApiReader;
import dev.japply.tree.Json;
import dev.japply.tree.JsonItems;
import dev.japply.tree.Value;
import java.nio.charset.StandardCharsets;
import java.util.function.Predicate;

/// The body of a response.
final class Body {
  private final byte[] bytes;

  /// @param bytes not copied, as they may be many; the caller must not keep them
  Body(byte[] bytes) {
    this.bytes = bytes;
  }

  /// @throws dev.japply.tree.JsonSyntaxException if it is not JSON
  Value tree() {
    return Json.parse(bytes);
  }

  /// Returns the needed parts of the OpenAPI document in the body.
  ///
  /// @throws dev.japply.tree.JsonSyntaxException if it is not JSON
  Value openApi() {
    return OpenApiReader.parse(bytes);
  }

  /// Returns the list in the body, with the items that have a wanted name.
  ///
  /// @throws dev.japply.tree.JsonSyntaxException if the body is not a list
  JsonItems items(Predicate<String> names) {
    return JsonItems.read(bytes, names);
  }

  int length() {
    return bytes.length;
  }

  String text() {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
