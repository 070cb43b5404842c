package dev.japply.cli;

/// What the commands touch outside of the program.
///
/// @param console the streams and the environment
/// @param manifests reads objects from files
/// @param connector opens clusters
public record World(Console console, Manifests manifests, Connector connector) {

  /// The real files and clusters.
  public static World of(Console console) {
    return new World(
        console,
        (files, stdin) -> {
          throw new UsageException("files cannot be read yet");
        },
        flags -> {
          throw new UsageException("clusters cannot be reached yet");
        });
  }
}
