package dev.japply.live.fabric8;

import io.fabric8.kubernetes.client.jdkhttp.JdkHttpClientFactory;
import java.net.http.HttpClient;

/// fabric8's JDK client, whose JDK client really ends when it is closed.
///
/// fabric8 only stops the executor. The selector thread stays in native code, and the end of the
/// JVM waits for it for up to 300 ms.
///
/// The JDK client never repeats a PATCH or a POST on its own once it was sent: without
/// `jdk.httpclient.enableAllMethodRetry` only GET and HEAD are repeated when a kept connection
/// turns out to be dead.
final class LeanJdkHttpFactory extends JdkHttpClientFactory {
  private final RememberingBuilder builder;

  /// @param serverName the name that the server's certificate must be for; empty for that of its
  ///   address
  LeanJdkHttpFactory(String serverName) {
    this.builder = new RememberingBuilder(super.createNewHttpClientBuilder(), serverName);
  }

  @Override
  protected HttpClient.Builder createNewHttpClientBuilder() {
    return builder;
  }

  /// Ends the JDK client that was built, with its threads and connections.
  void shutdownNow() {
    builder.built().ifPresent(HttpClient::shutdownNow);
  }
}
