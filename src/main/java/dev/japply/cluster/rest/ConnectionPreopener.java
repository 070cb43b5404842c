package dev.japply.cluster.rest;

import dev.japply.cluster.config.ClusterConfigResolver;
import dev.japply.cluster.config.ConnectionOptions;
import dev.japply.cluster.config.ConnectionOptions.ClientOptions;
import dev.japply.cluster.config.Environment;
import dev.japply.cluster.config.Kubeconfig;
import dev.japply.cluster.http.ConnectionPool;
import dev.japply.cluster.http.TlsPinning;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.function.Function;
import java.util.function.Supplier;

/// Opens a connection in parallel with other work, before the first request. Nothing is sent on it.
///
/// Opening takes a large part of a short run and needs no manifests. The kubeconfig of the
/// environment is read while the flags are parsed; the connection is opened when they are known.
/// Another thread loads the code that each connection needs.
public final class ConnectionPreopener implements AutoCloseable {
  private final Environment environment;
  private final Function<ConnectionOptions, Optional<TlsPinning>> pinning;
  private final BlockingQueue<Supplier<ConnectionOptions>> connection = new ArrayBlockingQueue<>(1);
  private final FutureTask<Kubeconfig> usual;
  private final FutureTask<Prepared> prepared = new FutureTask<>(this::prepare);

  private record Prepared(ConnectionOptions connection, ServerTransport transport) {}

  /// Starts to read the kubeconfig.
  ///
  /// @param library loads the native TLS library
  /// @param pinning returns the data for recognizing servers
  public ConnectionPreopener(
      Runnable library,
      Environment environment,
      Function<ConnectionOptions, Optional<TlsPinning>> pinning) {
    this.environment = environment;
    this.pinning = pinning;
    this.usual =
        new FutureTask<>(
            () -> ClusterConfigResolver.kubeconfig(ConnectionOptions.DEFAULT, environment));
    Thread.ofPlatform().daemon().name("ahead").start(this::run);
    Thread.ofPlatform().daemon().name("load").start(() -> load(library));
  }

  private static void load(Runnable library) {
    library.run();
    ConnectionPool.load();
    new CompletableFuture<>().complete(null); // each request is one
  }

  /// Starts to open the connection.
  public void open(Supplier<ConnectionOptions> chosen) {
    connection.add(chosen);
  }

  private Prepared prepare() throws InterruptedException, ExecutionException {
    ConnectionOptions chosen = connection.take().get();
    Kubeconfig kubeconfig =
        chosen.kubeconfig().isEmpty()
            ? value(usual)
            : ClusterConfigResolver.kubeconfig(chosen, environment);
    TlsPinning pins = pinning.apply(chosen).orElse(null);
    return new Prepared(chosen, ServerTransport.find(chosen, environment, kubeconfig, pins));
  }

  private void run() {
    usual.run();
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
      Prepared found = value(prepared);
      boolean same =
          connection
              .withClientOptions(ClientOptions.DEFAULT)
              .equals(found.connection().withClientOptions(ClientOptions.DEFAULT));
      return same ? Optional.of(found.transport()) : Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  private static <T> T value(Future<T> task) throws InterruptedException {
    try {
      return task.get();
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
