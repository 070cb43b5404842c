package dev.japply.kpt;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.japply.Program;
import dev.japply.Program.Said;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Servers that do not speak as git's do, or not at all: a run ends with one line, and nothing is
/// made.
class LyingServerTest {
  private static final String COMMIT = "0123456789012345678901234567890123456789";

  @TempDir private Path directory;

  private Said get(Map<String, String> variables, String address) {
    var environment = new HashMap<>(variables);
    environment.put("HOME", directory.toString());
    environment.put("GIT_TERMINAL_PROMPT", "0");
    Path mine = directory.resolve("mine");
    Said said =
        Program.run(
            environment, "", List.of("pkg", "get", address + "/up.git/web@main", mine.toString()));
    assertThat(mine).doesNotExist();
    assertThat(said.status()).isEqualTo(1);
    assertThat(said.err()).startsWith("error: ").hasLineCount(1).doesNotContain("\u001b");
    return said;
  }

  /// No git, a broken line of git's, an error of the server's own words, and a commit that it has
  /// not got.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "<html><body>Welcome</body></html>\n",
        "001e# service=git-upload-pack\n0000ffff\u001b[2J",
        "001e# service=git-upload-pack\n0000001aERR \u001b[2J\ngo\naway!!",
        "zzzz# service=git-upload-pack\n",
        COMMIT + "\trefs/heads/main\n",
        COMMIT + "\trefs/heads/../../x\n",
        ""
      })
  void answersThatAreNotGitsEndInOneLine(String answer) throws Exception {
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          boolean list = exchange.getRequestURI().getPath().endsWith("/info/refs");
          byte[] body = list ? answer.getBytes(UTF_8) : new byte[0];
          if (answer.contains("# service")) {
            exchange
                .getResponseHeaders()
                .add("Content-Type", "application/x-git-upload-pack-advertisement");
          }
          exchange.sendResponseHeaders(list ? 200 : 404, body.length == 0 ? -1 : body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    try {
      get(Map.of(), "http://127.0.0.1:" + server.getAddress().getPort());
    } finally {
      server.stop(0);
    }
  }

  /// git gives up a server that says nothing, after the time that the user names.
  @Test
  void aSilentServerIsGivenUp() throws Exception {
    try (var silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Said said =
          get(Map.of("GIT_HTTP_LOW_SPEED_TIME", "1"), "http://127.0.0.1:" + silent.getLocalPort());
      assertThat(said.err()).contains("cannot be read").contains("Operation too slow");
    }
  }

  /// Where the user names none, it is five minutes.
  @Test
  void gitIsToldWhenToGiveUp() throws Exception {
    Path seen = directory.resolve("seen");
    String command = "sh -c 'env >" + seen + "; exit 1' --";
    get(Map.of("GIT_SSH_COMMAND", command, "GIT_SSH_VARIANT", "simple"), "ssh://host");
    assertThat(Files.readAllLines(seen))
        .contains("GIT_HTTP_LOW_SPEED_LIMIT=1", "GIT_HTTP_LOW_SPEED_TIME=300");
  }
}
