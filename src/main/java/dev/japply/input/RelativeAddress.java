package dev.japply.input;

/// The addresses of submodules, which may be relative to the address of their repository.
final class RelativeAddress {
  private RelativeAddress() {}

  /// `address` as seen from the repository at `base`, as `git submodule` reads it.
  static String of(String base, String address) {
    if (!address.startsWith("./") && !address.startsWith("../")) {
      return address;
    }
    String from = base.endsWith("/") ? base.substring(0, base.length() - 1) : base;
    String rest = address;
    while (rest.startsWith("./") || rest.startsWith("../")) {
      if (rest.startsWith("../")) {
        int end = Math.max(from.lastIndexOf('/'), from.lastIndexOf(':'));
        boolean colon = end >= 0 && from.charAt(end) == ':';
        from = from.substring(0, Math.max(0, end + (colon ? 1 : 0)));
      }
      rest = rest.substring(rest.indexOf('/') + 1);
    }
    return from.endsWith(":") ? from + rest : from + "/" + rest;
  }
}
