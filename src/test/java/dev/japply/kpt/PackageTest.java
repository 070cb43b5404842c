package dev.japply.kpt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program;
import dev.japply.Program.Said;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `japply pkg` on repositories of git.
@Tag("process")
class PackageTest {
  private static final String ODD =
      """
      # a comment

      kind:   'ConfigMap'
      apiVersion: v1
      metadata: {name: odd}
      data: &d
        a: 1
      ...
      """;
  private static final String APP =
      """
      apiVersion: v1
      kind: ConfigMap
      metadata:
        name: app
      data:
        v: "1"
      """;

  private static final GitFixture UPSTREAM =
      new GitFixture(folder -> {
        folder.write("web/run.sh", "#!/bin/sh\r\n");
        folder.path().resolve("web/run.sh").toFile().setExecutable(true);
        folder.commit(Map.of("web/odd.yaml", ODD, "web/app.yaml", APP, "other.txt", "x"));
        folder.git("tag", "--annotate", "--message=v1", "v1");
      });

  @TempDir private Path directory;
  private GitFolder upstream;
  private String first = "";

  @BeforeEach
  void makeUpstream() throws Exception {
    upstream = UPSTREAM.in(directory.resolve("up"));
    first = UPSTREAM.commit(0);
  }

  private Said run(String... arguments) {
    return Program.run(Map.of("HOME", directory.toString()), "", List.of(arguments));
  }

  private Path local(String... more) {
    return directory.resolve("mine").resolve(Path.of("", more));
  }

  private void get(String version) {
    Said said =
        run(
            "pkg",
            "get",
            address("/web") + "@" + version,
            local().toString(),
            "--merge-comments=false");
    assertThat(said).extracting(Said::status, Said::err).containsExactly(0, "");
  }

  private String address(String path) {
    return "file://" + upstream.path() + "/.git" + path;
  }

  private String newer() throws Exception {
    String commit = upstream.commit(Map.of("web/app.yaml", APP.replace("1\"", "2\"")));
    upstream.git("tag", "v2");
    return commit;
  }

  @Test
  void getCanKeepTheBytesAndWritesTheKptfileAsKptDoes() throws Exception {
    get("v1");
    assertThat(local("odd.yaml")).hasContent(ODD);
    assertThat(Files.readString(local("odd.yaml"))).isEqualTo(ODD);
    assertThat(Files.readString(local("run.sh"))).isEqualTo("#!/bin/sh\r\n");
    assertThat(Files.getPosixFilePermissions(local("run.sh")))
        .contains(
            PosixFilePermission.OWNER_EXECUTE,
            PosixFilePermission.GROUP_EXECUTE,
            PosixFilePermission.OTHERS_EXECUTE);
    assertThat(Files.isExecutable(local("app.yaml"))).isFalse();
    assertThat(local("other.txt")).doesNotExist();
    String repo = "file://" + upstream.path() + "/.git";
    assertThat(Files.readString(local("Kptfile")))
        .isEqualTo(
            """
            apiVersion: kpt.dev/v1
            kind: Kptfile
            metadata:
              name: mine
              annotations:
                japply.dev/merge-comments: "false"
            upstream:
              type: git
              git:
                repo: REPO
                directory: /web
                ref: v1
              updateStrategy: resource-merge
            upstreamLock:
              type: git
              git:
                repo: REPO
                directory: /web
                ref: v1
                commit: COMMIT
            """
                .replace("REPO", repo)
                .replace("COMMIT", first));
  }

  private static String commented(String text) {
    return text.replaceFirst("metadata:(?: \\{.*})?", "$0 # kpt-merge: /app");
  }

  @Test
  void getWritesCommentsThatIdentifyRenamedObjects() throws Exception {
    Said got = run("pkg", "get", address("/web") + "@v1", local().toString());
    assertThat(got.status()).as(got.err()).isZero();
    assertThat(Files.readString(local("app.yaml"))).isEqualTo(commented(APP));
    assertThat(Files.readString(local("odd.yaml")))
        .isEqualTo(commented(ODD).replace("/app", "/odd"));
    assertThat(local("Kptfile")).content().doesNotContain("annotations");
    assertThat(run("pkg", "status", local().toString()).out()).contains("local edits: none\n");
    assertThat(run("pkg", "diff", local().toString()).out()).isEmpty();
    newer();
    String mine =
        commented(APP).replace("name: app", "name: z").replace("\ndata:", "\ndata:\n  own: x");
    Files.writeString(local("app.yaml"), mine);
    assertThat(run("pkg", "diff", local().toString()).out())
        .contains("-  name: app\n+  name: z\n", " metadata: # kpt-merge: /app\n");
    Said updated = run("pkg", "update", local() + "@v2");
    assertThat(updated).extracting(Said::status, Said::err).containsExactly(0, "");
    assertThat(Files.readString(local("app.yaml"))).isEqualTo(mine.replace("1\"", "2\""));
    assertThat(run("pkg", "diff", local().toString(), "--type=combined").out())
        .contains("-  name: z\n+  name: app\n", "-  own: x\n")
        .doesNotContain("odd.yaml");
  }

  @Test
  void theChoiceOfCommentsHoldsForLaterUpdates() throws Exception {
    get("v1");
    newer();
    Said updated = run("pkg", "update", local() + "@v2", "--merge-comments");
    assertThat(updated).extracting(Said::status, Said::err).containsExactly(0, "");
    assertThat(Files.readString(local("app.yaml"))).isEqualTo(commented(APP).replace("1\"", "2\""));
    assertThat(Files.readString(local("odd.yaml")))
        .isEqualTo(commented(ODD).replace("/app", "/odd"));
    assertThat(local("Kptfile")).content().doesNotContain("annotations");
    for (String strategy : List.of("force-delete-replace", "fast-forward", "copy-merge")) {
      assertThat(
              run(
                      "pkg",
                      "update",
                      local() + (strategy.startsWith("fast") ? "@v2" : "@v1"),
                      "--strategy=" + strategy)
                  .status())
          .isZero();
      assertThat(local("app.yaml")).content().contains("metadata: # kpt-merge: /app\n");
    }
    Said bare =
        run(
            "pkg",
            "update",
            local() + "@v2",
            "--merge-comments=false",
            "--strategy=force-delete-replace");
    assertThat(bare.status()).as(bare.err()).isZero();
    assertThat(Files.readString(local("app.yaml"))).isEqualTo(APP.replace("1\"", "2\""));
    assertThat(run("pkg", "status", local().toString()).out()).contains("local edits: none\n");
    assertThat(run("pkg", "update", local() + "@v1").status()).isZero();
    assertThat(Files.readString(local("app.yaml"))).isEqualTo(APP);
  }

  /// kpt's copy-merge: upstream's files, whatever was edited, and those that are only here.
  @Test
  void copyMergeTakesUpstreamsFiles() throws Exception {
    get("v1");
    newer();
    Files.writeString(local("app.yaml"), APP.replace("1\"", "mine\""));
    Files.writeString(local("odd.yaml"), "mine: 1\n");
    Files.delete(local("run.sh"));
    Files.writeString(local("own.yaml"), "own: 1\n");
    Said said = run("pkg", "update", local() + "@v2", "--strategy=copy-merge");
    assertThat(said.status()).as(said.err()).isZero();
    assertThat(local("app.yaml")).hasContent(APP.replace("1\"", "2\""));
    assertThat(local("odd.yaml")).hasContent(ODD);
    assertThat(local("run.sh")).exists();
    assertThat(local("own.yaml")).hasContent("own: 1\n");
    assertThat(local("Kptfile")).content().contains("ref: v2", "updateStrategy: copy-merge");
    assertThat(run("pkg", "status", local().toString()).out())
        .contains("strategy: copy-merge\n", "local edits: 1\n  added: own.yaml\n");
    upstream.git("rm", "-q", "web/odd.yaml");
    upstream.commit(Map.of("web/more.yaml", APP));
    upstream.git("tag", "v3");
    Files.writeString(local("odd.yaml"), "mine: 2\n");
    assertThat(run("pkg", "update", local() + "@v3").status()).isZero();
    assertThat(local("odd.yaml")).doesNotExist();
    assertThat(local("more.yaml")).hasContent(APP);
  }

  /// What kpt notes about its runs of functions is no edit.
  @Test
  void theStatusOfAKptfileIsNoEdit() throws Exception {
    get("v1");
    newer();
    Files.writeString(
        local("Kptfile"),
        """
        status:
          conditions: [{type: Rendered, status: "True", reason: RenderSuccess}]
          renderStatus: {mutationSteps: [{image: set-labels, exitCode: 0}]}
        """,
        StandardOpenOption.APPEND);
    assertThat(run("pkg", "status", local().toString()).out()).contains("local edits: none\n");
    Said said = run("pkg", "update", local() + "@v2", "--strategy=fast-forward");
    assertThat(said.status()).as(said.err()).isZero();
    assertThat(local("Kptfile")).content().doesNotContain("renderStatus", "Rendered");
  }

  /// The Kptfile is one of them, and is there even if upstream has none.
  @Test
  void filesAreCounted() throws Exception {
    String kptfile = "apiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata:\n  name: one\n";
    String commit = upstream.commit(Map.of("one/Kptfile", kptfile)).substring(0, 12);
    String one = local("one").toString();
    Files.createDirectories(local());
    assertThat(run("pkg", "get", address("/one") + "@main", one).out())
        .isEqualTo(one + ": fetched main (" + commit + "), 1 file\n");
    assertThat(run("pkg", "get", address("/web") + "@v1", local("web").toString()).out())
        .endsWith("), 4 files\n");
  }

  @Test
  void anUpstreamThatIsNotGitIsRefused() throws Exception {
    get("v1");
    String text = Files.readString(local("Kptfile")).replace("type: git", "type: generic");
    Files.writeString(local("Kptfile"), text);
    for (String command : List.of("update", "status", "diff")) {
      Said said = run("pkg", command, local().toString());
      assertThat(said.status()).isEqualTo(1);
      assertThat(said.err()).contains(".type is \"generic\"; it must be git");
    }
  }

  @Test
  void anEmptyDirectoryTakesThePackage() throws Exception {
    Path empty = Files.createDirectory(directory.resolve("empty"));
    Object before = Files.readAttributes(empty, BasicFileAttributes.class).fileKey();
    assertThat(run("pkg", "get", address("/web") + "@v1", empty.toString()).status()).isZero();
    assertThat(empty.resolve("Kptfile")).content().contains("name: empty");
    assertThat(empty.resolve("run.sh")).isExecutable();
    assertThat(Files.readAttributes(empty, BasicFileAttributes.class).fileKey()).isEqualTo(before);
    assertThat(run("pkg", "get", address("/web") + "@v1", empty.toString()).status()).isZero();
    assertThat(empty.resolve("web").resolve("Kptfile")).content().contains("name: web");
    assertThat(directory).isDirectoryNotContaining(path -> path.toString().contains("japply-get"));
  }

  @Test
  void aKptfileOfUpstreamKeepsItsCommentsAndUnknownFields() throws Exception {
    String text =
        """
        # ours
        apiVersion: kpt.dev/v1
        kind: Kptfile
        metadata:
          name: web # theirs
        odd: [1]
        info:
            description:   text
        """;
    upstream.commit(Map.of("web/Kptfile", text));
    run("pkg", "get", address("/web") + "@main", local().toString());
    String[] parts = text.replace("name: web", "name: mine").split("(?=odd)", 2);
    assertThat(Files.readString(local("Kptfile")))
        .startsWith(parts[0] + "upstream:\n")
        .endsWith(parts[1]);
  }

  @Test
  void statusTellsVersionsAndEdits() throws Exception {
    get("v1");
    newer();
    Files.writeString(local("app.yaml"), APP + "# mine\n");
    Files.delete(local("odd.yaml"));
    Said said = run("pkg", "status", local().toString());
    assertThat(said.out())
        .contains("version: v1\n", "strategy: resource-merge\n", "newer versions: v2\n")
        .contains("local edits: 2\n  changed: app.yaml\n  deleted: odd.yaml\n")
        .contains("upstream is at: v1 (" + first.substring(0, 12) + "), no news\n");
    assertThat(said.status()).isZero();
  }

  @Test
  void fastForwardTakesUpstreamsFilesAndIsRemembered() throws Exception {
    get("v1");
    String commit = newer();
    Said said = run("pkg", "update", local() + "@v2", "--strategy=fast-forward");
    assertThat(said).extracting(Said::status, Said::err).containsExactly(0, "");
    assertThat(local("app.yaml")).hasContent(APP.replace("1\"", "2\""));
    assertThat(local("Kptfile"))
        .content()
        .contains("ref: v2\n  updateStrategy: fast-forward\n", "commit: " + commit + "\n")
        .doesNotContain("ref: v1");
    String kptfile = Files.readString(local("Kptfile"));
    assertThat(run("pkg", "update", local().toString()).out()).contains("is up to date at v2");
    assertThat(Files.readString(local("Kptfile"))).isEqualTo(kptfile);
  }

  @Test
  void fastForwardRefusesLocalEditsAndChangesNothing() throws Exception {
    get("v1");
    newer();
    String edited = APP + "# mine\n";
    Files.writeString(local("app.yaml"), edited);
    String kptfile = Files.readString(local("Kptfile"));
    Said said = run("pkg", "update", local() + "@v2", "--strategy=fast-forward");
    assertThat(said.status()).isEqualTo(1);
    assertThat(said.err()).contains("without local edits: app.yaml");
    assertThat(Files.readString(local("Kptfile"))).isEqualTo(kptfile);
    assertThat(Files.readString(local("app.yaml"))).isEqualTo(edited);
  }

  @Test
  void forceDeleteReplaceWipesEditsButKeepsTheNameOfTheCopy() throws Exception {
    get("v1");
    newer();
    Files.writeString(local("app.yaml"), "edited");
    Files.createDirectories(local("deep"));
    Files.writeString(local("deep", "own.txt"), "own");
    Said said = run("pkg", "update", local() + "@v2", "--strategy", "force-delete-replace");
    assertThat(said).extracting(Said::status, Said::err).containsExactly(0, "");
    assertThat(local("app.yaml")).hasContent(APP.replace("1\"", "2\""));
    assertThat(local("deep")).doesNotExist();
    assertThat(local("Kptfile")).content().contains("name: mine", "ref: v2");
  }

  @Test
  void versionsThatAreOptionsAndUnknownOnesAreRefused() throws Exception {
    get("v1");
    String kptfile = Files.readString(local("Kptfile"));
    for (String version :
        List.of("--upload-pack=touch x", "-x", "a b", "a:b", "none", "abcd1234")) {
      Said said = run("pkg", "update", local() + "@" + version);
      assertThat(said.status()).as(version).isEqualTo(1);
      assertThat(Files.readString(local("Kptfile"))).isEqualTo(kptfile);
    }
    assertThat(run("pkg", "update", local() + "@-x").err()).contains("\"-x\" is no version");
    assertThat(run("pkg", "get", "ext::sh -c x.git/a", "b").err()).contains("no address");
  }

  @Test
  void tagsOfThePackageComeFirstAndCommitsMayBeShort() throws Exception {
    upstream.git("tag", "web/v5", first);
    newer();
    upstream.git("tag", "v5");
    get("v5");
    assertThat(local("Kptfile")).content().contains("ref: v5\n", "ref: web/v5\n");
    assertThat(local("app.yaml")).hasContent(APP);
    assertThat(run("pkg", "update", local() + "@" + first.substring(0, 7)).status()).isZero();
    assertThat(local("Kptfile")).content().contains("commit: " + first + "\n");
  }

  /// Upstream and the user have changed two fields, and one of them both.
  private String edited() throws Exception {
    get("v1");
    newer();
    String edited = APP.replace("\"1\"", "mine # note") + "  own: x\n";
    Files.writeString(local("app.yaml"), edited);
    return edited;
  }

  @Test
  void resourceMergeKeepsEditsAndTellsConflicts() throws Exception {
    String edited = edited();
    Said said = run("pkg", "update", local() + "@v2");
    assertThat(said.status()).isEqualTo(3);
    assertThat(said.err())
        .isEqualTo(
            "Warning: %s:6: ConfigMap app: data.v: was \"1\", upstream \"2\", here \"mine\";"
                    .formatted(local("app.yaml"))
                + " stays as it was here\n");
    assertThat(Files.readString(local("app.yaml"))).isEqualTo(edited);
    assertThat(local("Kptfile")).content().contains("ref: v2\n  updateStrategy: resource-merge");
    String kptfile = Files.readString(local("Kptfile"));
    assertThat(run("pkg", "update", local().toString()).status()).isZero();
    assertThat(Files.readString(local("app.yaml"))).isEqualTo(edited);
    assertThat(Files.readString(local("Kptfile"))).isEqualTo(kptfile);
  }

  @Test
  void changesOfAFileThatWasDeletedHereAreNamed() throws Exception {
    get("v1");
    newer();
    Files.delete(local("app.yaml"));
    Said said = run("pkg", "update", local() + "@v2", "--on-conflict=mark");
    assertThat(said.status()).isEqualTo(3);
    assertThat(said.err())
        .isEqualTo(
            "Warning: %s:1: ConfigMap app: deleted here, and changed upstream; stays deleted\n"
                .formatted(local("app.yaml")));
    assertThat(local("app.yaml")).doesNotExist();
  }

  @Test
  void theUserDecidesWhatBecomesOfConflicts() throws Exception {
    String edited = edited();
    String kptfile = Files.readString(local("Kptfile"));
    Said shown = run("pkg", "update", local() + "@v2", "--dry-run", "--on-conflict=upstream");
    assertThat(shown.status()).isEqualTo(3);
    assertThat(shown.out()).contains("--- a/app.yaml\n", "-  v: mine # note\n+  v: \"2\" # note\n");
    assertThat(shown.err())
        .matches(
            "(?s)Warning: .*\n"
                + Pattern.quote(local() + ": would update v1")
                + " [^\n]*, 1 file would change\n");
    Said failed = run("pkg", "update", local() + "@v2", "--on-conflict=fail");
    assertThat(failed.status()).isEqualTo(3);
    assertThat(failed.err()).contains("1 conflict; nothing was written");
    assertThat(Files.readString(local("app.yaml"))).isEqualTo(edited);
    assertThat(Files.readString(local("Kptfile"))).isEqualTo(kptfile);
    assertThat(run("pkg", "update", local() + "@v2", "--on-conflict=mark").status()).isEqualTo(3);
    assertThat(Files.readString(local("app.yaml")))
        .contains(
            "<<<<<<< local\n  v: mine # note\n=======\n  v: \"2\" # note\n>>>>>>> upstream\n");
    assertThat(run("pkg", "update", local().toString(), "--on-conflict=x").err())
        .contains("must be one of local, upstream, fail, mark");
  }

  @Test
  void aKptfileThatCannotBeReadIsToldWithItsLine() throws Exception {
    get("v1");
    Files.writeString(local("Kptfile"), "apiVersion: kpt.dev/v1\nkind: Kptfile\n\tname: x\n");
    Said said = run("pkg", "update", local() + "@v1");
    assertThat(said.status()).isEqualTo(1);
    assertThat(said.err())
        .startsWith("error: " + local("Kptfile") + ":3: error converting YAML to JSON: yaml: ")
        .endsWith("; correct it, or get the package again\n")
        .hasLineCount(1);
  }

  @Test
  void upstreamsValuesMayWin() throws Exception {
    String edited = edited();
    Said said = run("pkg", "update", local() + "@v2", "--on-conflict=upstream");
    assertThat(said.status()).isEqualTo(3);
    assertThat(said.err()).contains("here \"mine\"; is as upstream has it now");
    assertThat(Files.readString(local("app.yaml"))).isEqualTo(edited.replace("mine", "\"2\""));
    assertThat(local("Kptfile")).content().contains("ref: v2");
  }

  private static final String STOPPED =
      "error: %s: 1 file is edited here and not committed: %s; commit them, or allow it with"
          + " --require-clean=false\n";

  @Test
  void editsThatAreNotCommittedStopTheUpdateBeforeItStarts() throws Exception {
    String edited = edited();
    String kptfile = Files.readString(local("Kptfile"));
    var mine = GitFolder.in(local());
    // A package that was never committed: only what differs from upstream's can be lost.
    Said said = run("pkg", "update", local() + "@v2");
    assertThat(said.err()).isEqualTo(STOPPED.formatted(local(), "app.yaml"));
    assertThat(said.status()).isEqualTo(1);
    mine.git("add", "--all");
    assertThat(run("pkg", "update", local() + "@v2").status()).as("staged").isEqualTo(1);
    // git passes over files that are marked so.
    Files.writeString(local("app.yaml"), APP);
    mine.commit();
    mine.git("update-index", "--assume-unchanged", "app.yaml");
    Files.writeString(local("app.yaml"), edited);
    assertThat(mine.git("status", "--porcelain")).isEmpty();
    assertThat(run("pkg", "update", local() + "@v2").status()).as("marked").isEqualTo(1);
    mine.git("update-index", "--no-assume-unchanged", "app.yaml");
    assertThat(Files.readString(local("app.yaml"))).isEqualTo(edited);
    assertThat(Files.readString(local("Kptfile"))).isEqualTo(kptfile);
    // What writes nothing is not stopped.
    assertThat(run("pkg", "update", local() + "@v2", "--dry-run").status()).isEqualTo(3);
    assertThat(run("pkg", "update", local().toString()).err()).isEmpty();
    Said allowed = run("pkg", "update", local() + "@v2", "--require-clean=false");
    assertThat(allowed.status()).isEqualTo(3);
    assertThat(allowed.err()).startsWith("Warning: " + local() + ": 1 file is edited here and not");
    assertThat(Files.readString(local("app.yaml"))).isEqualTo(edited);
  }

  @Test
  void whatIsUpstreamsOrCommittedIsUpdatedWithoutQuestions() throws Exception {
    edited();
    var mine = GitFolder.in(local());
    mine.commit();
    Files.delete(local("odd.yaml"));
    Files.writeString(local("notes.txt"), "added, and upstream has no such file");
    assertThat(run("pkg", "update", local() + "@v2").err())
        .isEqualTo(STOPPED.formatted(local(), "odd.yaml"));
    Files.writeString(local("odd.yaml"), ODD);
    assertThat(run("pkg", "update", local() + "@v2").status()).isEqualTo(3);
    // The files that the update has written are upstream's, though no commit has them.
    Files.writeString(local("app.yaml"), APP.replace("1\"", "2\""));
    assertThat(run("pkg", "update", local() + "@v1")).extracting(Said::err).isEqualTo("");
    assertThat(local("app.yaml")).hasContent(APP);
  }

  @Test
  void aDeletionStopsTheUpdateUntilItIsCommitted() throws Exception {
    get("v1");
    newer();
    var mine = GitFolder.in(local());
    mine.commit();
    Files.delete(local("odd.yaml"));
    assertThat(run("pkg", "update", local() + "@v2").err())
        .isEqualTo(STOPPED.formatted(local(), "odd.yaml"));
    mine.commit();
    assertThat(run("pkg", "update", local() + "@v2"))
        .extracting(Said::status, Said::err)
        .containsExactly(0, "");
    assertThat(local("odd.yaml")).doesNotExist();
  }

  @Test
  void whatIsStillMarkedIsNotUpdated() throws Exception {
    String edited = edited();
    assertThat(run("pkg", "update", local() + "@v2", "--on-conflict=mark").status()).isEqualTo(3);
    String marked = Files.readString(local("app.yaml"));
    int line = marked.lines().toList().indexOf("<<<<<<< local") + 1;
    assertThat(line).isPositive();
    for (String choice : List.of("@v1 upstream", "@v1 local", "@v1 mark", "@v2 local", " local")) {
      String[] parts = choice.split(" ", -1);
      Said said = run("pkg", "update", local() + parts[0], "--on-conflict=" + parts[1]);
      assertThat(said.status()).isEqualTo(1);
      assertThat(said.err())
          .startsWith("error: %s:%d: is marked as a conflict".formatted(local("app.yaml"), line))
          .hasLineCount(1);
    }
    assertThat(local("app.yaml")).hasContent(marked);
    Files.writeString(local("app.yaml"), edited);
    assertThat(run("pkg", "update", local() + "@v1").status()).isNotEqualTo(1);
  }

  @Test
  void marksThatUpstreamWroteAreAFileLikeOthers() throws Exception {
    upstream.commit(Map.of("web/how.md", "<<<<<<< local\n=======\n>>>>>>> upstream\n"));
    upstream.git("tag", "with-marks");
    get("with-marks");
    newer();
    Said said = run("pkg", "update", local() + "@v2");
    assertThat(said).extracting(Said::status, Said::err).containsExactly(0, "");
  }

  @Test
  void aPathFromHereMeansTheSameFromEverywhere() throws Exception {
    Path here = Path.of("").toAbsolutePath();
    String relative = here.relativize(upstream.path().toRealPath()) + "/.git";
    Said said = run("pkg", "get", relative + "/web@v1", local().toString());
    assertThat(said).extracting(Said::status, Said::err).containsExactly(0, "");
    assertThat(local("Kptfile"))
        .content()
        .contains("repo: " + upstream.path().toRealPath() + "/.git\n");
    assertThat(run("pkg", "status", local().toString()).status()).isZero();
  }

  @Test
  void diffShowsWhoChangedWhat() throws Exception {
    edited();
    String here = run("pkg", "diff", local().toString()).out();
    assertThat(here)
        .contains("--- a/app.yaml\n", "-  v: \"1\"\n+  v: mine # note\n", "+  own: x\n");
    assertThat(here).doesNotContain("Kptfile", "\"2\"");
    String there = run("pkg", "diff", local() + "@v2", "--type=remote").out();
    assertThat(there).contains("-  v: \"1\"\n+  v: \"2\"\n").doesNotContain("mine", "Kptfile");
    String combined = run("pkg", "diff", local() + "@v2", "--type=combined").out();
    assertThat(combined).contains("-  v: mine # note\n", "-  own: x\n", "+  v: \"2\"\n");
    assertThat(run("pkg", "diff", local() + "@v2", "--type=3way").out())
        .isEqualTo(
            "# here, since v1 was fetched\n" + here + "# upstream, from there to v2\n" + there);
    assertThat(run("pkg", "diff", local().toString(), "--type=x").status()).isEqualTo(1);
    Files.writeString(local("s.yaml"), APP.replace("ConfigMap", "Secret").replace("1\"", "hush\""));
    Said said = run("pkg", "diff", local().toString());
    assertThat(said.out()).contains("+  v: \"***\"\n").doesNotContain("hush");
    assertThat(said.status()).isZero();
  }
}
