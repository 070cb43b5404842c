package dev.japply.cluster.rest;

import dev.japply.cluster.config.ConnectionOptions;
import dev.japply.cluster.config.ConnectionOptions.ClientOptions;
import dev.japply.cluster.config.Environment;
import dev.japply.cluster.http.TlsPinning;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.function.Function;
import java.util.function.Supplier;

/// Opens a connection in parallel with other work, before the first request. Nothing is sent on it.
///
/// Opening takes a large part of a short run and needs no manifests.
public final class ConnectionPreopener implements AutoCloseable {
  private final FutureTask<Prepared> prepared;

  private record Prepared(ConnectionOptions connection, ServerTransport transport) {}

  /// Starts to open the expected connection.
  ///
  /// @param pinning returns the data for recognizing servers
  public ConnectionPreopener(
      Supplier<ConnectionOptions> connection,
      Map<String, String> environment,
      Function<ConnectionOptions, Optional<TlsPinning>> pinning) {
    prepared =
        new FutureTask<>(() -> prepare(connection.get(), Environment.of(environment), pinning));
    Thread.ofPlatform().daemon().name("ahead").start(this::run);
  }

  private static Prepared prepare(
      ConnectionOptions connection,
      Environment environment,
      Function<ConnectionOptions, Optional<TlsPinning>> pinning) {
    return new Prepared(
        connection,
        ServerTransport.find(connection, environment, pinning.apply(connection).orElse(null)));
  }

  private void run() {
    prepared.run();
    if (prepared.state() == Future.State.SUCCESS) {
      prepared.resultNow().transport().openAhead();
    }
  }

  /// Returns the transport to the cluster of `connection`; empty if another one was prepared.
  ///
  /// @throws dev.japply.cluster.ClusterException if the kubeconfig is unusable
  Optional<ServerTransport> transport(ConnectionOptions connection) {
    try {
      Prepared found = prepared.get();
      boolean same =
          connection
              .withClientOptions(ClientOptions.DEFAULT)
              .equals(found.connection().withClientOptions(ClientOptions.DEFAULT));
      return same ? Optional.of(found.transport()) : Optional.empty();
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

  /// Closes the connection, or stops the attempt, even if it was used.
  @Override
  public void close() {
    prepared.cancel(true);
    if (prepared.state() == Future.State.SUCCESS) {
      prepared.resultNow().transport().connections().close();
    }
  }
}
