package dev.japply.cluster.rest;

import java.util.Locale;

/// The `User-Agent` header: `japply/1.2.3 (linux/amd64)`.
final class UserAgent {
  private UserAgent() {}

  static String text() {
    return text(Version.TEXT, System.getProperty("os.name", ""), System.getProperty("os.arch", ""));
  }

  /// Returns the header for a version and the Java runtime's names of system and processor.
  static String text(String version, String system, String processor) {
    return "japply/" + version + " (" + goSystem(system) + "/" + goProcessor(processor) + ")";
  }

  private static String goSystem(String system) {
    String lower = system.toLowerCase(Locale.ROOT);
    if (lower.startsWith("mac")) {
      return "darwin";
    }
    return lower.startsWith("windows") ? "windows" : lower;
  }

  private static String goProcessor(String processor) {
    return switch (processor) {
      case "x86_64" -> "amd64";
      case "aarch64" -> "arm64";
      default -> processor;
    };
  }
}
