package dev.japply.merge;

import dev.japply.schema.OpenApiReader;
import dev.japply.schema.Schema;
import dev.japply.schema.SchemaDocument;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;

/// Custom resources with a schema that says what several writers share.
final class SharedTypes {
  static final String GROUP = "shared.example.org";

  /// The type that has every kind of list and map.
  static final String BOARD = GROUP + "/v1/Board";

  private static final SchemaDocument DOCUMENT = read();

  private SharedTypes() {}

  static Optional<Schema> schema(String version, String kind) {
    return DOCUMENT.object(GROUP, version, kind);
  }

  private static SchemaDocument read() {
    try (InputStream stream = SharedTypes.class.getResourceAsStream("shared-types.yaml")) {
      byte[] text = Objects.requireNonNull(stream).readAllBytes();
      return new OpenApiReader().read(Flow.parse(new String(text, StandardCharsets.UTF_8)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
