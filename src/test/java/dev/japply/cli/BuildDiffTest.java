package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cluster.FakeCluster;
import dev.japply.kpt.GitFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// `japply build --diff`.
@Tag("process")
class BuildDiffTest {
  private static final Map<String, String> TREE = tree();

  @TempDir(factory = ShortPaths.class)
  private Path directory;

  private final Ran.Setting setting = new Ran.Setting(new FakeCluster());
  private Path folder;

  /// Makes directories with short paths on all machines: their lengths count in comments.
  private static final class ShortPaths implements TempDirFactory {
    @Override
    public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext context)
        throws IOException {
      return Files.createTempDirectory(Path.of("/tmp"), "junit-");
    }
  }

  private GitFolder git;
  private String first;

  private static Map<String, String> tree() {
    var files = new LinkedHashMap<String, String>();
    files.put(
        "base/kustomization.yaml",
        """
        resources:
        - deploy.yaml
        - service.yaml
        configMapGenerator:
        - name: settings
          literals:
          - COLOR=red
          - SIZE=1
          files:
          - app.conf
        secretGenerator:
        - name: keys
          envs: [keys.env]
        """);
    files.put("base/app.conf", "one\ntwo\nthree\n");
    files.put("base/keys.env", "TOKEN=first-secret-value\n");
    files.put(
        "base/deploy.yaml",
        """
        apiVersion: apps/v1
        kind: Deployment
        metadata:
          name: web
        spec:
          replicas: 1
          selector:
            matchLabels: {app: web}
          template:
            metadata:
              labels: {app: web}
            spec:
              containers:
              - name: web
                image: nginx:1.0
                args:
                - --level=1
                - --fast
                envFrom:
                - configMapRef:
                    name: settings
                - secretRef:
                    name: keys
        """);
    files.put(
        "base/service.yaml",
        """
        apiVersion: v1
        kind: Service
        metadata:
          name: web
        spec:
          ports:
          - port: 80
            name: http
        """);
    files.put(
        "part/kustomization.yaml",
        """
        apiVersion: kustomize.config.k8s.io/v1alpha1
        kind: Component
        patches:
        - target: {kind: Service}
          patch: |-
            - op: add
              path: /metadata/labels
              value:
                team: blue
        """);
    files.put(
        "dev/kustomization.yaml",
        """
        resources: [../base]
        namespace: dev
        """);
    files.put(
        "prod/kustomization.yaml",
        """
        resources:
        - ../base
        components:
        - ../part
        namespace: prod
        namePrefix: prod-
        commonAnnotations:
          owner: me
          note: x
        images:
        - name: nginx
          newTag: "2.0"
        replicas:
        - name: web
          count: 2
        patches:
        - path: limits.yaml
        replacements:
        - source:
            kind: Service
            fieldPath: spec.ports.0.port
          targets:
          - select: {kind: Deployment}
            fieldPaths: [metadata.annotations.port]
            options: {create: true}
        """);
    files.put(
        "prod/limits.yaml",
        """
        apiVersion: apps/v1
        kind: Deployment
        metadata:
          name: web
        spec:
          template:
            spec:
              containers:
              - name: web
                resources:
                  limits:
                    cpu: 1
        """);
    files.put(
        "other/kustomization.yaml",
        """
        resources: [c.yaml]
        """);
    files.put("other/c.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\n");
    return files;
  }

  @BeforeEach
  void commit() throws Exception {
    folder = directory.toRealPath();
    git = GitFolder.in(folder);
    first = git.commit(TREE);
  }

  private void edit(String file, String from, String to) throws Exception {
    String text = Files.readString(folder.resolve(file));
    assertThat(text).contains(from);
    git.write(file, text.replace(from, to));
  }

  private Ran diff(String... more) {
    var args = new ArrayList<>(List.of("build", "--summary=false", "--diff"));
    args.addAll(List.of(more));
    return setting.offline(args.toArray(String[]::new));
  }

  private String clean(String text) {
    return text.replace(folder + "/", "").replace(folder.toString(), ".");
  }

  private static String tree(String file) {
    return Objects.requireNonNull(TREE.get(file));
  }

  @Test
  void nothingDiffers() {
    Ran ran = setting.offline("build", "--diff", "HEAD", folder.toString());
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err()).isEqualTo("0 objects; 0 of 3 kustomizations reached\n");
    assertThat(ran.status()).isZero();
  }

  /// A comment would show them to all readers of a pull request.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "../.git/config | it is git's own file",
        "link-to-git | it is git's own file",
        "folder-link/config | it is git's own file",
        "ignored.txt | git ignores it",
        "link-to-ignored | git ignores it",
        "../out/ignored.txt | git ignores it",
        "../excluded/token | git ignores it",
        "../module/.git/config | it is git's own file",
        "../module/ignored.txt | git ignores it",
        "../private/token | git ignores it",
      })
  void filesOfGitAndIgnoredOnesAreRefused(String path, String reason) throws Exception {
    git.write(".gitignore", "ignored.txt\nout\nprivate\n");
    git.write(".git/info/exclude", "excluded\n");
    git.git("config", "http.extraHeader", "token-of-secret");
    for (String file :
        List.of(
            "base/ignored.txt",
            "out/ignored.txt",
            "excluded/token",
            "module/ignored.txt",
            "private/token")) {
      git.write(file, "token-of-secret");
    }
    GitFolder module = GitFolder.in(folder.resolve("module"));
    module.write(".gitignore", "ignored.txt\n");
    GitFolder.in(folder.resolve("private"));
    Path base = folder.resolve("base");
    Files.createSymbolicLink(base.resolve("link-to-git"), Path.of("../.git/config"));
    Files.createSymbolicLink(base.resolve("folder-link"), Path.of("../.git"));
    Files.createSymbolicLink(base.resolve("link-to-ignored"), Path.of("ignored.txt"));
    edit("base/kustomization.yaml", "  - app.conf", "  - app.conf\n  - " + path);
    Ran ran = diff("HEAD", "--load-restrictor=LoadRestrictionsNone", folder.toString());
    assertThat(ran.err()).contains(reason);
    assertThat(ran.out() + ran.err()).doesNotContain("token-of-secret");
    assertThat(ran.status()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"new.txt", "../module/new.txt", "link-to-new", "../tracked/ignored.txt"})
  void otherFilesAreRead(String path) throws Exception {
    git.write("tracked/ignored.txt", "some text");
    git.commit();
    git.write(".gitignore", "ignored.txt\n");
    git.write("base/new.txt", "some text");
    GitFolder.in(folder.resolve("module")).write("new.txt", "some text");
    Files.createSymbolicLink(folder.resolve("base/link-to-new"), Path.of("new.txt"));
    edit("base/kustomization.yaml", "  - app.conf", "  - app.conf\n  - " + path);
    Ran ran = diff("HEAD", "--load-restrictor=LoadRestrictionsNone", folder.toString());
    assertThat(ran.out()).contains("some text");
    assertThat(ran.status()).isEqualTo(1);
  }

  @Test
  void aDirectoryOfGitElsewhereIsRefused() throws Exception {
    git.git("init", "--separate-git-dir", "gitdata");
    edit("base/kustomization.yaml", "  - app.conf", "  - app.conf\n  - ../gitdata/config");
    Ran ran = diff("HEAD", "--load-restrictor=LoadRestrictionsNone", folder.toString());
    assertThat(ran.err()).contains("it is git's own file");
    assertThat(ran.status()).isEqualTo(2);
  }

  @Test
  void anIgnoredManifestThatTheUserNamesIsCompared() throws Exception {
    git.write(".gitignore", "made.yaml\nsecret.txt\n");
    git.write("made.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n");
    git.write("secret.txt", "token-of-secret: {");
    Files.createSymbolicLink(folder.resolve("link.yaml"), Path.of("secret.txt"));
    String file = folder.resolve("made.yaml").toString();
    assertThat(setting.offline("build", "--diff", "HEAD", "-f", file).status()).isEqualTo(1);
    String config = folder.resolve(".git/config").toString();
    assertThat(setting.offline("build", "--diff", "HEAD", "-f", file, "-f", config).err())
        .contains("it is git's own file");
    Ran ran = setting.offline("build", "--diff", "HEAD", "-f", folder.toString());
    assertThat(ran.err()).contains("git ignores it").doesNotContain("token-of-secret");
  }

  @Test
  void aChangeShowsInAllKustomizationsThatItReaches() throws Exception {
    edit("base/service.yaml", "port: 80", "port: 81");
    Ran ran = setting.offline("build", "--diff", "HEAD", folder.toString());
    assertThat(clean(ran.out()))
        .isEqualTo(
            """
            dev: Service dev/web (base/service.yaml:1)
            --- a/dev/v1.Service.dev.web
            +++ b/dev/v1.Service.dev.web
            @@ -6,4 +6,4 @@
             spec:
               ports:
               - name: http
            -    port: 80
            +    port: 81
            # spec.ports[port=80]: was set by HEAD:base/service.yaml:7
            # spec.ports[port=81]: set by base/service.yaml:7
            prod: Service prod/prod-web (base/service.yaml:1)
            --- a/prod/v1.Service.prod.prod-web
            +++ b/prod/v1.Service.prod.prod-web
            @@ -11,4 +11,4 @@
             spec:
               ports:
               - name: http
            -    port: 80
            +    port: 81
            # spec.ports[port=80]: was set by HEAD:base/service.yaml:7
            # spec.ports[port=81]: set by base/service.yaml:7
            prod: Deployment prod/prod-web (base/deploy.yaml:1)
            --- a/prod/apps.v1.Deployment.prod.prod-web
            +++ b/prod/apps.v1.Deployment.prod.prod-web
            @@ -4,7 +4,7 @@
               annotations:
                 note: x
                 owner: me
            -    port: "80"
            +    port: "81"
               name: prod-web
               namespace: prod
             spec:
            # metadata.annotations.port: set by base/service.yaml:7
            """);
    assertThat(ran.err())
        .isEqualTo("8 objects: 3 to configure, 5 unchanged; 2 of 3 kustomizations reached\n");
    assertThat(ran.status()).isEqualTo(1);
    assertThat(diff("HEAD", "--exit-code=false", folder.toString()).status()).isZero();
  }

  /// The file and text that are edited, and the field with the line that causes its difference.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "prod/kustomization.yaml | \"2.0\" | \"2.1\" | image: set by prod/kustomization.yaml:12",
        "prod/kustomization.yaml | count: 2 | count: 3 | spec.replicas: set by"
            + " prod/kustomization.yaml:15",
        "prod/kustomization.yaml | owner: me | owner: you | annotations.owner: set by"
            + " prod/kustomization.yaml:8",
        "prod/kustomization.yaml | namespace: prod | namespace: live | metadata.namespace: set by"
            + " prod/kustomization.yaml:5",
        "prod/limits.yaml | cpu: 1 | cpu: 2 | limits.cpu: set by prod/limits.yaml:12",
        "part/kustomization.yaml | team: blue | team: green | labels.team: set by"
            + " part/kustomization.yaml:9",
        "prod/kustomization.yaml | metadata.annotations.port | metadata.annotations.number |"
            + " annotations.number: set by prod/kustomization.yaml:24",
        "base/deploy.yaml | --fast | --slow | args[1]: set by base/deploy.yaml:18",
        "base/kustomization.yaml | COLOR=red | COLOR=blue | data.COLOR: set by"
            + " base/kustomization.yaml:7",
        "base/kustomization.yaml | COLOR=red | COLOR=blue | configMapRef.name: set by"
            + " base/kustomization.yaml:7",
        "base/kustomization.yaml | COLOR=red | COLOR=blue | metadata.name: set by"
            + " base/kustomization.yaml:7",
        "base/app.conf | two | TWO | data[app.conf]: set by base/app.conf:2",
        "base/keys.env | first | second | data.TOKEN: set by base/keys.env:1",
        "base/keys.env | first | second | secretRef.name: set by base/keys.env:1",
      })
  void aFieldNamesTheLineThatCausesItsDifference(
      String file, String from, String to, String expected) throws Exception {
    edit(file, from, to);
    Ran ran = diff("HEAD", folder.resolve("prod").toString());
    assertThat(clean(ran.out())).contains(expected + "\n");
  }

  /// The tag of an entry that no longer applies is no cause, unlike a line that a patch has now.
  @Test
  void aFieldNamesTheLineThatDecidesWhetherAStepApplies() throws Exception {
    edit("base/deploy.yaml", "nginx:1.0", "caddy:1.0");
    edit("base/deploy.yaml", "- --fast", "- --slow");
    edit("base/deploy.yaml", "replicas: 1", "replicas: 1\n  minReadySeconds: 5");
    edit("prod/kustomization.yaml", "\"2.0\"", "\"2.1\"");
    edit("prod/limits.yaml", "spec:\n  template:", "spec:\n  minReadySeconds: 9\n  template:");
    Ran ran = diff("HEAD", folder.resolve("prod").toString());
    assertThat(clean(ran.out()))
        .contains("image: set by base/deploy.yaml:16\n")
        .contains("spec.minReadySeconds: set by prod/limits.yaml:6\n");
  }

  /// The same edits the other way round: the line is only in the revision.
  @Test
  void aFieldNamesTheLineThatWent() throws Exception {
    edit("prod/kustomization.yaml", "patches:\n- path: limits.yaml\n", "");
    Files.delete(folder.resolve("prod/limits.yaml"));
    edit("part/kustomization.yaml", "team: blue", "unit: blue");
    Ran ran = diff("HEAD", folder.resolve("prod").toString());
    assertThat(clean(ran.out()))
        .contains("resources: was set by HEAD:prod/limits.yaml:10\n")
        .contains("labels.team: was set by HEAD:part/kustomization.yaml:9\n")
        .contains("labels.unit: set by part/kustomization.yaml:9\n");
  }

  @Test
  void objectsComeAndGo() throws Exception {
    edit("prod/kustomization.yaml", "- ../base\n", "- ../base\n- ../other/c.yaml\n");
    edit("base/kustomization.yaml", "- service.yaml\n", "");
    String prod = tree("prod/kustomization.yaml");
    edit("prod/kustomization.yaml", prod.substring(prod.indexOf("replacements:")), "");
    edit("prod/kustomization.yaml", "components:\n- ../part\n", "");
    Ran ran =
        diff("HEAD", "--load-restrictor=LoadRestrictionsNone", folder.resolve("prod").toString());
    assertThat(clean(ran.out()))
        .contains("prod: ConfigMap prod/prod-c (other/c.yaml:1), added\n")
        .contains("+kind: ConfigMap\n")
        .contains("# metadata.name: set by prod/kustomization.yaml:3\n")
        .contains("prod: Service prod/prod-web (HEAD:base/service.yaml:1), removed\n")
        .contains("# metadata.name: was set by HEAD:base/kustomization.yaml:3\n");
  }

  @Test
  void anObjectWithTheSameContentIsRenamed() throws Exception {
    edit("other/c.yaml", "name: c}", "name: d}\ndata: {}");
    git.commit();
    edit("other/c.yaml", "name: d}", "name: e}");
    Ran ran = diff("HEAD", folder.resolve("other").toString());
    assertThat(clean(ran.out()))
        .isEqualTo(
            """
            other: ConfigMap e (other/c.yaml:1), renamed from ConfigMap d
            --- a/other/v1.ConfigMap..e
            +++ b/other/v1.ConfigMap..e
            @@ -2,4 +2,4 @@
             data: {}
             kind: ConfigMap
             metadata:
            -  name: d
            +  name: e
            # metadata.name: set by other/c.yaml:3
            """);
  }

  @Test
  void anObjectWhosePrefixAndContentChangeIsRenamed() throws Exception {
    edit("prod/kustomization.yaml", "namePrefix: prod-", "namePrefix: live-");
    edit("prod/limits.yaml", "cpu: 1", "cpu: 2");
    Ran ran = setting.offline("build", "--diff", "HEAD", folder.resolve("prod").toString());
    assertThat(clean(ran.out()))
        .contains(
            "prod: Deployment prod/live-web (base/deploy.yaml:1), renamed from Deployment"
                + " prod/prod-web\n")
        .contains("# metadata.name: set by prod/kustomization.yaml:6\n")
        .contains("limits.cpu: set by prod/limits.yaml:12\n")
        .contains("configMapRef.name: set by prod/kustomization.yaml:6\n");
    assertThat(ran.err()).isEqualTo("4 objects: 4 to rename\n");
  }

  @Test
  void anObjectWithSimilarContentIsRenamed() throws Exception {
    edit("base/deploy.yaml", "metadata:\n  name: web", "metadata:\n  name: shop");
    edit("base/deploy.yaml", "nginx:1.0", "nginx:1.1");
    git.write("base/other.yaml", tree("base/deploy.yaml").replace("web", "job").replace("1", "2"));
    edit("base/kustomization.yaml", "- deploy.yaml\n", "- deploy.yaml\n- other.yaml\n");
    Ran ran = diff("HEAD", folder.resolve("dev").toString());
    assertThat(clean(ran.out()))
        .contains(
            "dev: Deployment dev/shop (base/deploy.yaml:1), renamed from Deployment dev/web\n")
        .contains("# metadata.name: set by base/deploy.yaml:4\n")
        .contains("image: set by base/deploy.yaml:15\n")
        .contains("dev: Deployment dev/job (base/other.yaml:1), added\n");
  }

  @Test
  void objectsWithFewCommonValuesAreNoPair() throws Exception {
    String data =
        "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: %s}\ndata: {a: '%d', b: '2'}\n";
    git.write("other/c.yaml", data.formatted("c", 1));
    git.commit();
    git.write("other/c.yaml", data.formatted("d", 3));
    assertThat(clean(diff("HEAD", folder.resolve("other").toString()).out()))
        .contains("other: ConfigMap d (other/c.yaml:1), added\n")
        .contains("other: ConfigMap c (HEAD:other/c.yaml:1), removed\n");
  }

  /// Which of two equal objects was renamed is unknown.
  @Test
  void objectsThatAreAsSimilarToOthersAreNoPair() throws Exception {
    String data =
        "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: %s}\ndata: {a: x, b: y, c: '%d'}\n";
    git.write("other/c.yaml", data.formatted("c", 1) + data.formatted("d", 1));
    git.commit();
    git.write("other/c.yaml", data.formatted("e", 2));
    assertThat(clean(diff("HEAD", folder.resolve("other").toString()).out()))
        .contains(
            "ConfigMap e (other/c.yaml:2), added\n", "ConfigMap c (HEAD:", "ConfigMap d (HEAD:")
        .doesNotContain("renamed");
  }

  @Test
  void valuesOfSecretsAreMasked() throws Exception {
    edit("base/keys.env", "first", "second");
    Ran ran = diff("HEAD", folder.toString(), "--report=json");
    assertThat(ran.out())
        .contains("*** (before)")
        .doesNotContain("secret-value", "Zmlyc3Qt", "c2Vjb25k");
    Ran shown = diff("HEAD", folder.toString(), "--show-secrets");
    assertThat(shown.out()).contains("+  TOKEN: c2Vjb25k");
  }

  @Test
  void newAndDeletedKustomizationsAreCompared() throws Exception {
    git.write("more/kustomization.yaml", "resources: [../other]\nnamePrefix: more-\n");
    Ran ran = setting.offline("build", "--diff", first, folder.toString());
    assertThat(clean(ran.out())).contains("more: ConfigMap more-c (other/c.yaml:1), added\n");
    assertThat(ran.err()).contains("1 of 4 kustomizations reached");
    git.commit();
    Files.delete(folder.resolve("more/kustomization.yaml"));
    ran = diff("HEAD", folder.toString());
    assertThat(clean(ran.out()))
        .contains("more: ConfigMap more-c (HEAD:other/c.yaml:1), removed\n");
  }

  @ParameterizedTest
  @CsvSource({
    "--diff HEAD --bogus, 2",
    "--bogus --diff HEAD, 2",
    "--bogus --diff=HEAD, 2",
    "--diff, 2",
    "--bogus, 1"
  })
  void usageErrorsHaveTheStatusOfAComparisonInAnyOrder(String flags, int status) {
    assertThat(setting.offline(("build " + flags).split(" ")).status()).isEqualTo(status);
  }

  @Test
  void aKustomizationThatFailsNowDoesNotStopTheOthers() throws Exception {
    edit("base/service.yaml", "port: 80", "port: 81");
    edit("dev/kustomization.yaml", "namespace", "namspace");
    Ran ran = setting.offline("build", "--diff=HEAD", folder.toString());
    assertThat(clean(ran.err()))
        .isEqualTo(
            "error: dev/kustomization.yaml:2: dev: unknown field \"namspace\"; did you mean"
                + " \"namespace\"? HEAD can be built\n"
                + "4 objects: 2 to configure, 2 unchanged; 2 of 3 kustomizations reached, 1 cannot"
                + " be built\n");
    assertThat(ran.out()).contains("prod: Service prod/prod-web").doesNotContain("dev: ");
    assertThat(ran.status()).isEqualTo(2);
  }

  @Test
  void aKustomizationThatFailedBeforeIsNotCompared() throws Exception {
    edit("dev/kustomization.yaml", "namespace", "namspace");
    git.commit();
    edit("dev/kustomization.yaml", "namspace", "namespace");
    Ran ran = diff("HEAD", folder.toString());
    assertThat(clean(ran.err()))
        .isEqualTo(
            "Warning: dev: HEAD:dev/kustomization.yaml:2: unknown field \"namspace\"; did you"
                + " mean \"namespace\"? now it can be built, and is not compared\n");
    assertThat(ran.out()).isEmpty();
    assertThat(ran.status()).isEqualTo(1);
  }

  @Test
  void theSameFailureInSeveralBuildsIsReportedOnce() throws Exception {
    edit("base/service.yaml", "kind: Service", "kund: Service");
    git.commit();
    edit("base/deploy.yaml", "--fast", "--slow");
    Ran ran = diff("HEAD", folder.toString());
    assertThat(clean(ran.err()).lines()).hasSize(1);
    assertThat(ran.err()).startsWith("error: ").contains("base/service.yaml:1: ");
    assertThat(ran.status()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "none | the repository has no revision \"none\"; correct the name, or fetch it with git"
            + " fetch",
        "-x | \"-x\" is no revision; name a commit, a branch or a tag",
        "HEAD..main | \"HEAD..main\" is a range of revisions, and --diff compares with the working"
            + " tree; name one revision, or one with ... at its end",
      })
  void anUnknownRevisionIsAnError(String revision, String error) {
    Ran ran = setting.offline("build", "--diff=" + revision, folder.toString());
    assertThat(ran.err()).isEqualTo("error: " + error + "\n");
    assertThat(ran.status()).isEqualTo(2);
  }

  @Test
  void aShallowCloneThatLacksTheRevisionIsAnError() throws Exception {
    edit("other/c.yaml", "name: c}", "name: d}");
    git.commit();
    Path shallow = folder.resolve("shallow");
    git.git("clone", "--quiet", "--depth=1", "file://" + folder, shallow.toString());
    Ran ran = setting.offline("build", "--diff", first, shallow.toString());
    assertThat(ran.err())
        .isEqualTo(
            "error: this shallow clone has no revision \"%s\"; fetch it, as with git fetch --unshallow, or fetch-depth: 0 of actions/checkout\n"
                .formatted(first));
    assertThat(ran.status()).isEqualTo(2);
  }

  @Test
  void aDirectoryInNoRepositoryIsAnError(@TempDir Path elsewhere) throws Exception {
    Path outside = Files.createDirectories(elsewhere.resolve("a"));
    Ran ran = setting.offline("build", "--diff", "HEAD", outside.toString());
    assertThat(ran.err())
        .isEqualTo(
            "error: \"%s\" is in no git repository; --diff compares with a commit of the repository\n"
                .formatted(outside));
    assertThat(ran.status()).isEqualTo(2);
  }

  /// As in the container of a CI job, where the checkout belongs to another user.
  @Test
  void aRepositoryOfAnotherUserIsAnErrorThatNamesTheCommandForIt() {
    Ran ran =
        setting
            .with(
                Map.of(
                    "PATH",
                    String.valueOf(System.getenv("PATH")),
                    "GIT_TEST_ASSUME_DIFFERENT_OWNER",
                    "1"))
            .offline("build", "--diff", "HEAD", folder.toString());
    assertThat(clean(ran.err()))
        .isEqualTo(
            "error: the git repository around \".\" cannot be read: detected dubious ownership in"
                + " repository at '.'; if you trust its owner, run git config --global --add"
                + " safe.directory .\n");
    assertThat(ran.status()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--report=json", "-f x.yaml", "-U2", "--exit-code", "--summary"})
  void flagsOfTheComparisonNeedIt(String flag) {
    Ran ran = setting.offline(("build " + folder + " " + flag).split(" "));
    assertThat(ran.err()).startsWith("error: ").contains(" is only for --diff\n");
    assertThat(ran.status()).isEqualTo(1);
  }

  @Test
  void theCommitWhereTheBranchLeftItIsCompared() throws Exception {
    git.git("branch", "feature");
    edit("other/c.yaml", "name: c}", "name: on-main}");
    git.commit();
    git.git("checkout", "--quiet", "feature");
    edit("base/service.yaml", "port: 80", "port: 81");
    git.commit();
    Ran ran = diff("main...", folder.toString());
    assertThat(ran.out()).contains("dev: Service").doesNotContain("other: ");
    assertThat(diff("main", folder.toString()).out()).contains("other: ");
  }

  @Test
  void lineEndsOfTheCheckoutAreNoDifference() throws Exception {
    for (String file : TREE.keySet()) {
      git.write(file, tree(file).replace("\n", "\r\n"));
    }
    Ran ran = setting.offline("build", "--diff", "HEAD", folder.toString());
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err()).contains("0 of 3 kustomizations reached");
  }

  @Test
  void manifestsAreCompared() throws Exception {
    edit("base/service.yaml", "port: 80", "port: 81");
    git.write("plain/a.yaml", tree("base/service.yaml"));
    git.commit();
    edit("plain/a.yaml", "port: 80", "port: 81");
    git.write("plain/b.yaml", tree("other/c.yaml"));
    Ran ran = diff("HEAD", "-f", folder.resolve("plain").toString());
    assertThat(clean(ran.out()))
        .contains("plain: Service web (plain/a.yaml:1)\n")
        .contains("# spec.ports[port=81]: set by plain/a.yaml:7\n")
        .contains("plain: ConfigMap c (plain/b.yaml:1), added\n")
        .contains("# metadata.name: set by plain/b.yaml:3\n");
    assertThat(ran.status()).isEqualTo(1);
  }

  @Test
  void patternsMatchFilesOfBothTrees() throws Exception {
    git.write("plain/a-new.yaml", tree("other/c.yaml"));
    git.write("plain/a-old.yaml", tree("other/c.yaml").replace("name: c", "name: old"));
    git.write("plain/b.yaml", tree("base/service.yaml"));
    git.write("plain/deep/a.yaml", tree("other/c.yaml").replace("name: c", "name: deep"));
    git.commit();
    edit("plain/a-new.yaml", "name: c}", "name: c, labels: {x: z}}");
    edit("plain/b.yaml", "80", "81");
    edit("plain/deep/a.yaml", "name: deep}", "name: deep, labels: {x: z}}");
    Files.delete(folder.resolve("plain/a-old.yaml"));
    Ran ran = diff("HEAD", "-f", folder + "/pl*n/a-*.yaml", "-f", folder + "/plain/a-new.yaml");
    assertThat(clean(ran.out()))
        .contains("ConfigMap c (plain/a-new.yaml:1)\n")
        .contains("ConfigMap old (HEAD:plain/a-old.yaml:1), removed\n")
        .doesNotContain("added", "deep", "Service");
    assertThat(clean(diff("HEAD", "-f", folder + "/plain/*").out())).contains("deep", "Service");
    ran = diff("HEAD", "-f", folder + "/plain/[a.yaml");
    assertThat(clean(ran.err()))
        .isEqualTo(
            "error: pattern \"plain/[a.yaml\" is not valid: syntax error in pattern; close the [ or"
                + " put \\ before it\n");
    assertThat(ran.status()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-f -                          | standard input",
        "-f https://me:pw@host/a.yaml  | \"https://me:***@host/a.yaml\"",
        "https://github.com/org/repo   | \"https://github.com/org/repo\"",
      })
  void inputOfNoRepositoryIsAnError(String args, String name) {
    Ran ran = diff(("HEAD " + args).split(" "));
    assertThat(ran.err())
        .isEqualTo(
            "error: "
                + name
                + " is in no git repository; --diff compares files and directories of one\n");
    assertThat(ran.status()).isEqualTo(2);
  }

  @Test
  void aManifestBehindALinkThatLeadsOutOfTheRepositoryIsNotRead(@TempDir Path outside)
      throws Exception {
    Path secret = outside.toRealPath().resolve("secret.yaml");
    Files.writeString(secret, tree("other/c.yaml"));
    git.write("plain/b.yaml", tree("base/service.yaml"));
    git.commit();
    Files.createSymbolicLink(folder.resolve("plain/a.yaml"), secret);
    Ran ran = diff("HEAD", "-f", folder.resolve("plain").toString());
    Files.delete(folder.resolve("plain/a.yaml"));
    assertThat(clean(ran.err()))
        .startsWith("error: ")
        .contains("it is a link to '" + secret + "', outside of the repository");
    assertThat(ran.out()).doesNotContain("ConfigMap");
    assertThat(ran.status()).isEqualTo(2);
  }

  @Test
  void anotherProgramPrintsTheDifferences() throws Exception {
    edit("base/service.yaml", "port: 80", "port: 81");
    edit("base/keys.env", "first", "second");
    String path = String.valueOf(System.getenv("PATH"));
    var variables = Map.of("KUBECTL_EXTERNAL_DIFF", "diff -N -U0", "PATH", path);
    Ran.Setting external = setting.with(variables);
    String dev = folder.resolve("dev").toString();
    Ran ran = external.offline("build", "--summary=false", "--diff", "HEAD", dev);
    assertThat(clean(ran.out()).replaceAll("(LIVE|MERGED)-\\d+", "$1").replaceAll("\t.*", ""))
        .contains("/MERGED/v1.Service.dev.web\n@@ -9 +9 @@\n-    port: 80\n+    port: 81\n")
        .contains("# dev: Service dev/web (base/service.yaml:1)\n")
        .contains("# spec.ports[port=81]: set by base/service.yaml:7\n")
        .contains("+  TOKEN: '*** (after)'\n")
        .doesNotContain("c2Vjb25k");
    assertThat(ran.status()).isEqualTo(1);
    external = setting.with(Map.of("KUBECTL_EXTERNAL_DIFF", "true", "PATH", path));
    assertThat(external.offline("build", "--diff", "HEAD", dev).status()).isZero();
    assertThat(external.offline("build", "--diff", "HEAD", dev, "-U1").err())
        .isEqualTo(
            "error: -U cannot be used with KUBECTL_EXTERNAL_DIFF: pass it to that program\n");
    assertThat(external.offline("build", "--diff", "HEAD", dev, "--report=json").err())
        .contains("cannot be printed along with KUBECTL_EXTERNAL_DIFF");
  }

  /// Nothing in the repository changes, and no program that it names is run.
  @Test
  void theRepositoryIsOnlyRead() throws Exception {
    Path ran = folder.resolve("ran");
    String touch = "touch " + ran;
    git.git("config", "core.fsmonitor", touch);
    git.git("config", "filter.x.clean", touch);
    git.git("config", "filter.x.smudge", touch);
    git.git("config", "diff.x.textconv", touch);
    git.git("config", "diff.external", touch);
    git.git("config", "core.hooksPath", folder.resolve("hooks").toString());
    git.write(".git/info/attributes", "*.yaml filter=x diff=x\n");
    Files.deleteIfExists(ran);
    byte[] index = Files.readAllBytes(folder.resolve(".git/index"));
    git.write("base/service.yaml", tree("base/service.yaml").replace("80", "81"));
    Ran diffed = diff("HEAD", folder.toString());
    assertThat(diffed.out()).contains("dev: Service");
    assertThat(ran).doesNotExist();
    assertThat(Files.readAllBytes(folder.resolve(".git/index"))).isEqualTo(index);
  }

  @Test
  void aCommentGroupsEqualDifferences() throws Exception {
    for (int i = 0; i < 12; i++) {
      git.write(
          "env/e" + i + "/kustomization.yaml", "resources: [../../base]\nnamespace: e" + i + "\n");
    }
    git.commit();
    edit("base/service.yaml", "port: 80", "port: 81");
    Ran ran = diff("HEAD", folder.resolve("env").toString(), "--report=markdown");
    assertThat(clean(ran.out()))
        .contains("12 to configure")
        .contains(
            "| in 12 overlays: Service web<br><sub>env/e0, env/e1, env/e10, env/e11, env/e2,"
                + " env/e3")
        .contains("| to configure | spec.ports")
        .contains(
            "ports\\[port=81\\] none → {\"name\":\"http\",\"port\":81}, set by base/service.yaml:7")
        .containsOnlyOnce("```diff");
  }

  /// Those below it are searched only if it is none itself.
  @ParameterizedTest
  @CsvSource({"true, added", "false, removed"})
  void aNamedKustomizationOfOneSideIsTheOnlyOne(boolean isNew, String change) throws Exception {
    List<String> both = List.of("extra", "extra/sub");
    String map = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ";
    for (String directory : both) {
      git.write(directory + "/kustomization.yaml", "resources: [c.yaml]\n");
      git.write(directory + "/c.yaml", map + (isNew ? "new" : "old") + "}\n");
    }
    if (!isNew) {
      git.commit();
      for (String directory : both) {
        Files.delete(folder.resolve(directory).resolve("kustomization.yaml"));
      }
    }
    Ran ran = diff("HEAD", folder.resolve("extra").toString());
    assertThat(ran.status()).as("%s", ran).isEqualTo(1);
    assertThat(clean(ran.out()))
        .containsPattern("(?m)^#? ?extra: ConfigMap .*, " + change)
        .doesNotContain("extra/sub: ");
  }

  /// New objects of one name share a row only if their contents are equal.
  @ParameterizedTest
  @CsvSource({"same, in 2 overlays: ConfigMap new, 1", "other, env/b: ConfigMap new, 2"})
  void aCommentGroupsNewObjectsByTheirContents(String value, String row, int diffs)
      throws Exception {
    String map = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: new}\ndata: {k: ";
    for (String overlay : List.of("env/a", "env/b")) {
      git.write(overlay + "/kustomization.yaml", "resources: [../../other]\n");
    }
    git.commit();
    for (String overlay : List.of("env/a", "env/b")) {
      git.write(overlay + "/kustomization.yaml", "resources: [../../other, new.yaml]\n");
      git.write(overlay + "/new.yaml", map + (overlay.equals("env/a") ? "same" : value) + "}\n");
    }
    Ran ran = diff("HEAD", folder.resolve("env").toString(), "--report=markdown");
    assertThat(clean(ran.out())).contains("| " + row);
    assertThat(ran.out().lines().filter("```yaml"::equals)).hasSize(diffs);
  }

  @Test
  void aCommentWithManyProblemsStaysBelowTheLimit() throws Exception {
    for (int i = 0; i < 60; i++) {
      git.write("env/e" + i + "/kustomization.yaml", "resources: [../../base]\n");
    }
    git.commit();
    for (int i = 0; i < 60; i++) {
      git.write("env/e" + i + "/kustomization.yaml", "'" + i + "@".repeat(300) + "': x\n");
    }
    Ran ran = diff("HEAD", folder.resolve("env").toString(), "--report=markdown");
    assertThat(ran.out().length()).isBetween(50_000, 65_000);
    assertThat(ran.out()).contains("- ❌ ").containsPattern("- and \\d+ more\n");
  }

  @Test
  void anObjectThatAPatchRemovesNamesThePatch() throws Exception {
    git.write(
        "dev/kustomization.yaml",
        """
        resources: [../base]
        namespace: dev
        patches:
        - patch: |-
            apiVersion: v1
            kind: Service
            metadata: {name: web}
            $patch: delete
        """);
    Ran ran = diff("HEAD", folder.resolve("dev").toString());
    assertThat(clean(ran.out()))
        .contains("dev: Service dev/web (HEAD:base/service.yaml:1), removed\n")
        .contains("# metadata.name: set by dev/kustomization.yaml:5\n");
  }

  @Test
  void aBaseBehindALinkIsReached() throws Exception {
    Files.createSymbolicLink(folder.resolve("link"), Path.of("base"));
    git.write("linked/kustomization.yaml", "resources: [../link]\nnamePrefix: l-\n");
    git.commit();
    edit("base/service.yaml", "port: 80", "port: 81");
    Ran ran = diff("HEAD", folder.toString());
    assertThat(clean(ran.out()))
        .contains("linked: Service l-web")
        .contains("# spec.ports[port=81]: set by link/service.yaml:7\n");
    Files.delete(folder.resolve("link"));
    Files.createSymbolicLink(folder.resolve("link"), Path.of("other"));
    assertThat(clean(diff("HEAD", folder.resolve("linked").toString()).out()))
        .contains("linked: ConfigMap l-c");
  }

  @Test
  void aLinkThatLeadsOutOfTheRepositoryIsNotFollowed(@TempDir Path outside) throws Exception {
    Files.writeString(outside.resolve("kustomization.yaml"), "resources: []\n");
    Files.createSymbolicLink(folder.resolve("out"), outside);
    git.write("linked/kustomization.yaml", "resources: [../out]\n");
    git.commit();
    Ran ran = diff("HEAD", folder.resolve("linked").toString());
    Files.delete(folder.resolve("out"));
    assertThat(ran.err()).contains("HEAD:linked/kustomization.yaml:1").contains("links to");
  }

  @Test
  void aLargeFileElsewhereIsNoDifferenceOrAnError() throws Exception {
    String oid = "7f3efbc0c3c4d9b6e0c4dfa2e92ba79ba9b31dbb3bcbc0a9ac5a4bd0c3a5ec2e";
    String pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:%s\nsize 4\n";
    git.write("base/app.conf", pointer.formatted(oid));
    git.commit();
    git.write("base/app.conf", "text");
    Ran ran = diff("HEAD", folder.resolve("dev").toString());
    assertThat(clean(ran.err()))
        .startsWith("Warning: dev: HEAD:base/kustomization.yaml:10: ")
        .contains("'HEAD:base/app.conf' is stored by Git LFS, and only its pointer is here");
    String content = "982d9e3eb996f559e633f4d194def3761d909f5a3b647d1a851fead67c32c9d1"; // of text
    git.write("base/app.conf", pointer.formatted(content));
    git.commit();
    git.write("base/app.conf", "text");
    ran = diff("HEAD", folder.resolve("dev").toString());
    assertThat(ran.out() + ran.err()).isEmpty();
  }

  /// The remote of a partial clone may be a program.
  @Test
  void missingFilesOfAPartialCloneAreNotFetched() throws Exception {
    edit("base/service.yaml", "port: 80", "port: 81");
    git.commit();
    git.git("config", "uploadpack.allowFilter", "true");
    Path clone = folder.resolve("partial");
    git.git("clone", "--quiet", "--filter=blob:none", "file://" + folder, clone.toString());
    Path ran = folder.resolve("ran");
    var partial = new GitFolder(clone);
    partial.git("config", "remote.origin.url", "ext::touch " + ran);
    partial.git("config", "protocol.ext.allow", "always");
    Ran diffed = diff(first, clone.resolve("dev").toString());
    assertThat(diffed.err())
        .startsWith("Warning: ")
        .contains("%s:base/kustomization.yaml:".formatted(first))
        .contains("base/service.yaml' is not in this clone, which was made without all files");
    assertThat(ran).doesNotExist();
  }

  @Test
  void aListWithMovedItemsDiffersAsAWhole() throws Exception {
    edit(
        "base/deploy.yaml",
        "        - --level=1\n        - --fast\n",
        "        - --first\n        - --level=1\n");
    Ran ran = diff("HEAD", folder.resolve("dev").toString());
    assertThat(clean(ran.out()))
        .contains("# spec.template.spec.containers[name=web].args: set by base/deploy.yaml:17\n")
        .doesNotContain("args[");
  }
}
