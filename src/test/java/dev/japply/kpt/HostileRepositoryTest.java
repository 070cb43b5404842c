package dev.japply.kpt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program;
import dev.japply.Program.Said;
import dev.japply.golang.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Repositories whose configuration names programs: in the place of the cache, and around the
/// package. None of the programs runs, whatever git is asked.
@Tag("process")
class HostileRepositoryTest {
  private static final String APP = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n";

  @TempDir private Path directory;
  private GitFolder upstream;

  @BeforeEach
  void makeUpstream() throws Exception {
    upstream = GitFolder.in(directory.resolve("up"));
    upstream.commit(Map.of("web/a.yaml", APP + "data: {v: '1'}\n", "other.txt", "x"));
    upstream.git("tag", "v1");
    upstream.commit(Map.of("web/a.yaml", APP + "data: {v: '2'}\n"));
    upstream.git("tag", "v2");
  }

  private Path harm() {
    return directory.resolve("harm");
  }

  private Path web() {
    return directory.resolve("repo/web");
  }

  private String address() {
    return "file://" + upstream.path() + "/.git";
  }

  private Path cache() {
    return directory.resolve("cache/japply");
  }

  private Said run(String... arguments) {
    var environment =
        Map.of(
            "HOME",
            directory.toString(),
            "JAPPLY_CACHE_DIR",
            directory.resolve("cache").toString());
    return Program.run(environment, "", List.of(arguments));
  }

  private Said get() throws IOException {
    Files.createDirectories(web().getParent());
    return run("pkg", "get", address() + "/web@v1", web().toString());
  }

  /// Settings with which git runs a program, by whatever it is asked.
  static Stream<String> settings() {
    String ext = "ext::sh -c \"touch% HARM% %S\"";
    return Stream.of(
        "[core]\n\tfsmonitor = touch HARM\n",
        "[core]\n\thooksPath = HOOKS\n",
        "[core]\n\tsshCommand = touch HARM\n\tgitProxy = HOOKS/update\n\tpager = touch HARM\n",
        "[core]\n\talternateRefsCommand = touch HARM;\n",
        "[alias]\n\tls-tree = !touch HARM\n\tdiff = !touch HARM\n\tfetch = !touch HARM\n",
        "[diff]\n\texternal = HOOKS/update\n[diff \"x\"]\n\ttextconv = HOOKS/update\n"
            + "\tcommand = HOOKS/update\n",
        "[filter \"x\"]\n"
            + "\tclean = touch HARM; cat\n"
            + "\tsmudge = touch HARM; cat\n"
            + "\trequired = true\n",
        "[filter \"x\"]\n\tprocess = HOOKS/update\n",
        "[filter \"x=y\"]\n\tclean = touch HARM; cat\n\trequired = true\n",
        "[gpg]\n\tprogram = HOOKS/update\n[log]\n\tshowSignature = true\n"
            + "[merge]\n\tverifySignatures = true\n[commit]\n\tgpgSign = true\n",
        "[include]\n\tpath = HOOKS/config\n",
        "[protocol \"ext\"]\n\tallow = always\n[url \""
            + "ext::HOOKS/update \"]\n\tinsteadOf = file://\n",
        "[protocol \"ext\"]\n\tallow = always\n[core]\n\trepositoryformatversion = 1\n"
            + "[extensions]\n\tpartialClone = evil\n[remote \"evil\"]\n\tpromisor = true\n"
            + "\tpartialclonefilter = blob:none\n\turl = "
            + ext
            + "\n",
        "[remote \"japply\"]\n\tuploadpack = touch HARM;\n\tvcs = ext\n\tproxy = x\n",
        "[credential]\n\thelper = !touch HARM\n[uploadpack]\n\tpackObjectsHook = HOOKS/update\n",
        "[gc]\n\tauto = 1\n[maintenance]\n\tstrategy = incremental\n");
  }

  private String hostile(String settings) throws IOException {
    Path hooks = Files.createDirectories(directory.resolve("hooks"));
    for (String name :
        List.of(
            "update",
            "reference-transaction",
            "post-index-change",
            "pre-auto-gc",
            "fsmonitor-watchman",
            "post-checkout")) {
      Path hook = Files.writeString(hooks.resolve(name), "#!/bin/sh\ntouch " + harm() + "\ncat\n");
      assertThat(hook.toFile().setExecutable(true)).isTrue();
    }
    Files.writeString(hooks.resolve("config"), "[core]\n\tfsmonitor = touch " + harm() + "\n");
    return settings.replace("HARM", harm().toString()).replace("HOOKS", hooks.toString());
  }

  private void make(Path repository, String settings) throws Exception {
    Files.createDirectories(repository.resolve("objects"));
    Files.createDirectories(repository.resolve("refs"));
    Files.createDirectories(repository.resolve("info"));
    Files.writeString(repository.resolve("HEAD"), "ref: refs/heads/main\n");
    Files.writeString(repository.resolve("info/attributes"), "* filter=x diff=x\n");
    Files.writeString(
        repository.resolve("config"),
        "[core]\n\trepositoryformatversion = 0\n\tbare = true\n" + hostile(settings));
  }

  /// A checkout may bring along what lies where the cache is to be.
  @ParameterizedTest
  @MethodSource("settings")
  void repositoriesInPlaceOfTheCacheAreRefused(String settings) throws Exception {
    make(cache().resolve(Sha256.hex(address())), settings);
    make(cache().resolve(Sha256.hex(address()) + ".parts"), settings);
    make(cache(), settings); // in which git would look for a repository, too
    Said said = get();
    assertThat(harm()).doesNotExist();
    assertThat(said.status()).as(said.err()).isEqualTo(1);
    assertThat(said.err()).contains("is not japply's own; remove the directory").hasLineCount(1);
  }

  /// The same repository, moved here as a whole: hooks run for its owner's git, not for japply's.
  @ParameterizedTest
  @MethodSource("settings")
  void repositoriesAroundThePackageRunNothing(String settings) throws Exception {
    assertThat(get().status()).isZero();
    GitFolder repo = GitFolder.in(directory.resolve("repo"));
    String filter = settings.contains("x=y") ? "x=y" : "x";
    repo.write(".gitattributes", "* filter=" + filter + " diff=x\n");
    repo.commit();
    Path git = directory.resolve("repo/.git");
    String config = Files.readString(git.resolve("config"));
    Files.writeString(git.resolve("config"), config + hostile(settings));
    if (settings.contains("partialClone")) {
      for (Path object : objects(git)) {
        Files.delete(object);
      }
    }
    Files.writeString(web().resolve("a.yaml"), APP + "data: {v: '1', own: x}\n");
    for (String command : List.of("status", "diff", "update")) {
      run("pkg", command, web() + (command.equals("status") ? "" : "@v2"));
      assertThat(harm()).as(command).doesNotExist();
    }
    Said said = run("pkg", "update", web() + "@v2");
    assertThat(said.status()).as(said.err()).isEqualTo(1);
    assertThat(said.err()).contains("--require-clean=false");
    assertThat(run("pkg", "update", web() + "@v2", "--require-clean=false").status()).isZero();
    assertThat(harm()).doesNotExist();
  }

  private static List<Path> objects(Path git) throws IOException {
    try (Stream<Path> files = Files.walk(git.resolve("objects"))) {
      return files.filter(Files::isRegularFile).toList();
    }
  }

  @Test
  void theCacheIsItsUsersAlone() throws Exception {
    Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
    Files.createDirectories(cache().getParent());
    Files.createSymbolicLink(cache(), elsewhere);
    assertRefused();
    assertThat(elsewhere).isEmptyDirectory();
    Files.delete(cache());
    Files.createDirectory(cache());
    Path repository = cache().resolve(Sha256.hex(address()) + ".parts");
    Files.createSymbolicLink(repository, elsewhere);
    assertRefused();
    assertThat(elsewhere).isEmptyDirectory();
    Files.delete(repository);
    Files.setPosixFilePermissions(cache(), PosixFilePermissions.fromString("rwxrwxrwx"));
    assertRefused();
    Files.setPosixFilePermissions(cache(), PosixFilePermissions.fromString("rwxr-xr-x"));
    assertThat(get().status()).isZero();
    Path made = cache().resolve(Sha256.hex(address()) + ".parts");
    Path own = Files.exists(made) ? made : cache().resolve(Sha256.hex(address()));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(own)))
        .isEqualTo("rwx------");
    assertThat(own.resolve("hooks")).doesNotExist();
  }

  private void assertRefused() throws IOException {
    Said said = get();
    assertThat(said.status()).isEqualTo(1);
    assertThat(said.err())
        .contains("packages cannot be kept here: ", "others may write to it; remove it")
        .hasLineCount(1);
  }

  /// An object that is missing is not fetched by a program that a remote names.
  @Test
  void missingObjectsAreNotFetched() throws Exception {
    assertThat(get().status()).isZero();
    Path repository = cache().resolve(Sha256.hex(address()) + ".parts");
    assertThat(repository).isDirectory();
    for (Path object : objects(repository)) {
      Files.delete(object);
    }
    Said said = run("pkg", "diff", web().toString());
    assertThat(said.status()).as(said.err()).isIn(0, 1);
    assertThat(harm()).doesNotExist();
  }
}
