package dev.japply.schema;

import java.util.List;

/// Limits of the values of a type, besides their kind and format.
///
/// @param required the fields that a map must have
/// @param values the only values of a string; empty if it may have any value. An empty string among
///   them means that the server treats it as no value
public record Limits(List<String> required, List<String> values) {
  /// No limits.
  public static final Limits NONE = new Limits(List.of(), List.of());

  public Limits {
    required = List.copyOf(required);
    values = List.copyOf(values);
  }
}
