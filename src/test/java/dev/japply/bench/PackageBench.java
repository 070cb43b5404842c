package dev.japply.bench;

import dev.japply.Program;
import dev.japply.Program.Said;
import dev.japply.kpt.GitFolder;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Measures `pkg update` of a package with 1,000 resources in 100 files, of which upstream changed
/// each and the user every third: from the start of the program to its end, after the fetch.
public final class PackageBench {
  private static final int FILES = 100;
  private static final int RESOURCES = 10;
  private static final int EDITED = 3;
  private static final int ROUNDS = 5;

  private PackageBench() {}

  /// Runs it.
  public static void main(String[] args) throws Exception {
    Path directory = Files.createTempDirectory("japply-bench");
    try {
      run(directory, System.out);
    } finally {
      Directories.delete(directory);
    }
  }

  private static void run(Path directory, PrintStream out) throws Exception {
    GitFolder upstream = GitFolder.in(directory.resolve("up"));
    upstream.commit(files("app:1"));
    upstream.git("tag", "v1");
    upstream.commit(files("app:2"));
    upstream.git("tag", "v2");
    long[] micros = new long[ROUNDS];
    for (int round = 0; round <= ROUNDS; round++) {
      Path mine = directory.resolve("mine" + round);
      japply(directory, "pkg", "get", "file://" + upstream.path() + "/.git/p@v1", mine.toString());
      edit(mine);
      japply(directory, "pkg", "diff", mine + "@v2", "--type=remote"); // fetches
      long start = System.nanoTime();
      japply(directory, "pkg", "update", mine + "@v2");
      if (round > 0) {
        micros[round - 1] = (System.nanoTime() - start) / 1000;
      }
    }
    Arrays.sort(micros);
    out.printf(
        "pkg update of %d resources in %d files: %.2f s (median of %d, %.2f to %.2f)%n",
        FILES * RESOURCES,
        FILES,
        micros[ROUNDS / 2] / 1e6,
        ROUNDS,
        micros[0] / 1e6,
        micros[ROUNDS - 1] / 1e6);
  }

  private static Map<String, String> files(String image) {
    var files = new TreeMap<String, String>();
    for (int i = 0; i < FILES; i++) {
      var text = new StringBuilder();
      for (int j = 0; j < RESOURCES; j++) {
        text.append(deployment("d" + i + "-" + j, image));
      }
      files.put("p/f" + i + ".yaml", text.toString());
    }
    return files;
  }

  private static String deployment(String name, String image) {
    return """
    ---
    apiVersion: apps/v1
    kind: Deployment
    metadata:
      name: %1$s
      labels: {app: %1$s}
    spec:
      replicas: 1
      selector:
        matchLabels: {app: %1$s}
      template:
        metadata:
          labels: {app: %1$s}
        spec:
          containers:
          - name: app
            image: %2$s
            env:
            - name: A
              value: a
            ports:
            - containerPort: 80
    """
        .formatted(name, image);
  }

  private static void edit(Path mine) throws IOException {
    for (int i = 0; i < FILES; i += EDITED) {
      Path file = mine.resolve("f" + i + ".yaml");
      Files.writeString(
          file, Files.readString(file).replace("replicas: 1", "replicas: 4 # for us"));
    }
  }

  private static void japply(Path home, String... arguments) throws Exception {
    Said said = Program.start(Map.of("HOME", home.toString()), List.of(arguments));
    if (said.status() != 0) {
      throw new IllegalStateException(said.err());
    }
  }
}
