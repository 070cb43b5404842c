package dev.japply.input;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.japply.input.ManifestReader.ManifestSet;
import dev.japply.input.ManifestReader.RequiredFields;
import dev.japply.input.ManifestSources.KustomizationPolicy;
import dev.japply.input.ManifestSources.UrlTimeout;
import dev.japply.io.Hurried;
import dev.japply.problem.ByteLimit;
import dev.japply.problem.Problem;
import dev.japply.yaml.Substitution;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/// Input without an end, or too much of it, is one error, and the sources beside it are read.
class InputLimitsTest {
  private static final ByteLimit LIMIT = new ByteLimit(1 << 20);
  private static final String TOO_LARGE =
      ": error reading: larger than 1048576 bytes; set JAPPLY_MAX_BYTES in the environment to read"
          + " more";

  @TempDir Path directory;

  static boolean hasZeros() {
    return Files.exists(Path.of("/dev/zero"));
  }

  @Test
  @EnabledIf("hasZeros")
  void aFileWithoutAnEnd() throws IOException {
    Files.writeString(directory.resolve("b.yaml"), "kind: A\napiVersion: v1\n");
    ManifestSet set = read(InputStream.nullInputStream(), "/dev/zero", "b.yaml");
    assertThat(set.problems())
        .extracting(Problem::toString)
        .containsExactly("/dev/zero" + TOO_LARGE);
    assertThat(set.objects()).hasSize(1);
  }

  @Test
  void standardInputWithoutAnEnd() {
    var endless =
        new InputStream() {
          @Override
          public int read() {
            return '\n';
          }
        };
    assertThat(read(endless, "-").problems())
        .extracting(Problem::toString)
        .containsExactly("STDIN" + TOO_LARGE);
  }

  @Test
  void anUrlWithoutAnEnd() throws IOException {
    var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    HttpServer server = HttpServer.create(address, 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(200, 0);
          try (var body = exchange.getResponseBody()) {
            byte[] comment = "# no end in sight\n".repeat(4096).getBytes(StandardCharsets.UTF_8);
            while (true) {
              body.write(comment);
            }
          }
        });
    server.start();
    try {
      String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/m.yaml";
      assertThat(read(InputStream.nullInputStream(), url).problems())
          .extracting(Problem::toString)
          .containsExactly(url + TOO_LARGE);
    } finally {
      server.stop(0);
    }
  }

  @Test
  void aTextThatAliasesRepeatTooOften() {
    String text = "x".repeat(1 << 20);
    String base = "kind: A\napiVersion: v1\nbig: &big " + text + "\nlist:\n";
    ManifestSet set =
        ManifestReader.read(
            List.of(
                Source.of("15.yaml", base + "- *big\n".repeat(15)),
                Source.of("3000.yaml", base + "- *big\n".repeat(3000)),
                Source.of("keys.yaml", base + "- {*big : 1}\n".repeat(17)),
                Source.of(
                    "maps.yaml", base + "- &map {a: *big, b: *big}\n" + "- *map\n".repeat(8))));
    assertThat(set.objects()).extracting(o -> o.origin().source()).containsExactly("15.yaml");
    assertThat(set.problems())
        .extracting(Problem::toString)
        .containsExactly(excess("3000.yaml"), excess("keys.yaml"), excess("maps.yaml"));
  }

  /// Of which there is no text to count.
  @Test
  void emptyListsThatAliasesRepeatTooOften() {
    String bomb =
        "few: &few [%s]%nmore: &more [%s]%nall: [%s]%n"
            .formatted("[],".repeat(100), "*few,".repeat(100), "*more,".repeat(100));
    ManifestSet set = ManifestReader.read(List.of(Source.of("bomb.yaml", bomb)));
    assertThat(set.problems())
        .extracting(Problem::what)
        .singleElement()
        .asString()
        .contains("document contains excessive aliasing");
  }

  private static String excess(String file) {
    return file
        + ":3: error converting YAML to JSON: yaml: document contains excessive aliasing;"
        + " write the repeated parts out";
  }

  private ManifestSet read(InputStream stdin, String... names) {
    var sources =
        new ManifestSources(
            directory, stdin, HttpClient::newHttpClient, new Hurried(), UrlTimeout.DEFAULT);
    return ManifestReader.read(
        sources.expand(List.of(names), false, KustomizationPolicy.READ),
        RequiredFields.ALL,
        LIMIT,
        Substitution.NONE);
  }
}
