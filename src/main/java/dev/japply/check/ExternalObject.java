package dev.japply.check;

import java.util.Optional;

/// An object that exists without being in the input, such as a Secret that a controller creates.
///
/// @param name its name; `*` at the end is a wildcard
public record ExternalObject(String kind, String name) {

  /// Reads `KIND/NAME`; empty if it is another text.
  public static Optional<ExternalObject> parse(String text) {
    int slash = text.indexOf('/');
    String name = text.substring(slash + 1);
    return slash < 1 || name.isEmpty() || name.indexOf('/') >= 0
        ? Optional.empty()
        : Optional.of(new ExternalObject(text.substring(0, slash), name));
  }

  boolean is(String otherKind, String otherName) {
    return kind.equalsIgnoreCase(otherKind)
        && (name.endsWith("*")
            ? otherName.startsWith(name.substring(0, name.length() - 1))
            : name.equals(otherName));
  }
}
