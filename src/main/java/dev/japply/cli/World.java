package dev.japply.cli;

import dev.japply.live.Cluster;
import dev.japply.live.ClusterException;
import dev.japply.live.Connection;
import dev.japply.problem.JapplyException;
import dev.japply.refusal.ServerProblems;
import java.time.Clock;
import java.util.function.Function;

/// What the commands touch outside of the program.
///
/// @param console the streams and the environment
/// @param connector opens clusters
/// @param programs runs other programs
/// @param clock the time, and the time zone to show it in
public record World(Console console, Connector connector, Programs programs, Clock clock) {

  /// The streams, these clusters, and all else as it is.
  public World(Console console, Connector connector) {
    this(console, connector, Programs.real(), new LocalClock());
  }

  /// The streams, and real clusters.
  public static World of(Console console) {
    return new World(console, Connector.real());
  }

  /// Does `work` with the cluster that `connection` names.
  ///
  /// @throws JapplyException when the cluster cannot be asked
  <T> T onCluster(Connection connection, Function<Cluster, T> work) {
    try (Cluster cluster = connector.open(connection, console)) {
      return work.apply(cluster);
    } catch (ClusterException e) {
      throw new JapplyException(ServerProblems.general(e), e);
    }
  }

  /// The same with other programs.
  public World with(Programs programs) {
    return new World(console, connector, programs, clock);
  }
}
