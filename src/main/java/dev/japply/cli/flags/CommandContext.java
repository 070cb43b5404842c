package dev.japply.cli.flags;

import dev.japply.cluster.Cluster;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ServerProblems;
import dev.japply.cluster.config.ConnectionOptions;
import dev.japply.object.KubeObject;
import dev.japply.problem.JapplyException;
import dev.japply.report.RunReport;
import java.time.Clock;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The environment of a command.
///
/// @param console the streams and the environment variables
/// @param programs runs other programs
/// @param clock the time and the time zone
/// @param collected receives the report of the run, which the caller prints in place of the usual
///   output; null if the command prints it
public record CommandContext(
    Console console,
    ClusterConnector connector,
    ProcessRunner programs,
    Clock clock,
    @Nullable CollectedReport collected) {

  /// Creates the context of a command that prints its output.
  public CommandContext(
      Console console, ClusterConnector connector, ProcessRunner programs, Clock clock) {
    this(console, connector, programs, clock, null);
  }

  /// The report of a run.
  public static final class CollectedReport {
    private @Nullable RunReport report;

    synchronized void set(RunReport ended) {
      report = ended;
    }

    /// Returns the report; null if the run did not begin.
    public synchronized @Nullable RunReport report() {
      return report;
    }
  }

  /// Creates a context with the real programs and the real time.
  public CommandContext(Console console, ClusterConnector connector) {
    this(console, connector, ProcessRunner.real(console.environment()), Clock.systemUTC());
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

  /// Returns a context for another cluster in the same run.
  public CommandContext another(Console console) {
    return another(console, null);
  }

  /// Returns a context for another cluster in the same run.
  ///
  /// @param report receives the report of the run; null if the command prints it
  public CommandContext another(Console console, @Nullable CollectedReport report) {
    return new CommandContext(console, connector.another(), programs, clock, report);
  }

  public CommandContext with(ProcessRunner programs) {
    return new CommandContext(console, connector, programs, clock, collected);
  }

  /// Opens clusters.
  @FunctionalInterface
  public interface ClusterConnector {

    /// Opens the cluster from the flags and the kubeconfig. The caller closes it.
    ///
    /// @throws dev.japply.cluster.ClusterException if the kubeconfig is invalid
    Cluster open(ConnectionOptions connection, Console console);

    /// Returns the name of the context for `connection`; empty if there is none.
    default String contextName(ConnectionOptions connection, Console console) {
      return connection.context();
    }

    /// Announces that a cluster may be opened: what needs no flags is read in the background.
    default void expect(Console console) {}

    /// Prepares the connection to the cluster of `connection` in the background. Sends no request
    /// to the server.
    default void prepare(Supplier<ConnectionOptions> connection) {}

    /// Masks what the log of requests would show of secret values of `objects`: copies, and values
    /// of Secrets within other objects.
    default void hideSecrets(List<KubeObject> objects) {}

    /// Returns a connector for another cluster in the same run. It shares nothing with this one but
    /// the credentials of equal plugins.
    default ClusterConnector another() {
      return this;
    }

    /// Closes a prepared connection.
    default void close() {}
  }

  /// The message about an interrupted run. Printed once: by the run, or by the thread that ends the
  /// process if the run is too slow.
  public static final class InterruptNotice {
    /// The message if no write was sent.
    public static final String NOTHING_CHANGED = "interrupted: nothing was changed";

    private boolean given;

    /// Runs `print`, unless the message was printed before. Other threads wait meanwhile.
    public synchronized void print(Runnable print) {
      if (!given) {
        given = true;
        print.run();
      }
    }
  }
}
