package dev.japply.cluster.rest;

import dev.japply.tree.Json;
import dev.japply.tree.JsonItems;
import dev.japply.tree.Value;
import java.nio.charset.StandardCharsets;
import java.util.function.Predicate;

/// The body of an answer.
final class Body {
  private final byte[] bytes;

  /// @param bytes not copied, for they may be many; nobody else keeps them
  Body(byte[] bytes) {
    this.bytes = bytes;
  }

  /// @throws dev.japply.tree.JsonSyntaxException when it is not JSON
  Value tree() {
    return Json.parse(bytes);
  }

  /// The list in it, of which items of these names are wanted.
  ///
  /// @throws dev.japply.tree.JsonSyntaxException when it is none
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
