package dev.japply.e2e;

import dev.japply.Program;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.jdkhttp.JdkHttpClientFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/// A real API server with its controllers, and kubectl.
///
/// Tests ask for it with [UsesTestCluster]; all of one JVM share it. Which one it is says
/// [ClusterKind].
public final class TestCluster implements AutoCloseable {
  private static final int TRIES = 300;

  /// How long a server may take for a response on a busy machine.
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private static final Duration PAUSE = Duration.ofMillis(100);

  private final ApiServer server;
  private final Path directory;
  private final Kubectl kubectl;
  private final KubernetesClient client;
  private final ObjectReader reader;
  private final String run = "japply-test-" + UUID.randomUUID().toString().substring(0, 8);
  private final AtomicInteger numbers = new AtomicInteger();
  private final Set<String> named = ConcurrentHashMap.newKeySet();
  private Optional<Path> viewer;
  private int minor;

  private TestCluster(ApiServer server, Path directory, Kubectl kubectl) {
    this.server = server;
    this.directory = directory;
    this.kubectl = kubectl;
    Config config = Config.fromKubeconfig(server.kubeconfig().toFile());
    config.setRequestTimeout((int) PATIENCE.toMillis());
    this.client =
        new KubernetesClientBuilder()
            .withConfig(config)
            .withHttpClientFactory(new JdkHttpClientFactory())
            .build();
    this.reader = new ObjectReader(client);
    this.viewer = server.viewerKubeconfig();
  }

  /// What a command said.
  public record Outcome(int exit, String out, String err) {
    /// The same, provided that it succeeded.
    public Outcome orFail() {
      if (exit != 0) {
        throw new IllegalStateException(toString());
      }
      return this;
    }
  }

  /// Starts a cluster without nodes that are played.
  static TestCluster start(ClusterKind kind, String programs) throws IOException {
    return start(kind, programs, 0);
  }

  /// Starts a cluster, and waits until it can be used.
  ///
  /// @param programs the directory that `e2e/build` prints; empty where nothing was built
  /// @param nodes how many nodes are played, on the cluster that was built
  static TestCluster start(ClusterKind kind, String programs, int nodes) throws IOException {
    Path directory = Files.createTempDirectory("japply-cluster");
    String program = programs.isEmpty() ? "kubectl" : Path.of(programs, "kubectl").toString();
    ApiServer server =
        switch (kind) {
          case BUILT ->
              BuiltServer.start(
                  Path.of(programs, ClusterKind.PROGRAM),
                  directory,
                  nodes > 0
                      ? new String[] {"--audit", "--nodes=" + nodes}
                      : new String[] {"--audit"});
          case K3S -> K3sServer.start(directory);
          case CURRENT -> CurrentServer.of(program, directory);
        };
    return new TestCluster(
        server, directory, new Kubectl(program, directory).with(server.kubeconfig()));
  }

  /// The server's version: 34 of 1.34.
  public synchronized int minor() {
    if (minor == 0) {
      String answer = kubectl("get", "--raw", "/version").orFail().out();
      String text = ((MapValue) Json.parse(answer)).text("minor"); // some servers add a +
      minor = Integer.parseInt(text.replaceAll("\\D", ""));
    }
    return minor;
  }

  /// The kubeconfig file of an administrator.
  public Path kubeconfig() {
    return server.kubeconfig();
  }

  /// The kubeconfig file of somebody who may only read.
  public synchronized Path viewerKubeconfig() {
    if (viewer.isEmpty()) {
      viewer = Optional.of(newViewer());
    }
    return viewer.get();
  }

  /// A service account with the role `view`, beside what the administrator's file says of the
  /// server.
  private Path newViewer() {
    String namespace = newNamespace();
    kubectl("create", "serviceaccount", "viewer", "--namespace", namespace).orFail();
    String account = "--serviceaccount=" + namespace + ":viewer";
    kubectl("create", "clusterrolebinding", run, "--clusterrole=view", account).orFail();
    String token = kubectl("create", "token", "viewer", "--namespace", namespace).orFail().out();
    try {
      Path file = Files.copy(kubeconfig(), directory.resolve("viewer.kubeconfig"));
      Kubectl edit = kubectl.with(file);
      edit.run("config", "set-credentials", "viewer", "--token=" + token.strip()).orFail();
      edit.run("config", "set-context", "--current", "--user=viewer").orFail();
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// What the users asked of the API server, one JSON object a line, where the server tells.
  public Optional<Path> auditLog() {
    return Optional.of(directory.resolve("audit.log")).filter(Files::exists);
  }

  /// The address of the API server.
  public String server() {
    String address = "jsonpath={.clusters[0].cluster.server}";
    return kubectl("config", "view", "--minify", "-o", address).orFail().out();
  }

  /// Returns the name or the path of kubectl.
  public String kubectlProgram() {
    return kubectl.program();
  }

  /// Runs kubectl as the administrator, with nothing on its standard input.
  public Outcome kubectl(String... args) {
    return kubectl.run(args);
  }

  /// Runs kubectl as the administrator.
  public Outcome kubectl(String input, List<String> args) {
    return kubectl.run(input, args);
  }

  /// Runs kubectl as the administrator, with more variables in its environment.
  Outcome kubectl(Map<String, String> variables, String input, List<String> args) {
    return kubectl.plus(variables).run(input, args);
  }

  /// Runs japply as the administrator in that namespace.
  ///
  /// @param home what it takes for the home directory
  Program.Said japply(Path home, String namespace, String input, String... args) {
    return Program.run(environment(home), input, inNamespace(namespace, args));
  }

  /// Runs japply in the same way, with standard input and standard error as terminals, where a user
  /// types `answer`.
  Program.Said prompt(Path home, String namespace, String answer, String... args) {
    return Program.onTerminals("in,err", environment(home), answer, inNamespace(namespace, args));
  }

  private static List<String> inNamespace(String namespace, String... args) {
    var all = new ArrayList<>(List.of(args));
    all.addAll(List.of("-n", namespace));
    return all;
  }

  private Map<String, String> environment(Path home) {
    return Map.of(
        "KUBECONFIG", kubeconfig().toString(),
        "HOME", home.toString(),
        "XDG_CACHE_HOME", cache(),
        "TERM", "dumb");
  }

  /// A cache directory for all tests that need none of their own: what the server publishes about
  /// types is then read once.
  String cache() {
    return directory.resolve("cache").toString();
  }

  /// Runs `japply apply -f -` with these flags in the same way.
  Program.Said apply(Path home, String namespace, String input, String... flags) {
    var line = new ArrayList<>(List.of("apply", "-f", "-"));
    line.addAll(List.of(flags));
    return japply(home, namespace, input, line.toArray(String[]::new));
  }

  /// The object that `kubectl get -n namespace` finds by `deployment.apps/web`, unless there is
  /// none.
  Optional<MapValue> read(String namespace, String typeAndName) {
    return reader.read(namespace, typeAndName);
  }

  /// Waits for a custom type. Before that, the server takes changes of its scope and names.
  public void awaitEstablished(String definition) {
    String name = "crd/" + definition;
    kubectl("wait", "--for=condition=Established", name, "--timeout=60s").orFail();
  }

  /// Creates a namespace that no other test uses. Names that begin with its name are free, too.
  public String newNamespace() {
    String name = "%s-%03d".formatted(run, numbers.incrementAndGet());
    newNamespace(name);
    return name;
  }

  /// Digits that no other test uses, on whatever cluster.
  String newNumber() {
    return run.replaceAll("\\D", "") + "%03d".formatted(numbers.incrementAndGet());
  }

  /// Creates a namespace with that name, which goes with the tests.
  void newNamespace(String name) {
    var namespace = new NamespaceBuilder().withNewMetadata().withName(name).endMetadata().build();
    try {
      client.resource(namespace).create();
    } catch (KubernetesClientException e) {
      // The client sends a request again whose response is late, and then meets its own namespace.
      if (e.getCode() != HttpURLConnection.HTTP_CONFLICT) {
        throw e;
      }
    }
    named.add("namespace/" + name);
  }

  /// Waits for the schemas of custom types with their defaults: version 3 of the documents.
  ///
  /// @param version the API version of the types
  void awaitSchemas(String version, String... kinds) {
    String document = "";
    for (int tries = 0; tries < TRIES; tries++) {
      document = kubectl("get", "--raw", "/openapi/v3/apis/" + version).out();
      if (Stream.of(kinds).map(kind -> "\"" + kind + "\"").allMatch(document::contains)) {
        return;
      }
      LockSupport.parkNanos(PAUSE.toNanos());
    }
    throw new AssertionError("no schemas of the types in " + document);
  }

  /// Waits for a permission that was granted: the server knows of a role and of its binding a
  /// moment after they are stored.
  ///
  /// @param user whose permission it is
  /// @param verb one of the verbs of the role
  /// @param name of the object; empty for all
  void awaitPermission(
      String user, String namespace, String verb, String group, String resource, String name) {
    String review =
        """
        {"apiVersion":"authorization.k8s.io/v1","kind":"SubjectAccessReview","spec":{"user":"%s",
        "resourceAttributes":{"namespace":"%s","verb":"%s","group":"%s","resource":"%s","name":"%s"}}}
        """
            .formatted(user, namespace, verb, group, resource, name);
    String answer = "";
    for (int tries = 0; tries < TRIES; tries++) {
      answer = client.raw("/apis/authorization.k8s.io/v1/subjectaccessreviews", "POST", review);
      if (((MapValue) Json.parse(answer)).map("status").get("allowed").equals(Value.TRUE)) {
        return;
      }
      LockSupport.parkNanos(PAUSE.toNanos());
    }
    throw new AssertionError(user + " has no permission: " + answer);
  }

  /// Ends the API server in the midst of what it does, and starts it again, if it is our own.
  void restart() throws IOException {
    if (!(server instanceof BuiltServer built)) {
      throw new IllegalStateException("not ours");
    }
    built.restart();
  }

  @Override
  public void close() {
    if (server.outlivesTests()) {
      cleanUp();
    }
    client.close();
    server.close();
    try {
      delete(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void cleanUp() {
    kubectl("delete", "clusterrolebinding", run, "--ignore-not-found").orFail();
    kubectl("get", "namespaces", "-o", "name")
        .orFail()
        .out()
        .lines()
        .filter(name -> name.startsWith("namespace/" + run) || named.contains(name))
        .forEach(name -> kubectl("delete", name, "--wait=false").orFail());
  }

  /// Deletes a directory, deepest first.
  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
