package dev.japply.release.rehearsal;

import dev.japply.release.Yaml;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/// Installations by each way of `docs/install.md`, from a release on [ReleaseServer]. The commands
/// of the page run as they are, with the addresses, the owner and the version of the rehearsal.
/// Where the program of a way is not at hand, its file is read as that program reads it.
final class Installations {
  static final String ARCHIVE = "From a release archive";
  static final String JAVA = "With a Java of your own";
  static final String ACTION = "In a GitHub workflow";
  static final String MANAGERS = "With krew or Homebrew";
  static final String GITLAB = "In a GitLab pipeline";
  static final String AQUA = "With mise or aqua";
  static final String IMAGE = "As a container image";

  /// Chapters that install nothing from a release.
  private static final Set<String> OTHERS = Set.of("From source", "A test cluster");

  private final Stage stage;
  private final Runner runner;
  private final InstallPage page;
  private int count;

  /// @param page the page of the tag
  Installations(Stage stage, Runner runner, InstallPage page) {
    this.stage = stage;
    this.runner = runner;
    this.page = page;
  }

  /// Checks that each chapter of the page is played here.
  void requireAllWays() {
    Set<String> known = Set.of(ARCHIVE, JAVA, ACTION, GITLAB, MANAGERS, AQUA, IMAGE);
    for (String heading : page.chapters().keySet()) {
      if (!known.contains(heading) && !OTHERS.contains(heading)) {
        throw new RehearsalException("docs/install.md has a chapter for nobody: " + heading);
      }
    }
  }

  private Path directory(String name) throws IOException {
    count++;
    return Files.createDirectories(stage.root().resolve("installed/" + count + "-" + name));
  }

  private void report(String way, String printed) {
    if (!printed.contains("japply " + stage.version())) {
      throw new RehearsalException(way + ": japply version printed " + printed);
    }
    stage.out().printf("installed: %-34s %s%n", way, printed.strip().lines().toList().getLast());
  }

  private String here(String text) {
    return text.replace("https://github.com/", stage.server().address() + "/")
        .replace("OWNER/japply", stage.repository())
        .replace("vVERSION", stage.tag())
        .replace("VERSION", stage.version())
        .replace("linux-x86_64", Machine.here().system());
  }

  private Map<String, String> user(Path directory) throws IOException {
    Map<String, String> environment = Shell.environment();
    Path programs = Files.createDirectories(directory.resolve("programs"));
    for (String program : List.of("gh", "cosign")) {
      Runner.write(programs.resolve(program), stage.program("Programs", program + " \"$@\""));
    }
    String java = System.getProperty("java.home");
    environment.put("PATH", programs + ":" + java + "/bin:" + environment.get("PATH"));
    environment.put("JAVA_HOME", java);
    environment.put("HOME", Files.createDirectories(directory.resolve("home")).toString());
    environment.put("JAPPLY_CACHE", "off");
    environment.put("GITHUB_API_URL", stage.server().address() + "/api");
    environment.put("GH_TOKEN", stage.server().token(Map.of()));
    environment.put("REHEARSED_REGISTRY", stage.registry().toString());
    return environment;
  }

  private String run(Path directory, String script) throws IOException {
    Path file = Files.writeString(directory.resolve("script.sh"), script);
    return Shell.run(
        directory,
        List.of("bash", "-e", file.toString()),
        user(directory),
        directory.resolve("script.log"));
  }

  /// Runs the block of commands of a chapter that has `text`, then the installed program.
  private String commands(String heading, String text) throws IOException {
    String block =
        page.commands(heading).stream()
            .filter(script -> script.contains(text))
            .findFirst()
            .orElseThrow(
                () -> new RehearsalException("docs/install.md has no commands with " + text));
    String more = block.contains("java -jar") ? "" : "japply version\nkubectl-japply version\n";
    return run(directory("page"), here(block) + more);
  }

  void archive() throws IOException {
    report("archive", commands(ARCHIVE, "archive=japply-VERSION"));
  }

  void archiveWithoutJava() throws IOException {
    report("archive without a Java", commands(JAVA, "archive=japply-cli-VERSION"));
  }

  void jar() throws IOException {
    report("jar", commands(JAVA, "java -jar"));
  }

  /// Plays the steps of the page.
  void action() throws IOException {
    var load = new Load(LoadSettings.builder().build());
    String text = here(page.yaml(ACTION).getFirst()).replaceAll("@v[0-9.]+", "@" + stage.tag());
    Map<String, Object> steps = Map.of("steps", load.loadFromString(text));
    Path log = runner.playSteps(Yaml.maps(steps, "steps")).temporary();
    try (var files = Files.list(log)) {
      Path last =
          files
              .filter(file -> file.toString().endsWith(".log"))
              .max((a, b) -> compareTimes(a, b))
              .orElseThrow();
      report("GitHub action", Files.readString(last));
    }
  }

  private static int compareTimes(Path a, Path b) {
    try {
      return Files.getLastModifiedTime(a).compareTo(Files.getLastModifiedTime(b));
    } catch (IOException e) {
      throw new RehearsalException(e.toString());
    }
  }

  /// Downloads a file of the release into a directory.
  private Path asset(Path directory, String name) throws IOException {
    Path file = directory.resolve(name);
    String release = stage.server().address() + "/" + stage.repository() + "/releases/download/";
    Download.get(release + stage.tag() + "/" + name, file);
    return file;
  }

  void krew() throws IOException {
    Path directory = directory("krew");
    Path manifest = asset(directory, "japply.yaml");
    Path program = new KrewInstall(manifest, directory).install(Machine.here());
    report("krew manifest", run(directory, "'" + program + "' version\n"));
  }

  void homebrew() throws IOException {
    Path directory = directory("homebrew");
    Path formula = asset(directory, "japply.rb");
    Path program = new HomebrewInstall(formula, directory).install(Machine.here());
    report("Homebrew formula", run(directory, "'" + program + "' version\n"));
  }

  /// Runs the job of the component that the page includes, as on a runner whose image has curl.
  void gitlab() throws IOException {
    var load = new Load(LoadSettings.builder().build());
    Map<String, Object> pipeline =
        Yaml.map(Map.of("page", load.loadFromString(page.yaml(GITLAB).getFirst())), "page");
    Map<String, Object> include = Yaml.maps(pipeline, "include").getFirst();
    String component = String.valueOf(include.get("component"));
    String name = component.replaceFirst(".*/([^/@]+)@.*", "$1");
    var inputs = new TreeMap<String, String>();
    Yaml.map(include, "inputs").forEach((key, value) -> inputs.put(key, String.valueOf(value)));
    inputs.put("command", "version");
    inputs.put("version", stage.version());
    Path file = stage.origin().resolve("templates").resolve(name + ".yml");
    String script =
        new GitlabComponent(file)
            .script(inputs)
            .replace("https://github.com/", stage.server().address() + "/")
            .replace("OWNER/japply", stage.repository());
    report("GitLab component", run(directory("gitlab"), script));
  }

  /// Reads the registry of the tag, as the page has aqua do.
  void aqua() throws IOException {
    Path directory = directory("aqua");
    String registry = Files.readString(stage.origin().resolve("docs/examples/aqua-registry.yaml"));
    String owner = stage.repository().replaceFirst("/.*", "");
    Path file =
        Files.writeString(directory.resolve("registry.yaml"), registry.replace("OWNER", owner));
    Path program =
        new AquaInstall(file, directory, stage.server().address(), stage.tag())
            .install(Machine.here());
    report("aqua registry", run(directory, "'" + program + "' version\n"));
  }

  /// Runs the program of the image for this processor without a container, from its last layer,
  /// which is the archive of the release.
  void image() throws IOException {
    String image = stage.variables().get("IMAGE");
    var registry = new RegistryDirectory(stage.registry());
    Path directory = directory("image");
    for (String tag : List.of(stage.version(), "latest")) {
      if (registry.manifests(image + ":" + tag).size() != 2) {
        throw new RehearsalException("the image " + tag + " is not for two processors");
      }
    }
    run(directory, here(page.commands(IMAGE).getFirst()).replace("IMAGE", image));
    for (MapValue manifest : registry.manifests(image + ":" + stage.version())) {
      MapValue config =
          (MapValue) Json.parse(Files.readAllBytes(registry.file(manifest.map("config"))));
      Path layer = registry.file((MapValue) RegistryDirectory.items(manifest, "layers").getLast());
      String architecture = config.text("architecture");
      Path root = Files.createDirectories(directory.resolve(architecture));
      Shell.run(root, List.of("tar", "-xzf", layer.toString()));
      if (Machine.here().system().endsWith(architecture.equals("arm64") ? "aarch64" : "x86_64")) {
        requireArchive(root.resolve("usr/local"), directory);
        String program =
            ((Value.StringValue)
                    RegistryDirectory.items(config.map("config"), "Entrypoint").getFirst())
                .value();
        report("image", run(directory, "'" + root + program + "' version\n"));
      }
    }
  }

  /// Compares the files of the image with those of the archive.
  private void requireArchive(Path files, Path directory) throws IOException {
    String name = "japply-" + stage.version() + "-" + Machine.here().system();
    Path unpacked = Files.createDirectories(directory.resolve("archive"));
    Path archive = stage.server().asset(stage.tag(), name + ".tar.gz");
    Shell.run(unpacked, List.of("tar", "-xzf", archive.toString()));
    Shell.run(
        directory, List.of("diff", "-r", unpacked.resolve(name).toString(), files.toString()));
  }

  /// All ways.
  void all() throws IOException {
    requireAllWays();
    archive();
    archiveWithoutJava();
    jar();
    action();
    krew();
    homebrew();
    gitlab();
    aqua();
    if (stage.variables().containsKey("IMAGE")) {
      image();
    }
  }

  @FunctionalInterface
  private interface Way {
    void install() throws IOException;
  }

  /// Changes the archive of this machine on the server, and checks that no way installs it: first
  /// as after a defect, then with a checksum that an attacker has changed as well.
  void tampered() throws IOException {
    String name = "japply-" + stage.version() + "-" + Machine.here().system();
    Path archive = stage.server().asset(stage.tag(), name + ".tar.gz");
    Path sums = stage.server().asset(stage.tag(), name + ".sha256");
    byte[] bytes = Files.readAllBytes(archive);
    String list = Files.readString(sums);
    Path other = directory("tampered");
    Files.createDirectories(other.resolve(name).resolve("bin"));
    Runner.write(
        other.resolve(name).resolve("bin/japply"),
        "#!/bin/sh\necho japply " + stage.version() + "\n");
    Shell.run(other, List.of("tar", "-czf", archive.toString(), name));
    refused("archive", "FAILED", this::archive);
    refused("action", "its checksum differs", this::action);
    refused("krew", "checksum of archive.tar.gz differs", this::krew);
    refused("Homebrew", "checksum of archive.tar.gz differs", this::homebrew);
    refused("GitLab component", "FAILED", this::gitlab);
    refused("aqua", "the checksum of " + name, this::aqua);
    String digest = Digest.of(archive);
    Files.writeString(
        sums, list.replaceFirst("[0-9a-f]{64}([ *]+" + name + "\\.tar\\.gz)", digest + "$1"));
    refused("archive with its checksum", "no attestations found", this::archive);
    refused("action with its checksum", "no attestations found", this::action);
    Files.write(archive, bytes);
    Files.writeString(sums, list);
  }

  private void refused(String way, String reason, Way installation) throws IOException {
    try {
      installation.install();
    } catch (RehearsalException e) {
      if (!String.valueOf(e.getMessage()).contains(reason)) {
        throw e;
      }
      stage.out().printf("refused:   %-34s %s%n", "changed " + way, reason);
      return;
    }
    throw new RehearsalException("a changed archive was installed: " + way);
  }
}
