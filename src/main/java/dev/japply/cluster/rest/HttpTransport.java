package dev.japply.cluster.rest;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/// Sends requests to a server. The implementations use an application's own fabric8 client
/// ([dev.japply.cluster.rest.ClientSender]) or the connections of the command line
/// ([dev.japply.cluster.rest.ConnectionSender]). All other code is the same for both.
interface HttpTransport extends AutoCloseable {
  /// Sends `request` and returns the response, or the server's error. The future fails if there is
  /// no response. Cancelling it stops the request.
  ///
  /// @param timeout the timeout for the whole request; zero for none
  CompletableFuture<SentRequest> send(
      Request request, String url, Map<String, String> headers, Duration timeout);

  @Override
  void close();
}
