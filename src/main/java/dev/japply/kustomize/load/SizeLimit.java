package dev.japply.kustomize.load;

import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;

/// Limits the size of the serialized output. Each copy within an object doubles its size but needs
/// hardly any memory. So a few lines could describe more than any machine can hold. Parts that YAML
/// aliases repeat have the same limit.
public final class SizeLimit {
  /// Maximum size of the text of one field.
  public static final int TEXT = 16 << 20;

  private static final long OBJECT = TEXT;
  private static final long BUILD = 1L << 30;

  private long left;

  private SizeLimit(long most) {
    this.left = most;
  }

  /// Counts all objects of a build.
  public static SizeLimit ofBuild() {
    return new SizeLimit(BUILD);
  }

  /// Explains why an object with copied parts is too large; empty if it is not.
  public static String excess(Value object) {
    return new SizeLimit(OBJECT).add(object);
  }

  /// Adds an object, and explains why it or the total is too large; empty if neither is.
  public String add(Value value) {
    long before = left;
    if (isDeeper(value, Json.MAX_DEPTH)) {
      return "it is nested more than %d deep".formatted(Json.MAX_DEPTH);
    }
    return left < 0 ? "there is more than %d MiB of it".formatted(limit(before)) : "";
  }

  private static long limit(long left) {
    return (left > OBJECT ? BUILD : OBJECT) >> 20;
  }

  /// Counts `value`, and sees whether there are more than `depth` levels in it.
  private boolean isDeeper(Value value, int depth) {
    if (depth == 0) {
      return true;
    }
    left--;
    switch (value) {
      case MapValue map -> {
        for (var entry : map.entries().entrySet()) {
          left -= entry.getKey().length();
          if (left < 0) {
            return false;
          }
          if (isDeeper(entry.getValue(), depth - 1)) {
            return true;
          }
        }
      }
      case ListValue list -> {
        for (Value item : list.items()) {
          if (left < 0) {
            return false;
          }
          if (isDeeper(item, depth - 1)) {
            return true;
          }
        }
      }
      case Value.StringValue(String text) -> left -= text.length();
      case Value scalar -> {}
    }
    return false;
  }
}
