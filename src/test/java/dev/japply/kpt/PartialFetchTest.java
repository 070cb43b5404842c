package dev.japply.kpt;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.SimpleFileServer;
import dev.japply.Program;
import dev.japply.Program.Said;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A package in a directory of a large repository: what is transferred, and what happens where a
/// server gives no single files.
@Tag("process")
class PartialFetchTest {
  private static final int LARGE = 1_000_000;
  private static final int SMALL = 50_000;
  private static final int FILES = 40;

  /// What two packages may take, far less than one request for each file.
  private static final int REQUESTS = 15;

  private static final GitFixture UPSTREAM =
      new GitFixture(folder -> {
        var random = new Random(1);
        folder.git("config", "uploadpack.allowFilter", "true");
        for (int i = 0; i < FILES; i++) {
          folder.write("deep/web/" + i + ".txt", text(random, 100));
        }
        folder.commit(
            Map.of("large.txt", text(random, LARGE), "deep/other/a.txt", text(random, 100)));
        folder.git("tag", "v1");
        folder.commit(Map.of("deep/web/0.txt", "between\n"));
        folder.commit(Map.of("large.txt", text(random, LARGE), "deep/web/0.txt", "new\n"));
        folder.git("tag", "v2");
      });

  @TempDir private Path directory;
  private GitFolder upstream;
  private String first = "";
  private String between = "";

  @BeforeEach
  void makeUpstream() throws Exception {
    upstream = UPSTREAM.in(directory.resolve("up"));
    first = UPSTREAM.commit(0);
    between = UPSTREAM.commit(1);
  }

  /// Text of so many bytes, which no compression makes much smaller.
  private static String text(Random random, int bytes) {
    var text = new StringBuilder();
    while (text.length() < bytes) {
      text.append(Long.toString(random.nextLong(), Character.MAX_RADIX)).append('\n');
    }
    return text.toString();
  }

  private Said run(String... arguments) {
    var environment = Map.of("HOME", directory.toString(), "GIT_TERMINAL_PROMPT", "0");
    return Program.run(environment, "", List.of(arguments));
  }

  private String mine(String name) {
    return directory.resolve(name).toString();
  }

  private static String url(GitHttpServer server, String rest) {
    return "http://" + server.place() + "/up/.git" + rest;
  }

  private void isAsIn(String version, String directory, String name) throws Exception {
    assertThat(Path.of(mine(name), "0.txt"))
        .hasContent(upstream.git("show", version + ":" + directory + "/0.txt") + "\n");
    try (Stream<Path> files = Files.list(Path.of(mine(name)))) {
      assertThat(files).hasSize(FILES + 1);
    }
  }

  private static void isGood(Said said) {
    assertThat(said).extracting(Said::status, Said::err).containsExactly(0, "");
  }

  private static void took(GitHttpServer server, int bytes) {
    assertThat(server.sent.getAndSet(0)).isLessThan(bytes);
    assertThat(server.requests.getAndSet(0)).isLessThanOrEqualTo(REQUESTS);
  }

  @Test
  void onlyTheFilesOfThePackageAreFetchedAndAllAtOnce() throws Exception {
    try (var server = new GitHttpServer(directory, true, "")) {
      isGood(run("pkg", "get", url(server, "/deep/web@v1"), mine("web")));
      isAsIn("v1", "deep/web", "web");
      took(server, SMALL);
      isGood(run("pkg", "diff", mine("web"), "--type=remote"));
      took(server, SMALL);
      isGood(run("pkg", "update", mine("web") + "@v2"));
      isAsIn("v2", "deep/web", "web");
      took(server, SMALL);
      // Of a commit that is here in part, too, and by the beginning of its name.
      isGood(run("pkg", "get", url(server, "/deep/other@v1"), mine("other")));
      isGood(run("pkg", "get", url(server, "/deep/web@" + between.substring(0, 9)), mine("short")));
      isAsIn(between, "deep/web", "short");
      took(server, SMALL);
      Said none = run("pkg", "get", url(server, "/deep/none@v2"), mine("none"));
      assertThat(none.err()).contains("has no directory /deep/none in v2").hasLineCount(1);
      assertThat(run("pkg", "get", url(server, "/deep@abcdef12"), mine("none")).err())
          .contains("has no tag, branch or commit \"abcdef12\"");
      took(server, SMALL);
    }
  }

  @Test
  void refsOfPullRequestsAreNotListed() throws Exception {
    for (int i = 0; i < 1_000; i++) {
      Path ref = upstream.path().resolve(".git/refs/pull/" + i + "/head");
      Files.createDirectories(ref.getParent());
      Files.writeString(ref, first + "\n");
    }
    try (var server = new GitHttpServer(directory, true, "")) {
      isGood(run("pkg", "get", url(server, "/deep/web@v2"), mine("web")));
      isGood(run("pkg", "status", mine("web")));
      took(server, SMALL);
      isGood(run("pkg", "update", mine("web") + "@pull/7/head"));
      isAsIn("v1", "deep/web", "web");
    }
  }

  @Test
  void serversThatGiveAllOrNothingGiveAll() throws Exception {
    upstream.git("config", "uploadpack.allowFilter", "false");
    try (var server = new GitHttpServer(directory, true, "")) {
      isGood(run("pkg", "get", url(server, "/deep/web@v1"), mine("all")));
      isAsIn("v1", "deep/web", "all");
      assertThat(server.sent.get()).isGreaterThan(LARGE / 2);
    }
    // This one leaves files out, and does not give them by themselves.
    upstream.git("config", "uploadpack.allowFilter", "true");
    try (var server = new GitHttpServer(directory, false, "")) {
      isGood(run("pkg", "get", url(server, "/deep/web@v2"), mine("old")));
      isAsIn("v2", "deep/web", "old");
      isGood(run("pkg", "update", mine("old") + "@v1"));
      isAsIn("v1", "deep/web", "old");
      assertThat(server.sent.get()).isGreaterThan(LARGE / 2);
    }
  }

  @Test
  void aServerThatKnowsNothingOfGitGivesAll() throws Exception {
    Path bare = directory.resolve("bare.git");
    upstream.git("clone", "--quiet", "--bare", ".", bare.toString());
    new GitFolder(bare).git("update-server-info");
    var place = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    var server =
        SimpleFileServer.createFileServer(
            place, directory.toRealPath(), SimpleFileServer.OutputLevel.NONE);
    server.start();
    try {
      String address = "http://127.0.0.1:" + server.getAddress().getPort() + "/bare.git/deep/web";
      isGood(run("pkg", "get", address + "@v1", mine("web")));
      isGood(run("pkg", "update", mine("web") + "@v2"));
      isAsIn("v2", "deep/web", "web");
    } finally {
      server.stop(0);
    }
  }

  /// git would ask the server for each file that is missing. It has no address to ask.
  @Test
  void nothingIsFetchedBehindTheBackOfARun() throws Exception {
    isGood(run("pkg", "get", "file://" + upstream.path() + "/.git/deep/web@v1", mine("web")));
    Path parts = parts();
    Files.writeString(Path.of(mine("web"), "0.txt"), "mine\n");
    Said build = build(first, "--offline");
    assertThat(build.err()).contains("is not fetched with --offline");
    String large = upstream.git("rev-parse", first + ":large.txt");
    var git = new ProcessBuilder("git", "cat-file", "-e", large).directory(parts.toFile()).start();
    assertThat(git.waitFor()).isNotZero();
    Files.move(upstream.path(), directory.resolve("gone"));
    Said diff = run("pkg", "diff", mine("web"));
    isGood(diff);
    assertThat(diff.out()).contains("+mine\n");
    Said other =
        run("pkg", "get", "file://" + upstream.path() + "/.git/deep/other@" + first, mine("x"));
    assertThat(other.status()).isEqualTo(1);
    assertThat(other.err()).contains("cannot be fetched").hasLineCount(1);
    assertThat(Path.of(mine("x"))).doesNotExist();
    isGood(run("pkg", "diff", mine("web")));
  }

  /// All of a commit comes where a build needs it, though a package has some of it.
  @Test
  void buildsDoNotMissWhatPackagesHaveNotFetched() throws Exception {
    String commit =
        upstream.commit(
            Map.of(
                "deep/web/kustomization.yaml",
                "resources: [a.yaml]\n",
                "deep/web/a.yaml",
                "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n"));
    isGood(run("pkg", "get", "file://" + upstream.path() + "/.git/deep/other@main", mine("x")));
    assertThat(build(commit).out()).contains("name: a");
    Files.move(upstream.path(), directory.resolve("gone"));
    assertThat(build(commit, "--offline").out()).contains("name: a");
    isGood(run("pkg", "get", "file://" + upstream.path() + "/.git/deep/web@" + commit, mine("y")));
  }

  private Said build(String commit, String... flags) throws IOException {
    Path folder = Files.createDirectories(directory.resolve("overlay"));
    String address = "file://" + upstream.path() + "/.git//deep/web?ref=" + commit;
    Files.writeString(folder.resolve("kustomization.yaml"), "resources:\n- " + address + "\n");
    var arguments = new ArrayList<>(List.of("build", folder.toString()));
    arguments.addAll(List.of(flags));
    return run(arguments.toArray(String[]::new));
  }

  private Path parts() throws IOException {
    try (Stream<Path> cache = Files.list(directory.resolve(".cache/japply/packages"))) {
      return cache.filter(path -> path.toString().endsWith(".parts")).findFirst().orElseThrow();
    }
  }

  @Test
  void runsAtTheSameTimeWaitForEachOther() throws Exception {
    try (var server = new GitHttpServer(directory, true, "")) {
      var runs = new ArrayList<CompletableFuture<Said>>();
      for (String what : List.of("web@v1", "other@v1", "web@v2", "other@v2")) {
        runs.add(
            CompletableFuture.supplyAsync(
                () -> run("pkg", "get", url(server, "/deep/" + what), mine(what))));
      }
      runs.forEach(run -> isGood(run.join()));
      isAsIn("v1", "deep/web", "web@v1");
      isAsIn("v2", "deep/web", "web@v2");
    }
  }
}
