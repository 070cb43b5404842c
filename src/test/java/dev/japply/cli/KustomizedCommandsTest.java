package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.object.LastApplied;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `-k` of the commands other than `apply`: they are about what is built, and messages name the
/// line of the base or patch.
class KustomizedCommandsTest extends WithSnapshots {
  private String overlay = "";

  @BeforeEach
  void writeOverlay() throws IOException {
    Path base = Files.createDirectories(directory.resolve("base"));
    Path prod = Files.createDirectories(directory.resolve("prod"));
    Files.writeString(base.resolve("kustomization.yaml"), "resources: [c.yaml]\n");
    Files.writeString(
        base.resolve("c.yaml"),
        """
        apiVersion: v1
        kind: ConfigMap
        metadata:
          name: c
        data:
          size: "1"
          level: info
        """);
    Files.writeString(
        prod.resolve("kustomization.yaml"),
        "resources: [../base]\nnameSuffix: -prod\npatches: [{path: patch.yaml}]\n");
    patch("debug");
    overlay = prod.toString();
  }

  private void patch(String level) throws IOException {
    Files.writeString(
        directory.resolve("prod/patch.yaml"),
        "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: c\ndata:\n  level: " + level + "\n");
  }

  private void apply() {
    assertThat(japply("", "apply", "-k", overlay).out()).isEqualTo("configmap/c-prod created\n");
  }

  @Test
  void aSnapshotIsOfWhatIsBuilt() throws IOException {
    apply();
    Ran taken = japply("", "snapshot", "-k", overlay, "--out", file.toString());
    assertThat(taken.status()).as(taken.err()).isZero();
    assertThat(Files.readString(file)).contains("\"c-prod\"", "debug");
    patch("trace");
    Ran diff = new Ran.Setting(cluster).offline("diff", "-k", overlay, "--live", file.toString());
    assertThat(diff.out()).contains("-  level: debug", "+  level: trace");
    assertThat(diff.status()).isEqualTo(1);
  }

  @Test
  void aSnapshotOfWhatCannotBeBuiltIsNone() throws IOException {
    Files.delete(directory.resolve("prod/patch.yaml"));
    Ran taken = japply("", "snapshot", "-k", overlay, "--out", file.toString());
    assertThat(taken.status()).isEqualTo(1);
    assertThat(taken.err()).contains("prod/kustomization.yaml:3: 'patch.yaml' does not exist");
    assertThat(file).doesNotExist();
  }

  @Test
  void whatWasAppliedIsEdited() {
    apply();
    var environment =
        Map.of(
            "KUBE_EDITOR", "sed -i -e /size:/d",
            "TMPDIR", directory.toString(),
            "PATH", System.getenv("PATH"));
    Ran edited = new Ran.Setting(cluster).with(environment).run("edit-last-applied", "-k", overlay);
    assertThat(edited.out()).as(edited.err()).isEqualTo("configmap/c-prod edited\n");
    String annotation = LastApplied.text(cluster.object("configmaps default/c-prod"));
    assertThat(annotation).contains("\"level\":\"debug\"").doesNotContain("size");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "view-last-applied -k | level: debug",
        "set-last-applied --create-annotation -k | configmap/c-prod configured",
        "plan -k | c-prod",
        "diff -k | level: trace",
        "why -k | prod/patch.yaml:6",
        "diff --why -k | prod/patch.yaml:6",
      })
  void otherCommandsTakeWhatIsBuilt(String command, String out) throws IOException {
    apply();
    patch("trace");
    var args = new ArrayList<>(List.of(command.split(" ", -1)));
    args.add(overlay);
    Ran ran = japply("", args.toArray(String[]::new));
    assertThat(ran.out()).as(ran.toString()).contains(out);
  }
}
