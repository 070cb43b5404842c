package dev.japply.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.kubectl.OddServer.Odd;
import dev.japply.kubectl.Tool.Said;
import dev.japply.kubectl.Tool.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What kubectl and japply do with answers that are not what was asked for, and with redirects.
@UsesKubectl
class OddAnswersTest extends BesideKubectl {
  private static final String COLLECTION = "/api/v1/namespaces/default/configmaps";
  private static final String C = COLLECTION + "/c";
  private static final String OTHER =
      "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"other\"}}";
  private static final String MANIFEST =
      """
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: c}
      """;

  private final OddServer server;
  private String manifest = MANIFEST;

  OddAnswersTest() throws IOException {
    server = new OddServer();
  }

  @AfterEach
  void stopServer() {
    server.close();
  }

  /// What one of them does, in a directory of its own.
  private Said apply(Tool tool, String... flags) throws IOException, InterruptedException {
    Path directory = newDirectory("odd");
    Files.writeString(directory.resolve("cm.yaml"), manifest);
    Map<String, String> environment =
        Map.of(
            "HOME", directory.toString(),
            "KUBECACHEDIR", directory.resolve("cache").toString(),
            "XDG_CACHE_HOME", directory.resolve("cache").toString());
    var args = new ArrayList<>(List.of("apply", "--validate=false", "-s", server.url(), "-f"));
    args.add(directory.resolve("cm.yaml").toString());
    args.addAll(List.of(flags));
    return tool.run(new Setting(directory, environment, ""), args);
  }

  private void both(int status, String out, String phrase, String... flags) throws Exception {
    for (Tool tool : List.of(Tool.kubectl(program), Tool.inProcess())) {
      Said said = apply(tool, flags);
      assertThat(said.status()).as("%s", said).isEqualTo(status);
      assertThat(said.out()).as("%s", said).isEqualTo(out);
      assertThat(said.err()).contains(phrase);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET " + C, "POST " + COLLECTION})
  void anyJsonIsNoObject(String request) throws Exception {
    server.on(request, new Odd(200, "{}", ""));
    both(1, "", "Object 'Kind' is missing");
  }

  @Test
  void anyJsonIsNoList() throws Exception {
    server.on("GET " + COLLECTION, new Odd(200, "{}", ""));
    String[] prune = {"--prune", "--all", "--prune-allowlist=core/v1/ConfigMap"};
    both(1, "configmap/c created\n", "Object 'Kind' is missing", prune);
  }

  /// kubectl takes it for the one that it asked for.
  @ParameterizedTest
  @ValueSource(strings = {"GET " + C, "POST " + COLLECTION})
  void anotherObjectIsNotTheOne(String request) throws Exception {
    server.on(request, new Odd(200, OTHER, "")).on("PATCH " + C, new Odd(200, OTHER, ""));
    assertThat(apply(Tool.kubectl(program)).status()).isZero();
    Said said = apply(Tool.inProcess());
    assertThat(said.status()).as("%s", said).isEqualTo(1);
    assertThat(said.out()).isEmpty();
    assertThat(said.err()).contains("it is named \"other\", not \"c\"");
    assertThat(said.err().contains("unknown: ")).isEqualTo(request.startsWith("POST"));
  }

  @Test
  void aTypeWhoseServerIsAwayFailsAlone() throws Exception {
    manifest = MANIFEST + "---\napiVersion: away.example/v1\nkind: Foo\nmetadata: {name: f}\n";
    String phrase = "no matches for kind \"Foo\" in version \"away.example/v1\"";
    both(1, "configmap/c created\n", phrase);
  }

  @ParameterizedTest
  @CsvSource({"307", "308"})
  void writesGoWhereTheServerSends(int status) throws Exception {
    server.on("POST " + COLLECTION, new Odd(status, "", "/moved" + COLLECTION + "?a=b"));
    both(0, "configmap/c created\n", "");
    assertThat(server.takeAsked()).filteredOn(line -> line.contains("/moved")).hasSize(2);
  }

  @Test
  void circlesEnd() throws Exception {
    server.on("GET " + C, new Odd(307, "", C));
    both(1, "", "stopped after 10 redirects");
  }

  @Test
  void aBadLocationIsTold() throws Exception {
    server.on("POST " + COLLECTION, new Odd(307, "", "http://[bad"));
    both(1, "", "failed to parse Location header");
  }

  /// kubectl reads there, and takes what it reads for the answer to its write.
  @Test
  void aReadIsNotTheAnswerToAWrite() throws Exception {
    String live = OTHER.replace("other", "c");
    server
        .on("GET " + C, new Odd(200, live, ""))
        .on("PATCH " + C, new Odd(302, "", "/moved" + C))
        .on("GET /moved" + C, new Odd(200, live, ""));
    Said theirs = apply(Tool.kubectl(program));
    assertThat(theirs.out()).isEqualTo("configmap/c configured\n");
    server.takeAsked();
    Said ours = apply(Tool.inProcess());
    assertThat(ours.status()).as("%s", ours).isEqualTo(1);
    assertThat(ours.err())
        .contains("a redirect (302) that turns the write into a read is not followed");
    assertThat(server.takeAsked()).noneMatch(line -> line.contains("/moved"));
  }

  @Test
  void anotherServerGetsNothing() throws Exception {
    try (var other = new OddServer()) {
      server.on("POST " + COLLECTION, new Odd(307, "", other.url() + COLLECTION));
      assertThat(apply(Tool.kubectl(program)).status()).isZero();
      assertThat(other.takeAsked()).hasSize(1);
      Said said = apply(Tool.inProcess());
      assertThat(said.status()).as("%s", said).isEqualTo(1);
      assertThat(said.err())
          .contains("redirects to another server are not followed: " + other.url());
      assertThat(other.takeAsked()).isEmpty();
    }
  }
}
