package dev.japply.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Cases;
import dev.japply.cluster.FakeCluster;
import dev.japply.input.ManifestReader;
import dev.japply.input.Source;
import dev.japply.object.KubeObject;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// `japply build --diff` with the histories of real repositories: it shows the objects that differ
/// between the outputs of `kubectl kustomize` for a commit and its parent. `HISTORIES=DIR` names a
/// directory with git repositories. Nothing is fetched.
@Tag("verify")
@EnabledIfSystemProperty(
    named = "japply.histories",
    matches = ".+",
    disabledReason = "no repositories with histories: HISTORIES=DIR names them")
class BuildDiffHistoryTest {
  private static final Path HISTORIES = Path.of(System.getProperty("japply.histories", ""));
  private static final Path KUBECTL = Path.of(System.getProperty("japply.e2e", ""), "kubectl");
  private static final Set<String> NAMES =
      Set.of("kustomization.yaml", "kustomization.yml", "Kustomization");

  private static final Pattern HASH = Pattern.compile("-[0-9a-z]{10}$");

  private static final int COMMITS = Cases.of(20);
  private static final int TRIED = 400;

  /// So many kustomizations that a commit does not reach are built, too.
  private static final int OTHERS = 3;

  @TempDir private Path directory;
  private final Map<String, Integer> counts = new TreeMap<>();
  private final List<String> failures = new ArrayList<>();

  static List<Path> repositories() throws IOException {
    try (Stream<Path> found =
        Files.find(
            HISTORIES, 4, (path, any) -> path.endsWith("HEAD"), FileVisitOption.FOLLOW_LINKS)) {
      return found
          .map(head -> head.resolveSibling(""))
          .filter(path -> Files.isDirectory(path.resolve("objects")))
          .sorted()
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("repositories")
  void theObjectsThatDifferAreThoseOfKubectl(Path repository) throws Exception {
    Path old = clone(repository, "old");
    Path now = clone(repository, "now");
    List<String> commits = git(now, "log", "--first-parent", "--format=%H", "-n" + TRIED);
    int compared = 0;
    for (int i = 0; i + 1 < commits.size() && compared < COMMITS; i++) {
      String commit = commits.get(i);
      String parent = commits.get(i + 1);
      checkOut(old, parent);
      checkOut(now, commit);
      compared += compare(old, now, parent, commit) ? 1 : 0;
    }
    System.out.println(repository + ": " + compared + " commits, " + counts);
    assertThat(failures).as("%s", counts).isEmpty();
    assertThat(compared).isEqualTo(COMMITS);
  }

  private Path clone(Path repository, String name) throws Exception {
    Path path = directory.resolve(name);
    git(directory, "clone", "-q", "-s", "--no-checkout", repository.toString(), path.toString());
    return path.toRealPath();
  }

  private static void checkOut(Path clone, String commit) throws Exception {
    git(clone, "checkout", "-q", "-f", "--detach", commit);
  }

  private static List<String> git(Path folder, String... arguments) throws Exception {
    var command = new ArrayList<>(List.of("git", "-c", "protocol.file.allow=always"));
    command.addAll(List.of(arguments));
    Output output = run(folder, Map.of("GIT_LFS_SKIP_SMUDGE", "1"), command);
    assertThat(output.status()).as("%s%n%s", command, output.err()).isZero();
    return output.out().lines().toList();
  }

  private record Output(int status, String out, String err) {}

  private static Output run(Path folder, Map<String, String> variables, List<String> command)
      throws Exception {
    Path err = Files.createTempFile("err", "");
    var builder =
        new ProcessBuilder(command).directory(folder.toFile()).redirectError(err.toFile());
    builder.environment().putAll(variables);
    Process process = builder.start();
    process.getOutputStream().close();
    String out = new String(process.getInputStream().readAllBytes(), UTF_8);
    var output = new Output(process.waitFor(), out, Files.readString(err));
    Files.delete(err);
    return output;
  }

  /// The objects of a kustomization that differ.
  private static final class Shown {
    private final Set<String> names = new TreeSet<>();
    private int renamed;

    void add(MapValue object) {
      if (!object.text("end").equals("unchanged")) {
        names.add(name(object, object.text("namespace"), object.text("name")));
        renamed += object.text("end").equals("renamed") ? 1 : 0;
      }
    }
  }

  /// Compares a commit with its parent. Returns whether it reaches a kustomization.
  private boolean compare(Path old, Path now, String parent, String commit) throws Exception {
    List<String> changed = git(now, "diff-tree", "-r", "--name-only", parent, commit);
    Path report = directory.resolve("report.json");
    Ran ran =
        new Ran.Setting(new FakeCluster())
            .offline(
                "build",
                "--diff=" + parent,
                now.toString(),
                "--offline",
                "--compat=kustomize",
                "--report=json=" + report);
    var found = (MapValue) Json.parse(Files.readString(report));
    var shown = new TreeMap<String, Shown>();
    for (Value each : items(found, "objects")) {
      var object = (MapValue) each;
      String root = now.relativize(Path.of(object.text("build"))).toString();
      shown.computeIfAbsent(root, none -> new Shown()).add(object);
    }
    String as = commit.substring(0, 10) + " ";
    for (var root : shown.entrySet()) {
      String name = root.getKey();
      compare(as + name, built(old, name), built(now, name), root.getValue());
    }
    if (!ran.err().contains(" reached")) {
      count("commits without a summary");
      return false;
    }
    boolean isReached = !ran.err().contains("; 0 of ");
    if (isReached) {
      count("commits");
      items(found, "problems").forEach(problem -> count("problems"));
      compareOthers(as, old, now, changed, shown.keySet());
    }
    return isReached;
  }

  private void count(String what) {
    counts.merge(what, 1, Integer::sum);
  }

  private static List<Value> items(MapValue map, String field) {
    return map.get(field) instanceof ListValue(List<Value> items) ? items : List.of();
  }

  private static String name(MapValue object, String namespace, String name) {
    return object.text("apiVersion") + " " + object.text("kind") + " " + namespace + "/" + name;
  }

  /// Compares what is shown of a kustomization with the outputs of kubectl.
  private void compare(
      String as,
      Optional<Map<String, MapValue>> before,
      Optional<Map<String, MapValue>> after,
      Shown shown) {
    if (before.isEmpty() || after.isEmpty()) {
      count("builds that kubectl refuses");
      return;
    }
    Set<String> expected = differing(before.get(), after.get());
    count("builds");
    counts.merge("differing objects", expected.size(), Integer::sum);
    counts.merge("renamed objects", shown.renamed, Integer::sum);
    var missing = new TreeSet<>(expected);
    missing.removeAll(shown.names);
    missing.removeIf(name -> !after.get().containsKey(name) && isShownByHash(name, shown.names));
    boolean haveGone = missing.stream().noneMatch(after.get()::containsKey);
    boolean areRenamed = haveGone && missing.size() == shown.renamed; // shown by their new names
    var more = new TreeSet<>(shown.names);
    more.removeAll(expected);
    if ((!missing.isEmpty() && !areRenamed) || !more.isEmpty()) {
      failures.add(as + ": not shown " + missing + ", shown " + more);
    }
  }

  /// Whether an object is shown whose name differs only in the hash of its content.
  private static boolean isShownByHash(String name, Set<String> shown) {
    String plain = HASH.matcher(name).replaceFirst("");
    return !plain.equals(name)
        && shown.stream().anyMatch(other -> HASH.matcher(other).replaceFirst("").equals(plain));
  }

  private static Set<String> differing(Map<String, MapValue> old, Map<String, MapValue> now) {
    var names = new TreeSet<>(old.keySet());
    names.addAll(now.keySet());
    names.removeIf(name -> old.containsKey(name) && old.get(name).equals(now.get(name)));
    return names;
  }

  /// Checks some kustomizations that are not compared, those near changed files first: they are the
  /// same, or part of another one.
  ///
  /// @param changed the changed files
  private void compareOthers(
      String as, Path old, Path now, List<String> changed, Set<String> compared) throws Exception {
    var others = new ArrayList<>(kustomizations(old));
    others.retainAll(kustomizations(now));
    others.removeAll(compared);
    Collections.shuffle(others, new Random(as.hashCode()));
    others.sort(
        Comparator.comparing(root ->
            changed.stream().noneMatch(file -> root.isEmpty() || file.startsWith(root + "/"))));
    int built = 0;
    for (String root : others) {
      if (built == OTHERS) {
        return;
      }
      Optional<Map<String, MapValue>> before = built(old, root);
      if (before.isEmpty()) {
        continue;
      }
      built++;
      count("other builds");
      if (!before.equals(built(now, root)) && !isPart(now, root)) {
        failures.add(as + root + ": not built, but it differs");
      }
    }
  }

  private static List<String> kustomizations(Path tree) throws IOException {
    try (Stream<Path> files = Files.walk(tree)) {
      return files
          .filter(path -> NAMES.contains(String.valueOf(path.getFileName())))
          .filter(path -> !text(path).contains("kind: Component"))
          .map(path -> tree.relativize(path.resolveSibling("")).toString())
          .filter(path -> !path.startsWith(".git/"))
          .sorted()
          .toList();
    }
  }

  private static String text(Path path) {
    try {
      return Files.readString(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Whether another kustomization includes a directory.
  private static boolean isPart(Path tree, String root) throws IOException {
    Path wanted = tree.resolve(root);
    for (String other : kustomizations(tree)) {
      for (String name : NAMES) {
        Path file = tree.resolve(other).resolve(name);
        if (Files.exists(file)
            && Files.readString(file)
                .lines()
                .map(line -> line.replaceFirst("^\\s*- *", "").strip())
                .filter(line -> !line.isEmpty() && line.indexOf(':') < 0)
                .anyMatch(line -> file.resolveSibling(line).normalize().equals(wanted))) {
          return true;
        }
      }
    }
    return false;
  }

  /// Builds with kubectl, without git and network; empty if that fails.
  private Optional<Map<String, MapValue>> built(Path tree, String root) throws Exception {
    if (!Files.isDirectory(tree.resolve(root))
        || NAMES.stream().noneMatch(name -> Files.exists(tree.resolve(root).resolve(name)))) {
      return Optional.of(Map.of());
    }
    String nowhere = "http://127.0.0.1:9";
    var variables =
        Map.of("PATH", "/none", "HTTP_PROXY", nowhere, "HTTPS_PROXY", nowhere, "NO_PROXY", "");
    Output output =
        run(tree, variables, List.of(KUBECTL.toString(), "kustomize", root.isEmpty() ? "." : root));
    if (output.status() != 0) {
      return Optional.empty();
    }
    var objects = new HashMap<String, MapValue>();
    for (KubeObject object :
        ManifestReader.read(List.of(Source.of("built", output.out()))).objects()) {
      objects.put(name(object.tree(), object.namespace(), object.name()), object.tree());
    }
    return Optional.of(objects);
  }
}
