package dev.japply.input;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.SimpleFileServer;
import dev.japply.Program;
import dev.japply.Program.Said;
import dev.japply.kpt.GitFixture;
import dev.japply.kpt.GitFolder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// `japply build` of what is in repositories of git, and behind URLs.
@Tag("process")
class RemoteBuildTest {
  private static final String MAP = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: %s}\n";

  private static final GitFixture UP =
      new GitFixture(folder -> {
        folder.commit(
            Map.of(
                "base/kustomization.yaml", "resources: [a.yaml]\n",
                "base/a.yaml", MAP.formatted("a"),
                "prod/kustomization.yaml", "resources: [../base]\nnamePrefix: prod-\n"));
        folder.git("tag", "--annotate", "--message=v1", "v1");
        folder.commit(Map.of("base/a.yaml", MAP.formatted("later")));
      });

  @TempDir private Path folder;
  private GitFolder up;
  private HttpServer server;
  private String commit = "";
  private final CountDownLatch ended = new CountDownLatch(1);
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Map<String, String> environment = new HashMap<>();

  @BeforeEach
  void makeRepository() throws Exception {
    folder = folder.toRealPath();
    environment.put("HOME", folder.resolve("home").toString());
    Files.createDirectories(folder.resolve("home"));
    up = UP.in(folder.resolve("up"));
    commit = UP.commit(0);
    var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    server =
        SimpleFileServer.createFileServer(
            address,
            Files.createDirectories(folder.resolve("web")),
            SimpleFileServer.OutputLevel.NONE);
    server.createContext("/late.git", this::answerLate);
    server.createContext("/late.yaml", this::answerLate);
    server.createContext("/late.yaml/info/refs", HttpExchange::close); // it is no repository
    server.setExecutor(threads);
    server.start();
  }

  private void answerLate(HttpExchange exchange) {
    try {
      ended.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    exchange.close();
  }

  @AfterEach
  void stop() {
    ended.countDown();
    server.stop(0);
    threads.close();
  }

  private String address(String rest) {
    return "file://" + up.path() + rest;
  }

  private String url(String path) {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/" + path;
  }

  private Said build(String kustomization, String... flags) throws IOException {
    Path mine = Files.createDirectories(folder.resolve("mine"));
    Files.writeString(mine.resolve("kustomization.yaml"), kustomization);
    var args = new ArrayList<>(List.of("build", mine.toString()));
    args.addAll(List.of(flags));
    return Program.run(environment, "", args);
  }

  private Said resource(String address, String... flags) throws IOException {
    return build("resources:\n- " + address + "\n", flags);
  }

  private void assertRefused(Said said, String message) {
    assertThat(said.out()).isEmpty();
    assertThat(said.err().replace(folder.toString(), "DIR")).contains(message);
    assertThat(said.status()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({
    "//base?ref=v1, a",
    "//prod?version=v1, prod-a",
    "//base?ref=main, later",
    "//base, later",
    "//base?ref=refs/tags/v1, a",
  })
  void aBaseIsThatOfTheVersion(String rest, String name) throws Exception {
    Said said = resource(address(rest));
    assertThat(said.out()).contains("  name: " + name + "\n");
    assertThat(said.err()).startsWith("Fetching file://" + up.path()).hasLineCount(1);
    assertThat(said.status()).isZero();
  }

  @Test
  void aKustomizationOfARepositoryIsBuiltByItsAddress() {
    Said said = Program.run(environment, "", List.of("build", address("//prod?ref=v1")));
    assertThat(said.out()).contains("name: prod-a");
    assertThat(said.err()).isEqualTo("Fetching file://" + up.path() + " at v1\n");
  }

  @Test
  void whatIsWrongHereIsToldBeforeAnythingIsFetched() throws Exception {
    Said said = build("resources: [none.yaml, '" + address("//base?ref=v1") + "']\n");
    assertRefused(said, "none.yaml");
    assertThat(said.err()).doesNotContain("Fetching");
  }

  @Test
  void messagesNameTheFileInTheRepository() throws Exception {
    up.commit(Map.of("base/kustomization.yaml", "resources: [a.yaml]\nimages: x\n"));
    assertRefused(
        resource(address("//base")), "error: file://DIR/up//base/kustomization.yaml:2: images");
  }

  @Test
  void whatIsNotedNamesTheFileInTheRepository() throws Exception {
    String fields = "\nbuildMetadata: [originAnnotations, transformerAnnotations]\n";
    String noted = build("resources: ['" + address("//prod?ref=v1") + "']" + fields).out();
    assertThat(noted)
        .contains("path: base/a.yaml\n", "repo: file://" + up.path() + "\n", "ref: v1\n")
        .contains("configuredIn: prod/kustomization.yaml\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "//base?ref=--upload-pack=x | \"--upload-pack=x\" is no version; name a tag",
        "//base?ref=v9 | has no tag, branch or commit \"v9\"",
        "//none?ref=v1 | 'file://DIR/up//none?ref=v1' does not exist",
        "//base/a.yaml?ref=v1 | a.yaml?ref=v1' is a file",
        "/../no//base | cannot be read",
      })
  void whatCannotBeFetchedIsAnErrorOfItsLine(String rest, String message) throws Exception {
    assertRefused(resource(address(rest)), message);
    assertThat(resource(address(rest)).err())
        .contains("error: " + folder + "/mine/kustomization.yaml:2: ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "resources: [../secret.yaml] | security; file '../secret.yaml' is not in or below",
        "resources: [../../../etc] | security; it is outside of the repository",
        "resources: [out] | out?ref=main' links to 'DIR/mine'",
        "resources: [round] | links to 'round'",
        "resources: [/etc] | '/etc' does not exist",
      })
  void nothingLeavesTheRepository(String kustomization, String message) throws Exception {
    up.write("secret.yaml", MAP.formatted("secret"));
    Files.createSymbolicLink(up.path().resolve("base/out"), folder.resolve("mine"));
    Files.createSymbolicLink(up.path().resolve("base/round"), Path.of("round"));
    up.commit(Map.of("base/kustomization.yaml", kustomization + "\n"));
    String flag = "--load-restrictor=LoadRestrictionsNone";
    assertRefused(resource(address("//base?ref=main"), flag), message);
  }

  @Test
  void linksWithinTheRepositoryAreFollowed() throws Exception {
    Files.createSymbolicLink(up.path().resolve("linked"), Path.of("./prod/../base"));
    up.commit();
    assertThat(resource(address("//linked")).out()).contains("name: later");
  }

  @ParameterizedTest
  @ValueSource(strings = {"//base?ref=main", "?ref=heads/main&timeout=20", "//base"})
  void aRoundThroughRepositoriesIsFound(String rest) throws Exception {
    up.commit(Map.of("kustomization.yaml", "resources: [base]\n"));
    up.commit(Map.of("base/kustomization.yaml", "resources:\n- " + address(rest) + "\n"));
    assertRefused(
        resource(address("//base?ref=main")),
        "error: file://DIR/up//base/kustomization.yaml?ref=main:2: cycle detected: ");
  }

  @Test
  void aRoundWithinARepositoryIsFound() throws Exception {
    up.commit(Map.of("base/kustomization.yaml", "resources: [../prod]\n"));
    assertRefused(resource(address("//base")), "prod/kustomization.yaml:1: cycle detected: ");
  }

  @Test
  void theBeginningOfAnAddressIsTakenForARoundAsByKustomize() throws Exception {
    up.commit(Map.of("base/kustomization.yaml", "resources: ['" + address("//base") + "']\n"));
    up.git("tag", "v2");
    up.commit(Map.of("base/kustomization.yaml", "resources: [a.yaml]\n"));
    assertRefused(resource(address("//base?ref=v2")), "cycle detected: ");
  }

  @Test
  void offlineTakesCommitsThatWereFetched() throws Exception {
    assertRefused(
        resource(address("//base?ref=" + commit), "--offline"),
        "is not fetched with --offline; name a commit in ?ref= that was fetched before");
    resource(address("//base?ref=" + commit));
    Files.move(up.path(), folder.resolve("moved"));
    Said said = resource(address("//prod?ref=" + commit), "--offline");
    assertThat(said.out()).contains("name: prod-a");
    assertThat(said.err()).isEmpty();
    assertRefused(resource(address("//base?ref=v1"), "--offline"), "--offline");
  }

  @Test
  void submodulesArePartOfTheRepository() throws Exception {
    Files.writeString(folder.resolve("home/.gitconfig"), "[protocol \"file\"]\n\tallow = always\n");
    GitFolder part = GitFolder.in(folder.resolve("part"));
    part.commit(
        Map.of("p/kustomization.yaml", "resources: [m.yaml]\n", "p/m.yaml", MAP.formatted("m")));
    up.git("submodule", "--quiet", "add", "../part", "mod");
    up.commit(Map.of("base/kustomization.yaml", "resources: [../mod/p, a.yaml]\n"));
    Said said = resource(address("//base"));
    assertThat(said.out()).contains("name: m\n", "name: later");
    assertThat(said.err()).contains("Fetching file://" + folder + "/part for the submodule mod\n");
    assertRefused(resource(address("//base?submodules=false")), "the submodule mod is not fetched");
  }

  @Test
  void submodulesMustNotLeadToThisMachine() throws Exception {
    GitFolder part = GitFolder.in(folder.resolve("part"));
    part.commit(Map.of("kustomization.yaml", "namePrefix: x\n"));
    up.git("submodule", "--quiet", "add", "../part", "mod");
    up.commit();
    assertRefused(resource(address("//mod")), "transport 'file' not allowed");
  }

  @Test
  void aFileOfThatNameComesFirst() throws Exception {
    Path here = Files.createDirectories(folder.resolve("mine/github.com/org/repo"));
    Files.writeString(here.resolve("a.yaml"), MAP.formatted("here"));
    Said said = resource("github.com/org/repo/a.yaml", "--offline");
    assertThat(said.out()).as(said.err()).contains("name: here");
  }

  private void serveRepository() throws Exception {
    up.git("clone", "--quiet", "--bare", ".", folder.resolve("web/up.git").toString());
    new GitFolder(folder.resolve("web/up.git")).git("update-server-info");
  }

  @Test
  void aRepositoryMayBeBehindHttp() throws Exception {
    serveRepository();
    assertThat(resource(url("up.git//prod?ref=v1")).out()).contains("name: prod-a");
    assertThat(resource(url("up.git/prod?ref=v1")).out()).contains("name: prod-a");
  }

  @Test
  void aRepositoryFromElsewhereNamesNoneOfThisMachine() throws Exception {
    up.commit(Map.of("base/kustomization.yaml", "resources: ['" + address("//prod") + "']\n"));
    serveRepository();
    assertRefused(
        resource(url("up.git//base")), "security; a kustomization from elsewhere must not name");
  }

  @Test
  void aServerThatDoesNotAnswerIsGivenUp() throws Exception {
    assertRefused(
        resource(url("late.git//base?timeout=300ms")),
        "git has not ended within 0.3s; allow it more time, as with ?timeout=2m");
  }

  @Test
  void aFileThatDoesNotComeIsGivenUp() throws Exception {
    assertRefused(
        resource(url("late.yaml"), "--request-timeout=300ms"),
        "mine/kustomization.yaml:2: '%s' cannot be read".formatted(url("late.yaml")));
  }

  @Test
  void aFileMayBeBehindHttp() throws Exception {
    Files.writeString(folder.resolve("web/a.yaml"), MAP.formatted("a"));
    Files.writeString(folder.resolve("web/patch"), MAP.formatted("a") + "data: {b: c}\n");
    Said said =
        build(
            "resources: ['%s']\npatches: [{path: '%s'}]\n".formatted(url("a.yaml"), url("patch")));
    assertThat(said.out()).contains("data:\n  b: c\n");
    assertThat(said.err())
        .isEqualTo("Fetching %s\nFetching %s\n".formatted(url("a.yaml"), url("patch")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "none.yaml | kustomization.yaml:2: 'URL/none.yaml' cannot be read: unable to read URL",
        "bad.yaml | error: URL/bad.yaml:2: error converting YAML",
        "big.yaml | larger than 100 bytes; set JAPPLY_MAX_BYTES",
        "d/e/none | repository 'URL/d/e/' not found",
      })
  void whatIsNotAFileOfManifestsIsAnError(String path, String message) throws Exception {
    Files.writeString(folder.resolve("web/bad.yaml"), "a: [\n");
    Files.writeString(folder.resolve("web/big.yaml"), MAP.formatted("a") + "# ".repeat(80));
    environment.put("JAPPLY_MAX_BYTES", "100");
    assertRefused(resource(url(path)), message.replace("URL/", url("")));
    assertRefused(resource(url(path), "--offline"), "is not read with --offline; copy it");
  }
}
