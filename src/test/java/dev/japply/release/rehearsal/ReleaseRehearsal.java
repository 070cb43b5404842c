package dev.japply.release.rehearsal;

import dev.japply.release.rehearsal.ReleaseServer.Limits;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// Plays a release from its tag to the installations, without GitHub: the files of this checkout
/// become a repository with a tag, [Runner] plays the release workflow of that tag against
/// [ReleaseServer], and [Installations] installs what was published.
public final class ReleaseRehearsal implements AutoCloseable {
  private static final String REPOSITORY = "stand-in/japply";

  /// A version that no release has.
  private static final String VERSION = "0.999.0";

  private static final String PASSWORD = "a-password";

  /// Scripts that take minutes, with their stand-ins.
  static final Map<String, String> QUICK =
      Map.of("src/make/dist", "dist", "src/make/release", "release", "src/make/mvn", "mvn");

  /// The files that only a build needs.
  private static final Pattern BUILT =
      Pattern.compile("src/test/|src/main/(resources|java/(?!dev/japply/cluster/rest/Version))");

  private final Path root;
  private final Path origin;
  private final ReleaseServer server;
  private final Stage stage;
  private final Runner runner;

  /// Begins a rehearsal in a directory, which must be empty.
  ///
  /// @param replaced the scripts with stand-ins
  /// @param image whether the repository publishes an image
  ReleaseRehearsal(
      Path root, Map<String, String> replaced, boolean image, Limits limits, PrintStream out)
      throws IOException {
    this.root = root.toAbsolutePath();
    this.origin = Files.createDirectories(this.root.resolve("origin"));
    this.server = new ReleaseServer(this.root.resolve("server"), REPOSITORY, limits, this::hasTag);
    this.stage =
        new Stage(
            this.root,
            server,
            origin,
            REPOSITORY,
            "v" + VERSION,
            variables(image, server.address() + "/central"),
            secrets(),
            replaced,
            Path.of("target/classes").toAbsolutePath()
                + ":"
                + Path.of("target/test-classes").toAbsolutePath(),
            out);
    this.runner = new Runner(stage);
  }

  /// `ReleaseRehearsal DIRECTORY [quick]`: rehearses the release of the checkout in this directory,
  /// with stand-ins for all that takes minutes if it must be quick.
  public static void main(String[] args) throws IOException {
    long start = System.nanoTime();
    PrintStream log = System.out;
    Map<String, String> replaced = args.length > 1 ? QUICK : Map.of();
    try (var rehearsal =
        new ReleaseRehearsal(Path.of(args[0]), replaced, true, Limits.GITHUB, log)) {
      rehearsal.tag();
      rehearsal.play();
      rehearsal.installations().all();
      rehearsal.installations().tampered();
      log.printf("rehearsed in %.0f s%n", (System.nanoTime() - start) / 1e9);
    } catch (RehearsalException e) {
      log.flush();
      System.err.println("japply: the release fails: " + e.text());
      System.exit(1);
    }
  }

  /// A rehearsal with stand-ins for all that takes minutes and without an image, whose workflow was
  /// played.
  public static ReleaseRehearsal quick(Path directory) throws IOException {
    var rehearsal =
        new ReleaseRehearsal(
            directory,
            QUICK,
            false,
            Limits.GITHUB,
            new PrintStream(OutputStream.nullOutputStream()));
    rehearsal.tag();
    rehearsal.play();
    return rehearsal;
  }

  /// The variables of the repository: the address of the portal, and the image if there is one.
  private static Map<String, String> variables(boolean image, String central) {
    return image
        ? Map.of(
            "CENTRAL",
            central,
            "IMAGE",
            "registry.example.com/stand-in/japply",
            "IMAGE_USER",
            "stand-in")
        : Map.of("CENTRAL", central);
  }

  private static Map<String, String> secrets() {
    return Map.of(
        "IMAGE_PASSWORD",
        PASSWORD,
        "SIGNING_KEY",
        "a key",
        "SIGNING_PASSWORD",
        PASSWORD,
        "CENTRAL_TOKEN",
        ReleaseServer.CENTRAL_TOKEN);
  }

  /// The names of the published files, with `VERSION` in place of the version.
  public List<String> published() {
    return server.assets(stage.tag()).stream()
        .map(name -> name.replace(VERSION, "VERSION"))
        .toList();
  }

  Path origin() {
    return origin;
  }

  private boolean hasTag(String tag) {
    return !Shell.run(origin, List.of("git", "tag", "--list", tag)).isBlank();
  }

  /// Copies the files of this checkout, and prepares the release in the copy.
  void copy() throws IOException {
    String names =
        Shell.run(
            Path.of("").toAbsolutePath(), List.of("git", "ls-files", "-co", "--exclude-standard"));
    for (String name : names.lines().toList()) {
      Path file = Path.of(name);
      boolean needed = stage.replaced().isEmpty() || !BUILT.matcher(name).lookingAt();
      if (needed && Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
        Path copy = origin.resolve(name);
        Files.createDirectories(copy.getParent());
        Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES, LinkOption.NOFOLLOW_LINKS);
      }
    }
    Path changelog = origin.resolve("CHANGELOG.md");
    String unreleased = "## [Unreleased]\n";
    Files.writeString(
        changelog,
        Files.readString(changelog).replace(unreleased, unreleased + "\n- Rehearsed.\n"));
    String url = server.address() + "/" + REPOSITORY;
    Shell.run(origin, List.of("src/make/prepare-release", VERSION, url));
  }

  /// Commits the copy, and tags it as an owner does.
  void commit() {
    Shell.run(origin, List.of("git", "init", "--quiet", "--initial-branch=main"));
    Shell.run(origin, List.of("git", "add", "--all"));
    Shell.run(
        origin,
        List.of(
            "git",
            "-c",
            "user.name=japply",
            "-c",
            "user.email=japply@localhost",
            "-c",
            "commit.gpgSign=false",
            "-c",
            "core.hooksPath=/dev/null",
            "commit",
            "--quiet",
            "--message",
            "Release " + VERSION));
    Shell.run(origin, List.of("git", "tag", "--no-sign", stage.tag()));
  }

  void tag() throws IOException {
    copy();
    commit();
    stage.out().println("tag " + stage.tag() + " of " + server.address() + "/" + REPOSITORY);
  }

  /// Plays the release workflow of the tag.
  void play() throws IOException {
    runner.play(Workflow.read(origin.resolve(".github/workflows/release.yml")));
    for (String name : server.assets(stage.tag())) {
      stage.out().printf("asset: %10d %s%n", Files.size(server.asset(stage.tag(), name)), name);
    }
  }

  Installations installations() throws IOException {
    return new Installations(stage, runner, InstallPage.read(origin.resolve("docs/install.md")));
  }

  @Override
  public void close() {
    server.close();
  }
}
