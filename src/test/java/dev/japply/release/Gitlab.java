package dev.japply.release;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.japply.cluster.rest.Version;
import dev.japply.release.JobShell.Ran;
import dev.japply.tree.GoJson;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Runs the jobs of a pipeline as GitLab does: `before_script` and `script` by one bash. Its API is
/// a server on loopback, which knows one merge request, its notes and artifacts, and who may ask.
final class Gitlab implements Forge {
  private static final String PROJECT = "/api/v4/projects/3";
  private static final String NOTES = PROJECT + "/merge_requests/7/notes";
  private static final String ARTIFACT =
      PROJECT + "/jobs/artifacts/refs%2Fmerge-requests%2F7%2Fhead/raw/plan.json?job=review";
  private static final int FOUND = 200;
  private static final int FORBIDDEN = 403;
  private static final int NOT_FOUND = 404;

  private final JobShell shell;
  private final Map<String, Object> pipeline;
  private final Path kubeconfig;
  private final List<String> notes = new CopyOnWriteArrayList<>(List.of("Nice."));
  private final HttpServer server;
  private final Path releases;
  private final Path plan;

  /// @param pipeline the example
  /// @param kubeconfig the file that the project's variable holds
  Gitlab(JobShell shell, Path pipeline, Path kubeconfig) throws Exception {
    this.shell = shell;
    this.pipeline = Yaml.read(pipeline);
    this.kubeconfig = kubeconfig;
    this.plan = shell.root().resolve("artifact.json");
    this.releases = Files.createDirectories(shell.root().resolve("releases"));
    JobShell.program(shell.programs().resolve("apt-get"), "#!/bin/sh\n");
    release();
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::handle);
    server.start();
  }

  /// What is to be downloaded: the japply under test, as the archive of a release.
  private void release() throws IOException {
    String name = "japply-" + Version.TEXT + "-linux-x86_64";
    Path bin = Files.createDirectories(releases.resolve(name).resolve("bin"));
    JobShell.japply(bin.resolve("japply"));
    String made = "mkdir v" + Version.TEXT + " && tar -czf v" + Version.TEXT + "/$0.tar.gz $0\n";
    String summed = "cd v" + Version.TEXT + " && sha256sum $0.tar.gz >$0.sha256\n";
    Ran ran = shell.run(releases, Map.of(), List.of("-e"), (made + summed).replace("$0", name));
    if (ran.status() != 0) {
      throw new IOException(ran.said());
    }
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String text = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      String body = URLDecoder.decode(text, StandardCharsets.UTF_8).replaceFirst("^body=", "");
      boolean known = "a-token".equals(exchange.getRequestHeaders().getFirst("PRIVATE-TOKEN"));
      String asked = exchange.getRequestMethod() + " " + exchange.getRequestURI();
      String answer = known ? answer(asked, body) : "";
      byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
      int status = known ? answer.isEmpty() ? NOT_FOUND : FOUND : FORBIDDEN;
      exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  /// Empty for what is not there.
  private String answer(String asked, String body) throws IOException {
    if (asked.equals("GET " + NOTES + "?sort=asc&per_page=100")) {
      return GoJson.write(
          new ListValue(IntStream.range(0, notes.size()).mapToObj(this::note).toList()));
    }
    if (asked.equals("POST " + NOTES)) {
      notes.add(body);
      return GoJson.write(note(notes.size() - 1));
    }
    if (asked.startsWith("PUT " + NOTES + "/")) {
      int id = Integer.parseInt(asked.substring(asked.lastIndexOf('/') + 1));
      notes.set(id, body);
      return GoJson.write(note(id));
    }
    if (asked.startsWith("GET " + PROJECT + "/repository/commits/")) {
      return "[{\"iid\": 6, \"state\": \"closed\"}, {\"iid\": 7, \"state\": \"merged\"}]";
    }
    return asked.equals("GET " + ARTIFACT) && Files.exists(plan) ? Files.readString(plan) : "";
  }

  private Value note(int id) {
    return MapValue.of("id", Value.number(id)).with("body", Value.text(notes.get(id)));
  }

  @Override
  public Ran review(Path checkout, String commit) throws IOException {
    Ran ran = job("review", checkout, commit);
    if (ran.status() == 0) {
      for (String path : Yaml.texts(Yaml.map(pipeline, "review", "artifacts"), "paths")) {
        Files.writeString(plan, Files.readString(checkout.resolve(path)));
      }
    }
    return ran;
  }

  @Override
  public Ran apply(Path checkout, String reviewed) throws IOException {
    return job("apply", checkout, "the-merge-of-" + reviewed);
  }

  private Ran job(String name, Path checkout, String commit) {
    var variables = new HashMap<String, String>();
    Yaml.map(pipeline, "variables")
        .forEach((key, value) -> variables.put(key, String.valueOf(value)));
    variables.put("VERSION", Version.TEXT);
    variables.put("RELEASES", releases.toUri().toString().replaceFirst("/$", ""));
    variables.put("KUBECONFIG", kubeconfig.toString());
    variables.put("REVIEW_TOKEN", "a-token");
    variables.put("CI_API_V4_URL", "http://127.0.0.1:" + server.getAddress().getPort() + "/api/v4");
    variables.put("CI_PROJECT_ID", "3");
    variables.put("CI_COMMIT_SHA", commit);
    variables.put("CI_MERGE_REQUEST_IID", name.equals("review") ? "7" : "");
    var script = new ArrayList<>(Yaml.texts(Yaml.map(pipeline, "default"), "before_script"));
    script.addAll(Yaml.texts(Yaml.map(pipeline, name), "script"));
    return shell.run(checkout, variables, List.of("-eo", "pipefail"), String.join("\n", script));
  }

  @Override
  public List<String> comments() {
    return List.copyOf(notes);
  }

  @Override
  public List<Path> artifacts() {
    return Stream.of(plan).filter(Files::exists).toList();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
