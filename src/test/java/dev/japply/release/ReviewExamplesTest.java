package dev.japply.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.japply.Program;
import dev.japply.e2e.TestCluster;
import dev.japply.e2e.UsesTestCluster;
import dev.japply.release.JobShell.Ran;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The examples for GitHub and GitLab as they stand there, from a branch to the cluster: their
/// scripts run in checkouts of a git repository, with a plan that goes from one job to the next,
/// against a real API server.
@UsesTestCluster
@Tag("verify")
class ReviewExamplesTest {
  private static final Path EXAMPLES = Path.of(System.getProperty("basedir", ""), "docs/examples");
  private static final String MARKER = "<!-- japply:diff -->";
  private static final String MANIFESTS =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: web, namespace: NAMESPACE}
      spec:
        replicas: 0
        selector: {matchLabels: {app: web}}
        template:
          metadata: {labels: {app: web}}
          spec: {containers: [{name: web, image: "web:1"}]}
      ---
      apiVersion: v1
      kind: Secret
      metadata: {name: s, namespace: NAMESPACE}
      stringData: {p: first-hunter}
      """;
  private static final String ADDED =
      "{apiVersion: v1, kind: ConfigMap, metadata: {name: added, namespace: NAMESPACE}}\n";

  private final TestCluster cluster;
  private final String namespace;
  @TempDir private Path root;
  private JobShell shell;
  private Path repository;
  private @Nullable Forge opened;
  private int checkouts;

  ReviewExamplesTest(TestCluster cluster) {
    this.cluster = cluster;
    this.namespace = cluster.newNamespace();
  }

  /// A repository whose manifests are applied, and a branch.
  @BeforeEach
  void prepare() throws IOException {
    assumeTrue(
        Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
            .anyMatch(directory -> Files.isExecutable(Path.of(directory, "jq"))),
        "no jq, which the examples use");
    shell = new JobShell(root);
    repository = Files.createDirectory(root.resolve("repository"));
    git(repository, "init --quiet --initial-branch=main");
    write("web.yaml", MANIFESTS);
    commit();
    Program.Said said =
        Program.run(
            Map.of("KUBECONFIG", cluster.kubeconfig().toString(), "HOME", root.toString()),
            "",
            List.of("apply", "-f", repository.resolve("manifests").toString()));
    assertThat(said.status()).as(said.err()).isZero();
    git(repository, "checkout --quiet -b change");
  }

  @AfterEach
  void close() throws Exception {
    if (opened != null) {
      opened.close();
    }
  }

  private void open(String name) throws Exception {
    opened =
        name.equals("github")
            ? new Github(
                shell,
                EXAMPLES.resolve("github-review.yaml"),
                Files.readString(cluster.kubeconfig()))
            : new Gitlab(shell, EXAMPLES.resolve("gitlab-review.yaml"), cluster.kubeconfig());
  }

  private Forge forge() {
    return Objects.requireNonNull(opened);
  }

  private String git(Path directory, String command) {
    Map<String, String> variables =
        Map.of(
            "GIT_AUTHOR_NAME",
            "a",
            "GIT_COMMITTER_NAME",
            "c",
            "GIT_AUTHOR_EMAIL",
            "a@example.com",
            "GIT_COMMITTER_EMAIL",
            "c@example.com");
    Ran ran = shell.run(directory, variables, List.of("-e"), "git " + command);
    assertThat(ran.status()).as(ran.said()).isZero();
    return ran.said().strip();
  }

  private void write(String file, String manifest) throws IOException {
    Files.writeString(
        Files.createDirectories(repository.resolve("manifests")).resolve(file),
        manifest.replace("NAMESPACE", namespace));
  }

  private void commit() {
    git(repository, "add manifests");
    git(repository, "commit --quiet -m change");
  }

  /// The newest commit of the branch.
  private String change() {
    return git(repository, "rev-parse change");
  }

  private Path checkout() {
    checkouts++;
    git(root, "clone --quiet repository checkout" + checkouts);
    return root.resolve("checkout" + checkouts);
  }

  /// A push to the branch, which is reviewed as it would be merged.
  private Ran push() throws IOException {
    commit();
    Path merged = checkout();
    git(merged, "checkout --quiet main");
    git(merged, "merge --quiet --no-ff -m merge origin/change");
    return forge().review(merged, change());
  }

  private Ran merge() throws IOException {
    git(repository, "checkout --quiet main");
    git(repository, "merge --quiet --no-ff -m merge change");
    return forge().apply(checkout(), change());
  }

  private String image() {
    return cluster
        .kubectl(
            "get",
            "deployment",
            "web",
            "-n",
            namespace,
            "-o=jsonpath={.spec.template.spec.containers[0].image}")
        .orFail()
        .out();
  }

  private List<String> told() throws IOException {
    return forge().comments().stream().filter(comment -> comment.startsWith(MARKER)).toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"github", "gitlab"})
  void whatWasReviewedIsAppliedAfterTheMerge(String name) throws Exception {
    open(name);
    write("web.yaml", MANIFESTS.replace("web:1", "web:2").replace("first-", "second-"));
    Ran first = push();
    assertThat(first.status()).as(first.said()).isZero();
    assertThat(told()).singleElement().asString().contains("-      - image: web:1", "web:2");
    write("web.yaml", MANIFESTS.replace("web:1", "web:3").replace("first-", "second-"));
    write("added.yaml", ADDED);
    Ran second = push();
    assertThat(second.status()).as(second.said()).isZero();
    assertThat(forge().comments()).hasSize(2);
    assertThat(told())
        .singleElement()
        .asString()
        .contains("+      - image: web:3", "added")
        .doesNotContain("web:2", "-hunter");
    assertThat(forge().artifacts())
        .isNotEmpty()
        .allSatisfy(plan -> assertThat(plan).content().doesNotContain("-hunter"));
    assertThat(image()).isEqualTo("web:1");
    Ran applied = merge();
    assertThat(applied.said())
        .contains(
            "deployment.apps/web configured", "secret/s configured", "configmap/added created")
        .doesNotContain("-hunter");
    assertThat(applied.status()).isZero();
    assertThat(image()).isEqualTo("web:3");
  }

  @ParameterizedTest
  @ValueSource(strings = {"github", "gitlab"})
  void planIsRefusedWhenTheClusterHasChanged(String name) throws Exception {
    open(name);
    write("web.yaml", MANIFESTS.replace("web:1", "web:2"));
    write("added.yaml", ADDED);
    Ran reviewed = push();
    assertThat(reviewed.status()).as(reviewed.said()).isZero();
    cluster.kubectl("set", "image", "deployment", "web", "web=web:9", "-n", namespace).orFail();
    Ran applied = merge();
    assertThat(applied.said())
        .contains(
            "Deployment "
                + namespace
                + "/web: changed since it was planned:"
                + " spec.template.spec.containers[name=web].image;");
    assertThat(applied.status()).isEqualTo(1);
    assertThat(image()).isEqualTo("web:9");
    assertThat(cluster.kubectl("get", "configmap", "added", "-n", namespace).exit()).isNotZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"github", "gitlab"})
  void planIsRefusedWhenOthersHaveMergedMeanwhile(String name) throws Exception {
    open(name);
    write("added.yaml", ADDED);
    Ran reviewed = push();
    assertThat(reviewed.status()).as(reviewed.said()).isZero();
    git(repository, "checkout --quiet main");
    write("web.yaml", MANIFESTS.replace("web:1", "web:2"));
    commit();
    Ran applied = merge();
    assertThat(applied.said())
        .contains("Deployment " + namespace + "/web: its manifest is not the one that was planned");
    assertThat(applied.status()).isEqualTo(1);
    assertThat(image()).isEqualTo("web:1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"github", "gitlab"})
  void whatHasErrorsGetsACommentAndNoPlan(String name) throws Exception {
    open(name);
    write("web.yaml", MANIFESTS.replace("kind: Deployment", "kind: Deploymint"));
    Ran reviewed = push();
    assertThat(reviewed.status()).as(reviewed.said()).isNotZero();
    assertThat(told()).singleElement().asString().contains("Deploymint");
    assertThat(forge().artifacts()).isEmpty();
    Ran applied = merge();
    assertThat(applied.status()).isNotZero();
    assertThat(applied.said()).doesNotContain("configured");
  }
}
