package dev.japply.cluster.config;

import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.util.concurrent.CompletableFuture;

/// Adds the token of a credential plugin. After a response 401, without any effect on the server,
/// the request is sent once more with the plugin's new token.
record ExecInterceptor(ExecPlugin plugin) implements Interceptor {
  @Override
  public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
    authorize(builder, plugin.get());
  }

  private static void authorize(BasicBuilder builder, ExecCredential credential) {
    if (!credential.token().isEmpty()) {
      builder.setHeader("Authorization", "Bearer " + credential.token());
    }
  }

  @Override
  public CompletableFuture<Boolean> afterFailure(
      BasicBuilder builder, HttpResponse<?> response, RequestTags tags) {
    if (response.code() != 401) {
      return CompletableFuture.completedFuture(false);
    }
    ExecCredential refused = plugin.get();
    ExecCredential renewed = plugin.renew(refused);
    authorize(builder, renewed);
    return CompletableFuture.completedFuture(!renewed.equals(refused));
  }
}
