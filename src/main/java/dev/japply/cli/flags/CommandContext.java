package dev.japply.cli.flags;

import dev.japply.cluster.Cluster;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ServerProblems;
import dev.japply.cluster.config.ConnectionOptions;
import dev.japply.problem.JapplyException;
import java.time.Clock;
import java.util.function.Function;
import java.util.function.Supplier;

/// The world outside of the program, as commands use it.
///
/// @param console the streams and the environment
/// @param connector opens clusters
/// @param programs runs other programs
/// @param clock the time, and the time zone to show it in
public record CommandContext(Console console, Connector connector, Programs programs, Clock clock) {

  /// The streams, these clusters, and all else as it is.
  public CommandContext(Console console, Connector connector) {
    this(console, connector, Programs.real(), new LocalClock());
  }

  /// Does `work` with the cluster that `connection` names.
  ///
  /// @throws JapplyException when the cluster cannot be asked
  public <T> T onCluster(ConnectionOptions connection, Function<Cluster, T> work) {
    return on(() -> connector.open(connection, console), work);
  }

  /// The same with the cluster that `opening` opens.
  <T> T on(Supplier<Cluster> opening, Function<Cluster, T> work) {
    try (Cluster cluster = opening.get()) {
      return work.apply(cluster);
    } catch (ClusterException e) {
      throw new JapplyException(ServerProblems.general(e), e);
    }
  }

  /// The same with other programs.
  public CommandContext with(Programs programs) {
    return new CommandContext(console, connector, programs, clock);
  }
}
