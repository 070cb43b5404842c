package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cluster.ClusterException;
import dev.japply.cluster.DeleteOptions;
import dev.japply.cluster.DeleteOptions.Propagation;
import dev.japply.io.CancellationSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// `japply apply --confirm`: shows what it would do, and asks.
class ConfirmTest extends WithPlans {
  private Ran confirm(String streams, String answer, String manifest, String... flags)
      throws IOException {
    Path manifests = Files.writeString(directory.resolve("m.yaml"), manifest);
    String[] args =
        Stream.concat(
                Stream.of("apply", "--confirm", "-f", manifests.toString(), "--color=never"),
                Stream.of(flags))
            .toArray(String[]::new);
    return new Ran.Setting(cluster)
        .with(Map.of("TERM", "dumb", "COLUMNS", "400"))
        .reading(answer)
        .on(streams)
        .run(args);
  }

  @ParameterizedTest
  @ValueSource(strings = {"y\n", "Y\n", "yes\n", " yes "})
  void doesItWhenTheUserSaysYes(String answer) throws IOException {
    Ran ran = confirm("in,err", answer, NEW, "--context=prod");
    assertThat(ran.err().replace(directory.toString(), ""))
        .isEqualTo(
            """
            ~ ConfigMap default/c (/m.yaml:1): 1 field changes
              ~ data.k  "old" -> "new"
                  changed in the manifest
            ~ Secret default/s (/m.yaml:3): 1 field changes
              ~ data.p  "*** (before)" -> "*** (after)"
                  changed in the manifest
            + Secret default/t (/m.yaml:7): to be created
                apiVersion: v1
                data:
                  q: '***'
                kind: Secret
                metadata:
                  name: t
                  namespace: default
            1 to create, 2 to configure; 1 object stays as it is
            Apply this to context prod, https://fake:6443, namespace default? [y/N] \
            """);
    assertThat(ran.out())
        .isEqualTo(
            """
            configmap/c configured
            secret/s configured
            configmap/left unchanged
            secret/t created
            """);
    assertThat(ran.status()).isZero();
  }

  private void assertNothingWritten() {
    assertThat(cluster.options).allMatch(options -> options.dryRun());
    assertThat(cluster.object(CONFIG).map("data").text("k")).isEqualTo("old");
  }

  @ParameterizedTest
  @ValueSource(strings = {"n\n", "\n", "", "no\n", "yes please\n"})
  void doesNothingWhenTheUserSaysAnythingElse(String answer) throws IOException {
    Ran ran = confirm("in,out,err", answer, NEW);
    String end = answer.isEmpty() ? "\n" : ""; // which a terminal has after a typed line
    assertThat(ran.err())
        .endsWith("? [y/N] " + end + "error: not confirmed: nothing was changed\n");
    assertThat(ran.out()).isEmpty();
    assertThat(ran.status()).isEqualTo(1);
    assertNothingWritten();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "in", "err", "out,err", "in,out"})
  void needsATerminal(String streams) throws IOException {
    Ran ran = confirm(streams, "y\n", NEW);
    assertThat(ran.err()).contains("error: --confirm needs a terminal: ");
    assertThat(ran.status()).isEqualTo(1);
    assertThat(cluster.requests).isEmpty();
  }

  @Test
  void asksNothingWhereNothingChanges() throws IOException {
    Ran ran = confirm("in,err", "", OLD);
    assertThat(ran.err()).isEqualTo("nothing changes: 3 objects stay as they are\n");
    assertThat(ran.out()).contains("configmap/c unchanged");
    assertThat(ran.status()).isZero();
  }

  @Test
  void whatWasShownIsDoneOrNothing() throws IOException {
    cluster.before("PATCH default/s", () -> change(CONFIG, "data", json("{'k':'theirs'}")));
    Ran ran = confirm("in,err", "y\n", NEW, "--concurrency=1");
    assertThat(ran.err())
        .contains("ConfigMap default/c: changed since it was planned: data.k; plan again");
    assertThat(ran.status()).isEqualTo(1);
    assertThat(cluster.object(CONFIG).map("data").text("k")).isEqualTo("theirs");
    assertThat(cluster.options).allMatch(options -> options.dryRun());
  }

  @Test
  void saysWhichObjectsAreToBeReadyFirst() throws IOException {
    String web =
        "---\n{\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\",\"metadata\":{\"name\":\"web\","
            + "\"annotations\":{\"config.kubernetes.io/depends-on\":"
            + "\"/namespaces/default/ConfigMap/left\"}}}\n";
    assertThat(confirm("in,err", "n\n", NEW + web, "--brief").err()).doesNotContain("then");
    assertThat(confirm("in,err", "n\n", NEW + web, "--brief", "--wait-ready").err())
        .contains(
            "then, when ConfigMap default/left is ready (Deployment default/web depends on it):\n"
                + "+ Deployment default/web");
    assertThat(confirm("in,err", "n\n", NEW + web, "--brief", "--wait-ranks").err())
        .contains("then, when all objects before are ready:\n+ Deployment default/web");
  }

  @Test
  void doesNothingOfWhatCannotAllBeApplied() throws IOException {
    String broken = NEW.replace("\"name\":\"t\"", "\"generateName\":\"t\"");
    Ran ran = confirm("in,err", "y\n", broken);
    assertThat(ran.err()).contains("cannot use generate name").doesNotContain("[y/N]", "first");
    Ran more = confirm("in,err", "y\n", broken + "---\n" + broken.lines().toList().getLast());
    assertThat(more.err())
        .contains("\nfirst, and then apply again:\n  Secret (")
        .doesNotContain("[y/N]");
    assertThat(ran.status()).isEqualTo(1);
    assertNothingWritten();
  }

  @Test
  void showsAPlan() throws IOException {
    plan(NEW);
    Ran no = confirm("in,err", "n\n", NEW, "--plan", file.toString());
    assertThat(no.err()).contains("data.k  \"old\" -> \"new\"", "? [y/N] error: not confirmed");
    assertThat(writes()).isEmpty();
    Ran yes = confirm("in,err", "y\n", NEW, "--plan", file.toString());
    assertThat(yes.out()).contains("configmap/c configured");
    assertThat(yes.status()).isZero();
  }

  private void refusePatches() {
    refusePatches(3);
  }

  private void refusePatches(int times) {
    for (int i = 0; i < times; i++) {
      cluster.before(
          "PATCH default/c",
          () -> {
            var details = json("{'causes':[{'field':'data','message':'field is immutable'}]}");
            throw new ClusterException(422, "Invalid", "all of it", details);
          });
    }
  }

  private Path project(String rule) throws IOException {
    return Files.writeString(
        directory.resolve("japply.yaml"),
        "apiVersion: japply.dev/v1\nkind: Project\nrecreate: [\"%s\"]\n".formatted(rule));
  }

  /// The rule, the reason, and by which propagation the object is deleted.
  @ParameterizedTest
  @CsvSource({"ConfigMap, BACKGROUND", "ConfigMap/c, BACKGROUND", "ConfigMap/c:orphan, ORPHAN"})
  void showsWhatIsRecreatedAndWhy(String rule, Propagation propagation) throws IOException {
    String[] flags = {"--project=" + project(rule), "--concurrency=1"};
    refusePatches();
    Ran no = confirm("in,err", "n\n", NEW, flags);
    assertThat(no.err())
        .contains(
            ": to be deleted and recreated\n    by recreate: %s of the project file, since"
                    .formatted(rule)
                + " the server does not change it: ",
            "field is immutable",
            "ConfigMap default/c (/m.yaml:1): to be deleted and recreated"
                .replace("(/", "(" + directory + "/"));
    assertNothingWritten();
    assertThat(cluster.deletions).isEmpty();
    refusePatches();
    Ran yes = confirm("in,err", "y\n", NEW, flags);
    assertThat(yes.out()).as("%s", yes).contains("configmap/c recreated");
    assertThat(cluster.deletions)
        .extracting(DeleteOptions::propagation)
        .containsExactly(propagation);
    assertThat(cluster.object(CONFIG).map("data").text("k")).isEqualTo("new");
  }

  @Test
  void showsWhatServerSideApplyRecreates() throws IOException {
    String[] flags = {"--project=" + project("ConfigMap"), "--concurrency=1", "--server-side"};
    refusePatches(1);
    Ran no = confirm("in,err", "n\n", NEW, flags);
    assertThat(no.err())
        .contains(
            ": to be deleted and recreated\n    by recreate: ConfigMap of the project file",
            "field is immutable",
            "data.k  \"old\"");
    assertNothingWritten();
    assertThat(cluster.deletions).isEmpty();
    refusePatches(3); // planned, checked, and planned again before the write
    Ran yes = confirm("in,err", "y\n", NEW, flags);
    assertThat(yes.out()).as("%s", yes).contains("configmap/c recreated");
    assertThat(cluster.object(CONFIG).map("data").text("k")).isEqualTo("new");
  }

  @Test
  void showsWhatAPlanRecreatesAndWhy() throws IOException {
    String project = "--project=" + project("ConfigMap");
    refusePatches();
    Ran planned =
        japply(NEW, "plan", "-f", "-", "--out", file.toString(), "--concurrency=1", project);
    String rule = ": to be deleted and recreated\n    by recreate: ConfigMap of";
    assertThat(planned.out()).contains(rule);
    assertThat(planned.err()).isEmpty();
    Ran no = confirm("in,err", "n\n", NEW, "--plan", file.toString(), project);
    assertThat(no.err()).containsOnlyOnce("to be deleted and recreated").contains(rule);
    assertThat(cluster.deletions).isEmpty();
  }

  @Test
  void showsWhatIsPruned() throws IOException {
    Ran no = confirm("in,err", "n\n", LESS, PRUNE);
    assertThat(no.err()).contains("ConfigMap default/left: to be deleted, since");
    assertThat(cluster.objects).containsKey(LEFT);
    confirm("in,err", "y\n", LESS, PRUNE);
    assertThat(cluster.objects).doesNotContainKey(LEFT);
  }

  @Test
  void endsWhenItIsInterrupted() throws IOException {
    Path manifests = Files.writeString(directory.resolve("m.yaml"), NEW);
    var stop = new CancellationSource();
    cluster.before("POST default/t", stop::cancel);
    Ran ran =
        new Ran.Setting(cluster)
            .on("in,err")
            .stoppedBy(stop)
            .run("apply", "--confirm", "-f", manifests.toString());
    assertThat(ran.err()).doesNotContain("[y/N]");
    assertThat(ran.status()).isEqualTo(130);
    assertThat(cluster.options).allMatch(options -> options.dryRun());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"--server-side --subresource=status", "--dry-run=server", "--dry-run=client"})
  void makesNoSenseWithOthers(String flags) throws IOException {
    Ran ran = confirm("in,err", "y\n", NEW, flags.split(" "));
    assertThat(ran.err()).contains("error: --confirm cannot be used with");
    assertThat(ran.status()).isEqualTo(1);
  }
}
