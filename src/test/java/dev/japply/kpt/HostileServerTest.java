package dev.japply.kpt;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.japply.Program;
import dev.japply.Program.Said;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A server of packages whose answers never suffice: each is the change of an object that it does
/// not send, which git in a partial clone fetches, and so on.
@Tag("process")
class HostileServerTest {
  private static final String COMMIT = "1".repeat(40);
  private static final int REQUESTS = 200;
  private static final int CHANGE = 7 << 4;
  private static final String REFS = "application/x-git-upload-pack-advertisement";
  private static final String RESULT = "application/x-git-upload-pack-result";

  @TempDir private Path directory;
  private final AtomicInteger packs = new AtomicInteger();
  private final Random random = new Random(1);

  @Test
  @Timeout(120)
  void answersThatNeverSufficeEndTheRun() throws Exception {
    var place = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    HttpServer server = HttpServer.create(place, 0);
    try (var threads = Executors.newCachedThreadPool()) {
      server.setExecutor(threads);
      server.createContext("/", this::handle);
      server.start();
      Said said = get("http://127.0.0.1:" + server.getAddress().getPort() + "/up.git/web@main");
      assertThat(packs.get()).isBetween(1, REQUESTS);
      assertThat(said.status()).isEqualTo(1);
      assertThat(said.err()).startsWith("error: ").contains("fetche").hasLineCount(1);
      assertThat(directory.resolve("mine")).doesNotExist();
      int ended = packs.get();
      Thread.sleep(500);
      assertThat(packs.get() - ended).as("requests after the end").isLessThanOrEqualTo(1);
    } finally {
      server.stop(0);
    }
  }

  private Said get(String address) {
    var environment = Map.of("HOME", directory.toString(), "GIT_TERMINAL_PROMPT", "0");
    String mine = directory.resolve("mine").toString();
    return Program.run(environment, "", List.of("pkg", "get", address, mine));
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String question = new String(exchange.getRequestBody().readAllBytes(), ISO_8859_1);
      if (exchange.getRequestMethod().equals("GET")) {
        String lines = "version 2\n,ls-refs\n,fetch=shallow filter\n,object-format=sha1\n";
        answer(exchange, REFS, packet("# service=git-upload-pack\n") + "0000" + packets(lines));
      } else if (question.contains("command=ls-refs")) {
        String head = COMMIT + " HEAD symref-target:refs/heads/main\n,";
        answer(exchange, RESULT, packets(head + COMMIT + " refs/heads/main\n"));
      } else {
        packs.incrementAndGet();
        String shallow = packet("shallow-info\n") + packet("shallow " + COMMIT) + "0001";
        answer(
            exchange,
            RESULT,
            (question.contains("deepen") ? shallow : "")
                + packet("packfile\n")
                + packet("\1" + pack())
                + "0000");
      }
    }
  }

  private static void answer(HttpExchange exchange, String type, String text) throws IOException {
    exchange.getResponseHeaders().add("Content-Type", type);
    exchange.sendResponseHeaders(200, text.length());
    exchange.getResponseBody().write(text.getBytes(ISO_8859_1));
  }

  private static String packets(String lines) {
    var all = new StringBuilder();
    List.of(lines.split(",", -1)).forEach(line -> all.append(packet(line)));
    return all + "0000";
  }

  private static String packet(String text) {
    return "%04x".formatted(text.length() + 4) + text;
  }

  /// A pack with the change of an object that is nowhere.
  private String pack() {
    try {
      byte[] change = {5, 5, (byte) 0x90, 5};
      var pack = new ByteArrayOutputStream();
      pack.write(HexFormat.of().parseHex("5041434b0000000200000001"));
      pack.write(CHANGE | change.length);
      byte[] base = new byte[20];
      random.nextBytes(base);
      pack.write(base);
      try (var packed = new DeflaterOutputStream(pack)) {
        packed.write(change);
      }
      byte[] text = pack.toByteArray();
      byte[] sum = MessageDigest.getInstance("SHA-1").digest(text);
      return new String(text, ISO_8859_1) + new String(sum, ISO_8859_1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (java.security.GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
