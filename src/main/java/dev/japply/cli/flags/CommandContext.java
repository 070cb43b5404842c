package dev.japply.cli.flags;

import dev.japply.cluster.Cluster;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ServerProblems;
import dev.japply.cluster.config.ConnectionOptions;
import dev.japply.problem.JapplyException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.util.function.Function;
import java.util.function.Supplier;

/// The environment of a command.
///
/// @param console the streams and the environment variables
/// @param programs runs other programs
/// @param clock the time and the time zone
public record CommandContext(
    Console console, ClusterConnector connector, ProcessRunner programs, Clock clock) {

  /// Creates a context with the real programs and the real time.
  public CommandContext(Console console, ClusterConnector connector) {
    this(console, connector, ProcessRunner.real(console.environment()), new LocalClock());
  }

  /// Runs `work` with the cluster of `connection`.
  ///
  /// @throws JapplyException if a request to the cluster fails
  public <T> T onCluster(ConnectionOptions connection, Function<Cluster, T> work) {
    return on(() -> connector.open(connection, console), work);
  }

  <T> T on(Supplier<Cluster> opening, Function<Cluster, T> work) {
    try (Cluster cluster = opening.get()) {
      return work.apply(cluster);
    } catch (ClusterException e) {
      throw new JapplyException(ServerProblems.general(e), e);
    }
  }

  /// Returns the number of columns for a table.
  ///
  /// @param wide whether the user requested the whole table
  /// @param terminal whether the output is a terminal
  public int width(boolean wide, boolean terminal) {
    return wide ? Integer.MAX_VALUE : TerminalWidth.of(console, programs, terminal);
  }

  public CommandContext with(ProcessRunner programs) {
    return new CommandContext(console, connector, programs, clock);
  }

  /// The time in the local time zone. Determines the zone only on use, because that loads the rules
  /// of all zones.
  private static final class LocalClock extends Clock {
    @Override
    public ZoneId getZone() {
      return ZoneId.systemDefault();
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return Clock.system(zone);
    }

    @Override
    public Instant instant() {
      return Instant.now();
    }
  }
}
