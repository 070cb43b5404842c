package dev.japply.live.fabric8;

import dev.japply.tree.Json;
import dev.japply.tree.JsonItems;
import dev.japply.tree.Value;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Predicate;
import java.util.zip.GZIPInputStream;

/// The body of an answer.
final class Body {
  private final byte[] bytes;

  /// @param bytes not copied, for they may be many; nobody else keeps them
  Body(byte[] bytes) {
    this.bytes = bytes;
  }

  /// A body that the server compressed, as it does with what is large.
  static Body unzip(byte[] zipped) throws IOException {
    try (var stream = new GZIPInputStream(new ByteArrayInputStream(zipped))) {
      return new Body(stream.readAllBytes());
    }
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
