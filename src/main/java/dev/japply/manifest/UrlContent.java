package dev.japply.manifest;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/// What a URL gives. Transport errors and answers of 500 and above are tried again, three times in
/// all; no credentials are sent.
///
/// @param pause how long to wait before trying again
record UrlContent(URI url, HttpClient client, Duration pause) implements Source.Content {
  private static final int ATTEMPTS = 3;
  private static final int OK = 200;
  private static final int SERVER_ERROR = 500;

  @Override
  public InputStream open() throws IOException {
    try {
      return open(ATTEMPTS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while reading " + url);
    }
  }

  private InputStream open(int attempts) throws IOException, InterruptedException {
    HttpResponse<InputStream> response;
    try {
      HttpRequest request = HttpRequest.newBuilder(url).GET().build();
      response = client.send(request, BodyHandlers.ofInputStream());
    } catch (IOException e) {
      return openAgain(
          attempts - 1,
          new IOException("unable to read URL \"" + url + "\": " + SourceErrors.reason(e), e));
    }
    int status = response.statusCode();
    if (status == OK) {
      return response.body();
    }
    response.body().close();
    var refused =
        new IOException(
            "unable to read URL \"%s\", server reported status code=%d".formatted(url, status));
    return openAgain(status >= SERVER_ERROR ? attempts - 1 : 0, refused);
  }

  private InputStream openAgain(int attempts, IOException reason)
      throws IOException, InterruptedException {
    if (attempts == 0) {
      throw reason;
    }
    Thread.sleep(pause);
    return open(attempts);
  }
}
