package dev.japply.kpt;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/// The resolution of fields that both upstream and the user changed.
public enum ConflictChoice {
  /// They stay as they are here.
  LOCAL,
  /// They become upstream's.
  UPSTREAM,
  /// Nothing is written.
  FAIL,
  /// Both are written, with the marks that git makes.
  MARK;

  /// Returns the user's name for the choice.
  String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<ConflictChoice> of(String text) {
    return Arrays.stream(values()).filter(choice -> choice.text().equals(text)).findFirst();
  }

  /// All names, for messages.
  public static String names() {
    return Arrays.stream(values()).map(ConflictChoice::text).collect(Collectors.joining(", "));
  }
}
