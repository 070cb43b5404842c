package dev.japply.release.rehearsal;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;

/// Downloads of programs that install japply.
final class Download {
  private Download() {}

  static void get(String address, Path file) throws IOException {
    try (HttpClient client = HttpClient.newBuilder().followRedirects(Redirect.NORMAL).build()) {
      HttpRequest request = HttpRequest.newBuilder(URI.create(address)).build();
      HttpResponse<Path> response = client.send(request, BodyHandlers.ofFile(file));
      if (response.statusCode() != 200) {
        throw new RehearsalException("HTTP " + response.statusCode() + " of " + address);
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  static void check(Path file, String digest) throws IOException {
    if (!Digest.of(file).equals(digest)) {
      throw new RehearsalException(
          "the checksum of %s differs: %s, expected %s"
              .formatted(file.getFileName(), Digest.of(file), digest));
    }
  }
}
