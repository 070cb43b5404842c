package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Files that japply has written in the directory of the manifests.
class OwnFilesTest extends WithPlans {
  private String manifests = "";

  @BeforeEach
  void write() throws IOException {
    Files.writeString(directory.resolve("m.yaml"), NEW);
    manifests = directory.toString();
    Path undo = Files.createDirectory(directory.resolve("undo")).resolve("u.json");
    Ran snapshot = japply("", "snapshot", "-f", manifests, "--out", name("snapshot.json"));
    assertThat(snapshot.status()).as("%s", snapshot).isZero();
    Ran report = japply("", "diff", "-f", manifests, "--report=json=" + name("report.json"));
    assertThat(report.status()).as("%s", report).isEqualTo(1);
    Files.writeString(
        directory.resolve("why.json"), japply(NEW, "why", "-f", "-", "-o", "json").out());
    Ran plan = japply("", "plan", "-f", manifests, "--out", name("plan.json"));
    assertThat(plan.status()).as("%s", plan).isZero();
    Ran run = japply(OLD + " \n", "apply", "-f", "-", "--force", "--undo-file", undo.toString());
    assertThat(run.status()).as("%s", run).isZero();
    Files.move(undo, directory.resolve("undo.json"));
  }

  private String name(String file) {
    return directory.resolve(file).toString();
  }

  @Test
  void theyAreNoManifestsOfADirectoryOrPattern() {
    assertThat(japply("", "diff", "--summary", "-f", manifests).err())
        .contains("4 objects: ")
        .doesNotContain("error");
    Ran pattern = japply("", "diff", "--summary", "-f", directory + "/*");
    assertThat(pattern.err()).contains("4 objects: ").doesNotContain("error");
    assertThat(japply("", "check", "-f", manifests).err()).doesNotContain("error");
    Ran apply = japply("", "apply", "-f", manifests, "--plan", name("plan.json"));
    assertThat(apply.err()).doesNotContain("error");
    assertThat(apply.out()).contains("configmap/c configured", "secret/t created");
    assertThat(apply.status()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "plan.json | it is a plan of japply | by `japply apply --plan FILE`",
        "snapshot.json | it is a snapshot of japply | by --snapshot",
        "undo.json | it is an undo file of japply | by `japply undo FILE`",
        "report.json | it is a report of japply | leave it out",
        "why.json | it is an explanation of japply | leave it out",
      })
  void theyAreRefusedByName(String file, String what, String use) {
    cluster.requests.clear();
    Ran ran = japply("", "apply", "-f", name(file));
    assertThat(ran.err().lines())
        .singleElement()
        .asString()
        .contains(file, what + ", which is never sent to a server; ", use);
    assertThat(ran.status()).isEqualTo(1);
    assertThat(cluster.requests).allMatch(request -> !request.startsWith("P"));
  }

  @Test
  void anObjectBesideOneIsRead() throws IOException {
    Path file = directory.resolve("plan.json");
    Files.writeString(
        file, Files.readString(file) + "\n---\n" + OLD.replace("\"c\"", "\"beside\""));
    assertThat(japply("", "diff", "--summary", "-f", manifests).err())
        .contains("ConfigMap default/left: is in");
  }
}
