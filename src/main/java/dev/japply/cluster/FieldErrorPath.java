package dev.japply.cluster;

import dev.japply.tree.FieldPath;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Parses fields in the notation of API servers: `spec.containers[0].image`,
/// `metadata.labels[app.kubernetes.io/name]`.
final class FieldErrorPath {
  private static final Pattern MENTION =
      Pattern.compile("(?:unknown|duplicate) field \"([^\"]+)\"");
  private static final Pattern STEP = Pattern.compile("\\.?([^.\\[\\]]+)|\\[([^\\]]*)\\]");
  private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");

  private FieldErrorPath() {}

  /// One field in the message of strict validation.
  ///
  /// @param words the message: `unknown field "spec.replica"`
  /// @param path the field; null if the message contains no valid path
  record Strict(String words, @Nullable FieldPath path) {}

  /// Returns the fields that `message` reports as unknown or duplicate.
  static List<Strict> in(String message) {
    return MENTION
        .matcher(message)
        .results()
        .map(mention -> new Strict(mention.group(), parse(mention.group(1)).orElse(null)))
        .distinct()
        .toList();
  }

  /// Parses the path in `field`; empty if there is none.
  static Optional<FieldPath> parse(String field) {
    var step = STEP.matcher(field);
    FieldPath path = FieldPath.root();
    int end = 0;
    while (step.find() && step.start() == end) {
      end = step.end();
      path = append(path, step.group(1), step.group(2));
    }
    return end == field.length() && end > 0 ? Optional.of(path) : Optional.empty();
  }

  private static FieldPath append(FieldPath path, @Nullable String key, String bracketed) {
    if (key != null) {
      return path.key(key);
    }
    return NUMBER.matcher(bracketed).matches()
        ? path.index(Integer.parseInt(bracketed))
        : path.key(bracketed);
  }
}
