package dev.japply.cli;

import java.time.Clock;
import java.time.ZoneId;

/// What the commands touch outside of the program.
///
/// @param console the streams and the environment
/// @param connector opens clusters
/// @param programs runs other programs
/// @param clock the time, and the time zone to show it in
public record World(Console console, Connector connector, Programs programs, Clock clock) {

  /// The streams, these clusters, and all else as it is.
  public World(Console console, Connector connector) {
    this(console, connector, Programs.real(), Clock.system(ZoneId.systemDefault()));
  }

  /// The streams, and real clusters.
  public static World of(Console console) {
    return new World(console, Connector.real());
  }

  /// The same with other programs.
  public World with(Programs programs) {
    return new World(console, connector, programs, clock);
  }
}
