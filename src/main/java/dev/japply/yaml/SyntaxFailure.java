package dev.japply.yaml;

import dev.japply.yaml.PositionedValue.Place;

/// Text that cannot be read as YAML or JSON. The message is the one that `kubectl` gives.
public final class SyntaxFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Place place;
  private final String hint;

  SyntaxFailure(String message, Place place, String hint) {
    super(message);
    this.place = place;
    this.hint = hint;
  }

  public Place place() {
    return place;
  }

  /// Returns the suggested fix; empty if there is none.
  public String hint() {
    return hint;
  }
}
