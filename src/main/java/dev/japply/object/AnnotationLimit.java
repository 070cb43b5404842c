package dev.japply.object;

import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// The API server's limit on annotations: the bytes of all keys and values of one object together.
public final class AnnotationLimit {
  /// The most bytes that the server takes.
  public static final int MAX_BYTES = 262_144;

  private AnnotationLimit() {}

  /// An object whose annotations are too large.
  ///
  /// @param total the bytes of all annotations
  /// @param largest the key of the largest one
  /// @param largestBytes its bytes, key and value
  public record Excess(long total, String largest, long largestBytes) {}

  /// Returns the excess of `object`, with its last-applied annotation, over the limit; empty if
  /// there is none.
  public static Optional<Excess> check(MapValue object) {
    long total = 0;
    String largest = "";
    long largestBytes = 0;
    for (var entry : object.map("metadata").map("annotations").entries().entrySet()) {
      if (entry.getValue() instanceof StringValue(String text)) {
        long bytes = bytes(entry.getKey()) + bytes(text);
        total += bytes;
        if (bytes > largestBytes) {
          largest = entry.getKey();
          largestBytes = bytes;
        }
      }
    }
    return total > MAX_BYTES
        ? Optional.of(new Excess(total, largest, largestBytes))
        : Optional.empty();
  }

  /// Returns the bytes of the annotations of `object`, keys and values.
  public static long bytes(MapValue object) {
    return object.map("metadata").map("annotations").entries().entrySet().stream()
        .mapToLong(entry ->
            bytes(entry.getKey())
                + (entry.getValue() instanceof StringValue(String text) ? bytes(text) : 0))
        .sum();
  }

  private static long bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
