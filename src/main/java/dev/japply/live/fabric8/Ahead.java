package dev.japply.live.fabric8;

import dev.japply.live.Connection;
import dev.japply.live.Connection.Terms;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.function.Function;
import java.util.function.Supplier;

/// A connection that is opened beside other work, before it is known what will be asked; nothing is
/// sent on it.
///
/// It takes a good part of a short run, and needs to know nothing of manifests.
public final class Ahead implements AutoCloseable {
  private final FutureTask<Prepared> prepared;

  private record Prepared(Connection connection, Way way) {}

  /// Begins with the connection that will be asked for.
  ///
  /// @param acquaintance what is known of servers
  public Ahead(
      Supplier<Connection> connection,
      Map<String, String> environment,
      Function<Connection, Optional<Acquaintance>> acquaintance) {
    prepared =
        new FutureTask<>(
            () -> prepare(connection.get(), Environment.of(environment), acquaintance));
    Thread.ofPlatform().daemon().name("ahead").start(this::run);
  }

  private static Prepared prepare(
      Connection connection,
      Environment environment,
      Function<Connection, Optional<Acquaintance>> acquaintance) {
    return new Prepared(
        connection, Way.find(connection, environment, acquaintance.apply(connection)));
  }

  private void run() {
    prepared.run();
    if (prepared.state() == Future.State.SUCCESS) {
      prepared.resultNow().way().openAhead();
    }
  }

  /// The way to the cluster that `connection` means; empty when another one was prepared.
  ///
  /// @throws dev.japply.live.ClusterException when the kubeconfig cannot be used
  Optional<Way> way(Connection connection) {
    try {
      Prepared found = prepared.get();
      boolean same = connection.on(Terms.DEFAULT).equals(found.connection().on(Terms.DEFAULT));
      return same ? Optional.of(found.way()) : Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException(e);
    }
  }

  /// Ends the connection, or the attempt, also when it was used.
  @Override
  public void close() {
    prepared.cancel(true);
    if (prepared.state() == Future.State.SUCCESS) {
      prepared.resultNow().way().connections().close();
    }
  }
}
