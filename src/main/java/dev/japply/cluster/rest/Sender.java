package dev.japply.cluster.rest;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/// What carries requests to a server: a program's own fabric8 client
/// ([dev.japply.cluster.rest.ClientSender]), or the connections of the command line
/// ([dev.japply.cluster.rest.ConnectionSender]). All else is the same for both.
interface Sender extends AutoCloseable {
  /// Sends `request`, and gives the answer, errors of the server included. The future fails when no
  /// answer came; to cancel it ends what is under way.
  ///
  /// @param url with the query
  /// @param timeout for the whole of it; zero for none
  CompletableFuture<Exchange> send(
      Request request, String url, Map<String, String> headers, Duration timeout);

  @Override
  void close();
}
