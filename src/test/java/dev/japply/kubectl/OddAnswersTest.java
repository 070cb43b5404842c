package dev.japply.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.kubectl.KubectlTableTest.Played;
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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What kubectl and japply do with answers that are not what was asked for, and with redirects.
@Tag("recorded")
class OddAnswersTest {
  @RegisterExtension static final Answers ANSWERS = Answers.in("odd-answers");

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
  private final OddServer other;
  private String manifest = MANIFEST;
  private String test = "";
  @TempDir private Path folder;

  OddAnswersTest() throws IOException {
    server = new OddServer();
    other = new OddServer();
  }

  @BeforeEach
  void nameTest(TestInfo info) {
    test = info.getTestMethod().orElseThrow().getName() + " " + info.getDisplayName();
  }

  @AfterEach
  void stopServers() {
    server.close();
    other.close();
  }

  private Played kubectl(String... flags) throws Exception {
    String input = manifest + List.of(flags) + plain(server.toString());
    return ANSWERS.of(test, input, () -> play(Tool.kubectl(Answers.kubectl()), flags));
  }

  private Played japply(String... flags) throws IOException, InterruptedException {
    return play(Tool.inProcess(), flags);
  }

  private Played play(Tool tool, String... flags) throws IOException, InterruptedException {
    Path directory = Files.createTempDirectory(folder, "odd");
    Said said = apply(tool, directory, flags);
    var requests = new ArrayList<>(server.takeAsked());
    other.takeAsked().forEach(line -> requests.add(line + " of the other server"));
    return new Played(
        new Said(
            said.status(),
            plain(said.out().replace(directory.toString(), "$DIR")),
            plain(said.err().replace(directory.toString(), "$DIR"))),
        requests);
  }

  private String plain(String text) {
    return text.replace(server.url(), "$SERVER").replace(other.url(), "$OTHER");
  }

  /// What one of them does, in a directory of its own.
  private Said apply(Tool tool, Path directory, String... flags)
      throws IOException, InterruptedException {
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

  private List<Played> both(int status, String out, String phrase, String... flags)
      throws Exception {
    List<Played> both = List.of(kubectl(flags), japply(flags));
    assertThat(both)
        .allSatisfy(played -> {
          assertThat(played.said().status()).isEqualTo(status);
          assertThat(played.said().out()).isEqualTo(out);
          assertThat(played.said().err()).contains(phrase);
        });
    return both;
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
    assertThat(kubectl().said().status()).isZero();
    Said said = japply().said();
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
    assertThat(both(0, "configmap/c created\n", ""))
        .allSatisfy(
            played -> assertThat(played.facts()).containsOnlyOnce("POST /moved" + COLLECTION));
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
    assertThat(kubectl().said().out()).isEqualTo("configmap/c configured\n");
    Played ours = japply();
    assertThat(ours.said().status()).as("%s", ours).isEqualTo(1);
    assertThat(ours.said().err())
        .contains("a redirect (302) that turns the write into a read is not followed");
    assertThat(ours.facts()).noneMatch(line -> line.contains("/moved"));
  }

  @Test
  void anotherServerGetsNothing() throws Exception {
    String request = "POST " + COLLECTION + " of the other server";
    server.on("POST " + COLLECTION, new Odd(307, "", other.url() + COLLECTION));
    Played theirs = kubectl();
    assertThat(theirs.said().status()).isZero();
    assertThat(theirs.facts()).containsOnlyOnce(request);
    Played ours = japply();
    assertThat(ours.said().status()).as("%s", ours).isEqualTo(1);
    assertThat(ours.said().err()).contains("redirects to another server are not followed: $OTHER");
    assertThat(ours.facts()).noneMatch(line -> line.endsWith("of the other server"));
  }
}
