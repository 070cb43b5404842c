package dev.japply.kpt;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/// The strategy for applying upstream's changes to a package.
public enum UpdateStrategy {
  /// Local edits and upstream's changes are merged, object by object.
  RESOURCE_MERGE("resource-merge"),
  /// The package becomes upstream's, unless it has local edits.
  FAST_FORWARD("fast-forward"),
  /// The package becomes upstream's, whatever was edited.
  FORCE_DELETE_REPLACE("force-delete-replace"),
  /// All files of upstream are taken, whatever was edited; files that are only here stay.
  COPY_MERGE("copy-merge");

  private final String text;

  UpdateStrategy(String text) {
    this.text = text;
  }

  /// Returns the name of the strategy in Kptfiles.
  public String text() {
    return text;
  }

  public static Optional<UpdateStrategy> of(String text) {
    return Arrays.stream(values()).filter(strategy -> strategy.text.equals(text)).findFirst();
  }

  /// All names, for messages.
  public static String names() {
    return Arrays.stream(values()).map(UpdateStrategy::text).collect(Collectors.joining(", "));
  }
}
