package dev.japply.cli;

/// What the commands touch outside of the program.
///
/// @param console the streams and the environment
/// @param connector opens clusters
public record World(Console console, Connector connector) {

  /// The streams, and real clusters.
  public static World of(Console console) {
    return new World(console, Connector.real());
  }
}
