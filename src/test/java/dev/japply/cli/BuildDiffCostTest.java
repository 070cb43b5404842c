package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cluster.FakeCluster;
import dev.japply.kpt.GitFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/// The work of `japply build --diff` in a repository with many kustomizations: it builds only those
/// that the change reaches, and reads the others once.
@Tag("process")
@Isolated("counts the builds of all")
class BuildDiffCostTest {
  private static final int ROOTS = 350;
  private static final int BASES = 175;

  @TempDir private Path directory;

  /// The work of a run.
  ///
  /// @param builds the number of builds
  /// @param programs the number of runs of git
  /// @param read the number of bytes read of each file
  private record Work(long builds, long programs, Map<String, Long> read) {}

  /// Creates a repository with as many kustomizations, of which each base has two.
  private static Path repository(Path folder, int roots) throws Exception {
    var files = new LinkedHashMap<String, String>();
    String object = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: %s\ndata:\n  a: '%d'\n";
    for (int i = 0; i < BASES; i++) {
      files.put("bases/b" + i + "/kustomization.yaml", "resources: [c.yaml]\n");
      files.put("bases/b" + i + "/c.yaml", object.formatted("base", i));
    }
    for (int i = 0; i < roots; i++) {
      files.put(
          "apps/a" + i + "/kustomization.yaml",
          "resources: [../../bases/b%d, own.yaml]\nnamePrefix: a%d-\n".formatted(i % BASES, i));
      files.put("apps/a" + i + "/own.yaml", object.formatted("own", i));
    }
    GitFolder.in(folder).commit(files);
    Files.writeString(folder.resolve("bases/b7/c.yaml"), object.formatted("base", 1000));
    return folder.toRealPath();
  }

  private Work work(Path folder) throws Exception {
    Path file = directory.resolve("work.jfr");
    try (var recording = new Recording()) {
      recording.enable("jdk.FileRead").withThreshold(Duration.ZERO).withoutStackTrace();
      recording.enable("jdk.ProcessStart").withoutStackTrace();
      recording
          .enable("jdk.MethodTrace")
          .with("filter", "dev.japply.kustomize.build.ResourceAccumulator::readRoot")
          .withoutStackTrace();
      recording.start();
      Ran ran =
          new Ran.Setting(new FakeCluster()).offline("build", "--diff", "HEAD", folder.toString());
      recording.stop();
      recording.dump(file);
      assertThat(ran.err())
          .isEqualTo(
              "4 objects: 2 to configure, 2 unchanged; 2 of %d kustomizations reached\n"
                  .formatted(ROOTS));
      assertThat(ran.status()).isEqualTo(1);
    }
    return work(RecordingFile.readAllEvents(file), folder);
  }

  private static Work work(List<RecordedEvent> events, Path folder) {
    var read = new HashMap<String, Long>();
    for (RecordedEvent event : events) {
      if (is(event, "jdk.FileRead") && event.getString("path") != null) {
        Path path = Path.of(event.getString("path"));
        if (path.startsWith(folder) && event.getLong("bytesRead") > 0) {
          read.merge(folder.relativize(path).toString(), event.getLong("bytesRead"), Long::sum);
        }
      }
    }
    return new Work(count(events, "jdk.MethodTrace"), count(events, "jdk.ProcessStart"), read);
  }

  private static long count(List<RecordedEvent> events, String name) {
    return events.stream().filter(event -> is(event, name)).count();
  }

  private static boolean is(RecordedEvent event, String name) {
    return event.getEventType().getName().equals(name);
  }

  @Test
  void onlyReachedKustomizationsAreBuilt() throws Exception {
    Path folder = repository(directory.resolve("many"), ROOTS);
    Work work = work(folder);
    assertThat(work.builds()).isEqualTo(4);
    assertThat(work.programs()).isLessThan(10);
    assertThat(work.read()).hasSize(2 * (ROOTS + BASES));
    for (var file : work.read().entrySet()) {
      boolean isBuilt = file.getKey().matches("(bases/b7|apps/a(7|182))/(c|own).yaml");
      long size = Files.size(folder.resolve(file.getKey()));
      assertThat(file.getValue() / size).as(file.getKey()).isEqualTo(isBuilt ? 2 : 1);
    }
  }
}
