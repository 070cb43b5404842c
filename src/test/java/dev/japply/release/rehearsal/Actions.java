package dev.japply.release.rehearsal;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.japply.release.rehearsal.Runner.Run;
import dev.japply.tree.GoJson;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Stand-ins for the actions of the release workflow, with the inputs that it has.
final class Actions {
  private static final int MOST_SUBJECTS = 1024;
  private static final Pattern WILD = Pattern.compile("[*?\\[]");

  private final Stage stage;
  private final Path artifacts;
  private final HttpClient client = HttpClient.newHttpClient();

  Actions(Stage stage) {
    this.stage = stage;
    this.artifacts = stage.root().resolve("artifacts");
  }

  void use(Run run, String uses, Map<String, String> with) throws IOException {
    switch (uses.replaceFirst("@.*", "")) {
      case "actions/checkout" -> checkout(run.work(), stage.tag(), run.machine());
      case "actions/setup-java" -> setUpJava(run, with);
      case "actions/setup-go" -> setUpGo(run, with);
      case "actions/upload-artifact" -> upload(run, with);
      case "actions/download-artifact" -> download(run, with);
      case "actions/attest-build-provenance" -> attest(run, with);
      default -> throw new RehearsalException("the rehearsal plays no action " + uses);
    }
  }

  private static void check(Map<String, String> with, String... inputs) {
    for (String name : with.keySet()) {
      if (!List.of(inputs).contains(name)) {
        throw new RehearsalException("the rehearsal plays no input " + name);
      }
    }
  }

  /// Checks a tag out, and puts stand-ins in place of scripts that this machine cannot run, or that
  /// the rehearsal leaves out.
  void checkout(Path directory, String reference, Machine machine) throws IOException {
    List<String> command =
        List.of(
            "git",
            "-c",
            "advice.detachedHead=false",
            "clone",
            "--quiet",
            "--depth=1",
            "--branch=" + reference,
            "file://" + stage.origin(),
            ".");
    Shell.run(directory, command);
    var replaced = new TreeMap<>(stage.replaced());
    if (!machine.isHere()) {
      replaced.put("src/make/dist", "dist");
    }
    for (Map.Entry<String, String> script : replaced.entrySet()) {
      String text = stage.program("StandIns", script.getValue() + " " + machine.system());
      Runner.write(directory.resolve(script.getKey()), text);
    }
  }

  private static void setUpJava(Run run, Map<String, String> with) {
    check(with, "distribution", "java-version");
    String home = Shell.run(run.work(), List.of("src/make/jdk")).strip();
    Path release = Path.of(home, "release");
    try {
      if (!Files.readString(release).contains("JAVA_VERSION=\"" + with.get("java-version"))) {
        throw new RehearsalException("there is no JDK " + with.get("java-version"));
      }
    } catch (IOException e) {
      throw new RehearsalException("no " + release);
    }
    run.environment().put("JAVA_HOME", home);
    run.environment().put("PATH", home + "/bin:" + run.environment().get("PATH"));
  }

  private static void setUpGo(Run run, Map<String, String> with) {
    check(with, "go-version-file", "cache", "cache-dependency-path");
    for (String input : List.of("go-version-file", "cache-dependency-path")) {
      if (with.containsKey(input) && !Files.exists(run.work().resolve(with.get(input)))) {
        throw new RehearsalException("the checkout has no " + with.get(input));
      }
    }
    Shell.run(run.work(), List.of("go", "version"));
  }

  private void upload(Run run, Map<String, String> with) throws IOException {
    check(with, "name", "path", "if-no-files-found", "retention-days");
    Path artifact = artifacts.resolve(with.getOrDefault("name", "artifact"));
    if (Files.exists(artifact)) {
      throw new RehearsalException(
          "409 Conflict: an artifact with this name already exists: " + artifact.getFileName());
    }
    Map<String, Path> files = found(run.work(), with.getOrDefault("path", ""));
    if (files.isEmpty() && "error".equals(with.get("if-no-files-found"))) {
      throw new RehearsalException(
          "No files were found with the provided path: " + with.get("path"));
    }
    for (Map.Entry<String, Path> file : files.entrySet()) {
      Path target = artifact.resolve(file.getKey());
      Files.createDirectories(target.getParent());
      Files.copy(file.getValue(), target);
    }
    stage.out().println("    " + artifact.getFileName() + ": " + String.join(", ", files.keySet()));
  }

  /// The files that lines of paths name, by their paths below the directory that all have in
  /// common.
  private static Map<String, Path> found(Path work, String lines) throws IOException {
    var roots = new ArrayList<Path>();
    var files = new ArrayList<Path>();
    for (String line : lines.lines().map(String::strip).filter(text -> !text.isEmpty()).toList()) {
      Path searched = Path.of("");
      for (Path part : Path.of(line)) {
        if (WILD.matcher(part.toString()).find()) {
          break;
        }
        searched = searched.resolve(part);
      }
      boolean whole = searched.equals(Path.of(line)) && !Files.isDirectory(work.resolve(line));
      roots.add(whole && searched.getParent() != null ? searched.getParent() : searched);
      PathMatcher matcher =
          FileSystems.getDefault().getPathMatcher("glob:{" + line + "," + line + "/**}");
      Path start = work.resolve(searched);
      if (Files.exists(start)) {
        try (Stream<Path> tree = Files.walk(start)) {
          tree.filter(Files::isRegularFile)
              .filter(file -> matcher.matches(work.relativize(file)))
              .forEach(files::add);
        }
      }
    }
    Path common = roots.isEmpty() ? Path.of("") : roots.getFirst();
    for (Path root : roots) {
      while (!root.startsWith(common)) {
        common = common.getParent() == null ? Path.of("") : common.getParent();
      }
    }
    var byName = new TreeMap<String, Path>();
    for (Path file : files) {
      byName.put(work.resolve(common).relativize(file).toString(), file);
    }
    return byName;
  }

  private void download(Run run, Map<String, String> with) throws IOException {
    check(with, "name", "pattern", "path", "merge-multiple");
    Path target = run.work().resolve(with.getOrDefault("path", ""));
    if (with.containsKey("name")) {
      Path artifact = artifacts.resolve(with.get("name"));
      if (!Files.isDirectory(artifact)) {
        throw new RehearsalException("Artifact not found for name: " + with.get("name"));
      }
      copy(artifact, target);
      return;
    }
    PathMatcher matcher =
        FileSystems.getDefault().getPathMatcher("glob:" + with.getOrDefault("pattern", "*"));
    try (Stream<Path> all = Files.list(artifacts)) {
      for (Path artifact : all.sorted().toList()) {
        if (matcher.matches(artifact.getFileName())) {
          boolean merged = "true".equals(with.get("merge-multiple"));
          copy(artifact, merged ? target : target.resolve(artifact.getFileName()));
        }
      }
    }
  }

  /// GitHub would keep one of two files with the same name, and not say which one.
  private static void copy(Path artifact, Path target) throws IOException {
    try (Stream<Path> files = Files.walk(artifact)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path copy = target.resolve(artifact.relativize(file).toString());
        Files.createDirectories(copy.getParent());
        if (Files.exists(copy)) {
          throw new RehearsalException("two artifacts have a file " + copy.getFileName());
        }
        Files.copy(file, copy);
      }
    }
  }

  private void attest(Run run, Map<String, String> with) throws IOException {
    check(with, "subject-path", "subject-name", "subject-digest", "push-to-registry");
    var digests = new ArrayList<String>();
    if (with.containsKey("subject-path")) {
      for (Path file : found(run.work(), with.getOrDefault("subject-path", "")).values()) {
        digests.add("sha256:" + Digest.of(file));
      }
    } else {
      String digest = with.getOrDefault("subject-digest", "");
      new RegistryDirectory(stage.registry()).manifest(with.get("subject-name") + "@" + digest);
      digests.add(digest);
    }
    if (digests.isEmpty()) {
      throw new RehearsalException("Could not find subject at path " + with.get("subject-path"));
    }
    if (digests.size() > MOST_SUBJECTS) {
      throw new RehearsalException("Too many subjects specified: " + digests.size());
    }
    String address =
        stage.server().address() + "/api/repos/" + stage.repository() + "/attestations";
    for (String digest : digests) {
      String body = GoJson.write(MapValue.of("digest", Value.text(digest)));
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(address))
              .header("Authorization", "Bearer " + run.values().get("github.token"))
              .POST(BodyPublishers.ofString(body, UTF_8))
              .build();
      try {
        HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
        if (response.statusCode() != 201) {
          throw new RehearsalException("Failed to persist attestation: " + response.body());
        }
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
    stage.out().println("    attested: " + digests.size());
  }
}
