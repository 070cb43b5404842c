package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cluster.FakeCluster;
import dev.japply.golang.Sha256;
import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// Tests of snapshots of a cluster.
abstract class WithSnapshots {
  @TempDir Path directory;
  final FakeCluster cluster = new FakeCluster();
  Path file;

  @BeforeEach
  void system() {
    file = directory.resolve("snap.json");
    cluster.put(
        json(
            "{'apiVersion':'v1','kind':'Namespace','metadata':{'name':'kube-system','uid':'12'}}"));
  }

  static MapValue json(String text) {
    return (MapValue) Json.parse(text.replace('\'', '"'));
  }

  Ran japply(String manifest, String... args) {
    return new Ran.Setting(cluster).reading(manifest).run(args);
  }

  Ran snapshot(String manifest, String... flags) {
    return japply(manifest, with(flags, "snapshot", "-f", "-", "--out", file.toString()));
  }

  /// Runs a command that has the snapshot, and no cluster.
  Ran offline(String manifest, String... args) {
    return new Ran.Setting(cluster)
        .reading(manifest)
        .offline(with(new String[] {"-f", "-", "--live", file.toString()}, args));
  }

  /// The same command on the cluster says the same by local merges.
  void assertSame(String manifest, String... args) {
    Ran local = japply(manifest, with(new String[] {"-f", "-", "--local"}, args));
    Ran live = offline(manifest, args);
    assertThat(live.toString())
        .isEqualTo(new Ran(live.args(), local.status(), local.out(), local.err()).toString());
  }

  static String[] with(String[] more, String... args) {
    return Stream.concat(Arrays.stream(args), Arrays.stream(more)).toArray(String[]::new);
  }

  MapValue document() throws IOException {
    return (MapValue) Json.parse(Files.readString(file));
  }

  /// Writes the document anew, with a digest as whoever edits it can make one.
  void forge(MapValue document) throws IOException {
    MapValue bare = document.without("digest");
    String digest = Sha256.hex(GoJson.write(bare));
    Files.writeString(file, GoJson.write(bare.with("digest", Value.text("sha256:" + digest))));
  }

  List<String> writes() {
    return cluster.requests.stream()
        .filter(request -> !request.matches("(GET|LIST|CLOSE).*"))
        .toList();
  }
}
