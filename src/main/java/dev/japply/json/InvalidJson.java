package dev.japply.json;

/// Text that is not JSON. The message comes from Go's `encoding/json`.
public final class InvalidJson extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /// The kinds of faults.
  public enum Fault {
    /// A byte that must not be at its place.
    BYTE,
    /// Text that ends too early.
    END,
    /// Values that are nested too deeply.
    DEPTH
  }

  private final Fault fault;
  private final int offset;

  InvalidJson(Fault fault, String message, int offset) {
    super(message);
    this.fault = fault;
    this.offset = offset;
  }

  /// Returns the kind of the fault.
  public Fault fault() {
    return fault;
  }

  /// Returns the offset of the first wrong byte; the length of the text if it ends too early.
  public int offset() {
    return offset;
  }
}
