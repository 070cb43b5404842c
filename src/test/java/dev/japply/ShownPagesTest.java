package dev.japply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.japply.Program.Said;
import dev.japply.e2e.TestCluster;
import dev.japply.e2e.UsesTestCluster;
import dev.japply.kpt.GitFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/// What pages show happens: a shell runs their commands, with git, kubectl and an API server, in a
/// directory with the files of the page, whose first line is a comment with the name. [PageSteps]
/// has what else it needs. When an output changes, `-Djapply.write=true` brings the page up to
/// date; `-Djapply.page=day` is for one page.
@UsesTestCluster(nodes = 1)
@Tag("process")
@Tag("verify")
class ShownPagesTest {
  private static final Path SHOP = Path.of("src/test/resources/dev/japply/kpt/shop");
  private static final String MAKES_NAMESPACE = "kubectl create namespace ";

  /// The directory of the commands, as pages show it.
  private static final String PLACE = "/home/me/day";

  private static final String ADDRESS = "https://git.example.com/shop.git";

  /// What the user does by hand.
  private static final String EDITOR =
      """
      #!/bin/sh
      for file; do
        sed -e '/replicas: 2/d' -e 's/session: "30"/session: "60"/' "$file" >"$file.new"
        mv "$file.new" "$file"
      done
      """;

  /// In place of SOPS, whose keys nobody has here: encrypted files are in base64.
  private static final String SOPS =
      """
      #!/bin/sh
      base64 -d "$2"
      """;

  private static final String CONFIG =
      """
      apiVersion: v1
      kind: ConfigMap
      metadata:
        name: remote
      """;

  private static final String WEB =
      """
      apiVersion: v1
      kind: ConfigMap
      metadata:
        name: web
        labels: {app: shop}
      data:
        level: info
      """;

  /// The pages whose commands are run.
  static final List<String> PAGES =
      List.of(
          "apply",
          "check",
          "ci",
          "compared",
          "connecting",
          "day",
          "errors",
          "kustomize",
          "pkg",
          "plan",
          "project",
          "server-side-apply",
          "undo",
          "why");

  /// The commands that are not run, and why.
  static final Map<String, String> NOT_RUN =
      Map.of(
          "japply apply -f web.yaml --confirm",
          "prompts on a terminal; ConfirmTest compares the prompt");

  /// A command that prompts on a terminal, and what is run without one.
  private static final Map<String, String> RUN_AS =
      Map.of(
          "{ japply undo release.undo\n}",
          "{ japply undo release.undo --yes\n}",
          "{ japply apply --context staging; }",
          "{ japply apply --context staging --confirm=false; }");

  private static final Pattern FILE = Pattern.compile("(?s)```\\w+\\n# ([\\w./-]+)\\n(.*?)```\\n");

  /// A command in the last column of a table.
  private static final Pattern CELL = Pattern.compile("\\| `(japply [^`]+)` \\|\\n");

  private final TestCluster cluster;
  private String namespace;
  @TempDir private Path directory;

  ShownPagesTest(TestCluster cluster) {
    this.cluster = cluster;
    this.namespace = cluster.newNamespace();
  }

  /// The package in its first two versions, in a repository that git finds at [#ADDRESS].
  private void publish() throws Exception {
    var upstream = GitFolder.in(directory.resolve("up"));
    for (String version : List.of("v1", "v2")) {
      Path web = SHOP.resolve(version).resolve("web");
      try (Stream<Path> files = Files.list(web)) {
        for (Path file : files.toList()) {
          upstream.write("web/" + file.getFileName(), here(Files.readString(file)));
        }
      }
      upstream.write("base/kustomization.yaml", "resources: [config.yaml]\n");
      upstream.write("base/config.yaml", CONFIG);
      upstream.commit();
      upstream.git("tag", version);
    }
    Files.writeString(
        Files.createDirectory(directory.resolve("home")).resolve(".gitconfig"),
        "[url \"file://%s/.git\"]\n  insteadOf = %s\n".formatted(upstream.path(), ADDRESS));
  }

  /// Returns a text of a page with the namespace of this test.
  private String here(String text) {
    return text.replace("namespace: shop", "namespace: " + namespace)
        .replace("namespace shop", "namespace " + namespace)
        .replace("--namespace=shop", "--namespace=" + namespace)
        .replace("-n shop", "-n " + namespace);
  }

  private Path program(String name, String text) throws IOException {
    Path programs = Files.createDirectories(directory.resolve("programs"));
    Path program = Files.writeString(programs.resolve(name), text);
    assertThat(program.toFile().setExecutable(true)).isTrue();
    return program;
  }

  private Path place() {
    return directory.resolve("place");
  }

  private void save(String page) throws IOException {
    for (MatchResult file : FILE.matcher(page).results().toList()) {
      write(file.group(1), here(file.group(2)));
    }
  }

  private Said shell(String script) throws IOException, InterruptedException {
    String command = "'" + String.join("' '", Program.command()) + "'";
    program("japply", "#!/bin/sh\nexec " + command + " \"$@\"\n");
    program("sops", SOPS);
    program("kubectl", "#!/bin/sh\nexec '" + cluster.kubectlProgram() + "' \"$@\"\n");
    Path editor = program("editor", EDITOR);
    Path kubeconfig = Files.copy(cluster.kubeconfig(), directory.resolve("kubeconfig"));
    Map<String, String> environment =
        Map.of(
            "PATH",
            editor.getParent() + ":" + System.getenv("PATH"),
            "HOME",
            directory.resolve("home").toString(),
            "EDITOR",
            editor.toString(),
            "EXAMPLES",
            Path.of("docs/examples").toAbsolutePath().toString(),
            "KUBECONFIG",
            kubeconfig.toString());
    String start =
        "cd '%s' && kubectl config set-context --current --namespace=%s >/dev/null\n"
            .formatted(place(), script.contains(MAKES_NAMESPACE) ? "default" : namespace);
    return Program.process("/bin/bash", environment, start + script, List.of());
  }

  @ParameterizedTest
  @FieldSource("PAGES")
  void commandsDoWhatThePageShows(String name) throws Exception {
    assumeTrue(name.matches(System.getProperty("japply.page", ".*")), "another page is tested");
    assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "there is no bash to run the commands");
    Path file = Path.of("docs", name + ".md");
    String page = Files.readString(file);
    if (page.contains(MAKES_NAMESPACE)) {
      namespace += "-made";
    }
    publish();
    Files.createDirectory(place());
    save(page);
    ShownCommands shown = ShownCommands.of(page).without(NOT_RUN.keySet());
    String script = shown.script(PageSteps.of(name));
    for (var command : RUN_AS.entrySet()) {
      script = script.replace(command.getKey(), command.getValue());
    }
    Said said = shell(here(script));
    assertThat(said.status()).as(said.err()).isZero();
    String printed =
        said.out().replace(place().toRealPath().toString(), PLACE).replace(namespace, "shop");
    if (Boolean.getBoolean("japply.write")) {
      Files.writeString(file, shown.updated(page, printed));
    } else {
      shown.assertAreWhat(printed);
    }
  }

  /// Each command is run in the order of the page. A difference, status 1, is no failure of `diff`.
  @Test
  void commandsOfTheCheatSheetRun() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "there is no bash to run the commands");
    Files.createDirectories(directory.resolve("home"));
    write("manifests/web.yaml", WEB);
    write("overlays/prod/kustomization.yaml", "resources: [config.yaml]\n");
    write("overlays/prod/config.yaml", CONFIG);
    String page = Files.readString(Path.of("docs/cheat-sheet.md"));
    List<String> commands = CELL.matcher(page).results().map(row -> row.group(1)).toList();
    assertThat(commands).hasSizeGreaterThan(20);
    var script = new StringBuilder();
    for (String command : commands) {
      if (command.contains("--undo-file")) {
        script.append("sed -i.bak s/info/debug/ manifests/web.yaml && rm manifests/*.bak\n");
      }
      String fails = command.startsWith("japply diff") ? "[ $? -gt 1 ]" : "true";
      script.append(
          "%s >output 2>&1 || { %s && echo '%s' && cat output; }\n"
              .formatted(here(command), fails, command));
    }
    assertThat(shell(script.toString()).out()).isEmpty();
  }

  private void write(String name, String text) throws IOException {
    Path path = place().resolve(name);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }
}
