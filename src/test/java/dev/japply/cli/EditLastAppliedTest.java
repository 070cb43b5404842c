package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ClusterException.Kind;
import dev.japply.cluster.FakeCluster;
import dev.japply.io.Cancellation;
import dev.japply.io.CancellationSource;
import dev.japply.io.Hurried;
import dev.japply.object.LastApplied;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What happens between the editor and the server; what kubectl does as well is in the scripts.
class EditLastAppliedTest {
  private static final String APPLIED =
      "{'apiVersion':'v1','data':{'k':'1','own':'x'},'kind':'ConfigMap',"
          + "'metadata':{'annotations':{},'name':'c','namespace':'default'}}\n";
  private static final String EDITED = APPLIED.replace(",'own':'x'", "");
  private static final String OTHERS = APPLIED.replace("'k':'1'", "'k':'9'");

  private final FakeCluster cluster = new FakeCluster();
  @TempDir private Path directory;

  @BeforeEach
  void putObject() {
    put(APPLIED);
  }

  private void put(String annotation) {
    cluster.put(object(annotation));
  }

  private static MapValue object(String annotation) {
    MapValue object = (MapValue) Json.parse(json(APPLIED));
    MapValue annotations = MapValue.of(LastApplied.KEY, Value.text(json(annotation)));
    return object.with("metadata", object.map("metadata").with("annotations", annotations));
  }

  private static String json(String text) {
    return text.replace('\'', '"');
  }

  private String annotation() {
    return LastApplied.text(cluster.object("configmaps default/c")).replace('"', '\'');
  }

  private Ran edit(String editor, String... flags) {
    return edit(new Hurried(), editor, flags);
  }

  private Ran edit(Cancellation stop, String editor, String... flags) {
    var environment =
        Map.of(
            "KUBE_EDITOR", editor, "TMPDIR", directory.toString(), "PATH", System.getenv("PATH"));
    String[] args =
        Stream.concat(Stream.of("edit-last-applied", "configmap", "c"), Stream.of(flags))
            .toArray(String[]::new);
    return new Ran.Setting(cluster).with(environment).stoppedBy(stop).run(args);
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> file.getFileName().toString().endsWith("l")).toList();
    }
  }

  private void keptTextOf(Ran ran) throws IOException {
    assertThat(ran.status()).as("%s", ran).isEqualTo(1);
    assertThat(files()).as("%s", ran).hasSize(1);
    Path file = files().getFirst();
    assertThat(ran.err()).contains("A copy of your changes has been stored to \"" + file + "\"\n");
    assertThat(Files.readString(file)).contains("k: \"1\"").doesNotContain("own");
  }

  private List<String> patches() {
    return cluster.requests.stream().filter(request -> request.startsWith("PATCH")).toList();
  }

  @Test
  void writesTheAnnotationForTheObjectThatWasRead() throws IOException {
    Ran ran = edit("sed -i /own/d");
    assertThat(ran.out()).as("%s", ran).isEqualTo("configmap/c edited\n");
    assertThat(annotation()).isEqualTo(EDITED);
    assertThat(patches())
        .singleElement()
        .asString()
        .endsWith("\"resourceVersion\":\"101\"}}")
        .startsWith("PATCH default/c {\"metadata\":{\"annotations\":{");
    assertThat(cluster.options)
        .allMatch(options -> options.fieldManager().equals("kubectl-client-side-apply"));
    assertThat(files()).isEmpty();
  }

  @Test
  void theFileIsTheUsersAlone() throws IOException {
    Path script = Files.writeString(directory.resolve("ed.sh"), "stat -c %a $1 > $0.out\n");
    edit("sh " + script);
    assertThat(Files.readString(directory.resolve("ed.sh.out"))).isEqualTo("600\n");
    assertThat(files()).isEmpty();
  }

  @Test
  void anotherWriteThatLeavesTheAnnotationIsNoObstacle() throws IOException {
    cluster.before(
        "PATCH",
        () -> {
          put(APPLIED);
          throw conflict();
        });
    Ran ran = edit("sed -i /own/d");
    assertThat(ran.out()).as("%s", ran).isEqualTo("configmap/c edited\n");
    assertThat(patches()).hasSize(2);
    assertThat(patches().get(1)).endsWith("\"resourceVersion\":\"102\"}}");
    assertThat(files()).isEmpty();
  }

  @Test
  void anotherEditIsNotLost() throws IOException {
    cluster.before(
        "PATCH",
        () -> {
          put(OTHERS);
          throw conflict();
        });
    Ran ran = edit("sed -i /own/d");
    assertThat(ran.err())
        .contains("ConfigMap default/c: the last-applied annotation was changed by");
    assertThat(annotation()).isEqualTo(OTHERS);
    keptTextOf(ran);
  }

  @Test
  void whatMayNotBeWrittenIsKept() throws IOException {
    cluster.fail("PATCH", 403, "Forbidden", "you may not");
    Ran ran = edit("sed -i /own/d");
    assertThat(ran.err())
        .contains("ConfigMap default/c: Error from server (Forbidden): you may not");
    keptTextOf(ran);
  }

  @Test
  void aLostAnswerIsLookedFor() throws IOException {
    cluster.before(
        "PATCH",
        () -> {
          put(EDITED);
          throw new ClusterException(Kind.BROKEN, "EOF", "", null);
        });
    Ran ran = edit("sed -i /own/d");
    assertThat(ran.out()).as("%s", ran).isEqualTo("configmap/c edited\n");
    assertThat(patches()).hasSize(1);
  }

  private void loseWrites(int times) {
    for (int i = 0; i < times; i++) {
      cluster.before(
          "PATCH",
          () -> {
            throw new ClusterException(Kind.BROKEN, "EOF", "", null);
          });
    }
  }

  @Test
  void aLostWriteIsSentAgain() {
    loseWrites(1);
    Ran ran = edit("sed -i /own/d");
    assertThat(ran.out()).as("%s", ran).isEqualTo("configmap/c edited\n");
    assertThat(patches()).hasSize(2).allMatch(patch -> patch.contains("resourceVersion"));
  }

  @Test
  void aLostWriteIsKept() throws IOException {
    loseWrites(9);
    Ran ran = edit("sed -i /own/d");
    assertThat(ran.err()).contains("ConfigMap default/c: unknown: EOF", "does not show it yet");
    keptTextOf(ran);
  }

  @Test
  void whatIsDeletedMeanwhileIsKept() throws IOException {
    cluster.before("PATCH", () -> cluster.objects.remove("configmaps default/c"));
    Ran ran = edit("sed -i /own/d");
    assertThat(ran.err())
        .contains("ConfigMap default/c: it was deleted by another client since it was read");
    keptTextOf(ran);
  }

  @Test
  void setLastAppliedEndsWhenTheServerHasGone() {
    var manifests = new StringBuilder();
    for (int i = 0; i < 9; i++) {
      String manifest = json(EDITED.replace("'c'", "'c" + i + "'"));
      cluster.put((MapValue) Json.parse(manifest));
      manifests.append(manifest).append("\n---\n");
      cluster.before(
          "PATCH",
          () -> {
            throw new ClusterException(Kind.REFUSED, "refused", "", null);
          });
    }
    Ran ran =
        new Ran.Setting(cluster)
            .reading(manifests.toString())
            .run("set-last-applied", "--create-annotation", "-f", "-");
    assertThat(ran.status()).as("%s", ran).isEqualTo(1);
    assertThat(ran.err().lines())
        .hasSize(3)
        .contains("error: the server is unavailable; nothing more is tried: refused")
        .last()
        .asString()
        .startsWith("interrupted: 0 changed, 1 failed, 8 not tried (")
        .endsWith("); run the command again to continue");
  }

  @Test
  void afterCtrlCNothingIsSaved() throws IOException {
    var stop = new CancellationSource();
    stop.cancel();
    Ran ran = edit(stop, "sed -i /own/d");
    assertThat(ran.status()).isEqualTo(130);
    assertThat(patches()).isEmpty();
    assertThat(files()).hasSize(1);
    assertThat(ran.err()).contains("A copy of your changes has been stored to");
  }

  /// The next apply of such a manifest would fail.
  @Test
  void aMistakeIsOpenedAgainWithTheReason() throws IOException {
    String before = annotation();
    for (String mistake : List.of("s/^data:/dat:/", "s/own:.*/own:\\ [x]/")) {
      Ran ran = edit("sed -i " + mistake);
      assertThat(ran.err())
          .containsAnyOf("unknown field \"dat\"", "data.own: must be a string, but is a list")
          .contains("Edit cancelled, no valid changes were saved.");
      assertThat(ran.status()).isEqualTo(1);
      assertThat(annotation()).isEqualTo(before);
    }
    Ran warned = edit("sed -i s/^data:/dat:/", "--validate=warn");
    assertThat(warned.err()).contains("unknown field \"dat\"");
    assertThat(warned.status()).isZero();
    assertThat(annotation()).contains("'dat':");
    put(APPLIED);
    for (String flag : List.of("--validate=ignore", "--compat=kubectl")) {
      assertThat(edit("sed -i s/^data:/dat:/", flag).status()).isZero();
      assertThat(annotation()).contains("'dat':");
      put(APPLIED);
    }
  }

  /// A program as the editor may write other invalid texts without end.
  @Test
  void fiveFilesWithErrorsEndTheEdit() throws IOException {
    Path script = Files.writeString(directory.resolve("ed.sh"), "sed -i s/^dat/dato/ \"$1\"\n");
    Ran ran = edit("sh " + script);
    assertThat(ran.err()).contains("error: Edit cancelled after 5 files with errors");
    assertThat(ran.err()).contains("A copy of your changes has been stored to");
    assertThat(files()).hasSize(1);
    assertThat(ran.status()).isEqualTo(1);
  }

  @Test
  void anEditorThatFailsKeepsWhatWasChanged() throws IOException {
    Path script = Files.writeString(directory.resolve("ed.sh"), "sed -i /own/d $1\nexit 3\n");
    Ran ran = edit("sh " + script);
    assertThat(ran.err()).contains("error: there was a problem with the editor \"sh " + script);
    keptTextOf(ran);
  }

  @Test
  void oneThatFailsWithoutAChangeLeavesNothing() throws IOException {
    Ran ran = edit("false");
    assertThat(ran.status()).isEqualTo(1);
    assertThat(ran.err()).isEqualTo("error: there was a problem with the editor \"false\"\n");
    assertThat(files()).isEmpty();
  }

  /// The user sees above the text what is wrong, at the line where it now stands, and nothing of
  /// the text is lost: its comments may be data.
  @Test
  void aFileThatCannotBeReadIsOpenedAgainWithTheReason() throws IOException {
    Path script =
        Files.writeString(
            directory.resolve("ed.sh"),
            """
            cp $1 $0.seen
            if grep -q broken $1; then sed -i -e /broken/d -e /own/d $1
            else printf 'broken: x: y\\n# data\\n' >> $1; fi
            """);
    Ran ran = edit("sh " + script);
    assertThat(ran.out()).as("%s", ran).isEqualTo("configmap/c edited\n");
    List<String> seen = Files.readAllLines(directory.resolve("ed.sh.seen"));
    assertThat(seen).contains("# data");
    String reason =
        seen.stream().filter(line -> line.startsWith("# line ")).findFirst().orElseThrow();
    int line = Integer.parseInt(reason.replaceAll("# line (\\d+):.*", "$1"));
    assertThat(seen.get(line - 1)).isEqualTo("broken: x: y");
    assertThat(annotation()).isEqualTo(EDITED);
    assertThat(files()).isEmpty();
  }

  @Test
  void whatIsTooLargeIsNotSent() throws IOException {
    Path script =
        Files.writeString(
            directory.resolve("ed.sh"),
            """
            { sed '/^kind:/,$d' $1; printf '  big: '; head -c 270000 /dev/zero | tr '\\0' x; echo
              sed -n '/^kind:/,$p' $1; } > $0.new
            cat $0.new > $1
            """);
    Ran ran = edit("sh " + script);
    assertThat(ran.status()).isEqualTo(1);
    assertThat(ran.err()).contains("ConfigMap default/c: metadata.annotations: Too long");
    assertThat(patches()).isEmpty();
    assertThat(files()).hasSize(1);
  }

  @Test
  void severalObjectsAreAListAndOneMayBeLeftOut() {
    MapValue other = object(APPLIED.replace("'name':'c'", "'name':'d'"));
    cluster.put(other.with("metadata", other.map("metadata").with("name", Value.text("d"))));
    Ran ran = edit("sed -i -e /own/d", "d", "-o", "name");
    assertThat(ran.out()).as("%s", ran).isEqualTo("configmap/c\nconfigmap/d\n");
    assertThat(patches()).hasSize(2);
  }

  private static ClusterException conflict() {
    return new ClusterException(409, "Conflict", "changed", MapValue.EMPTY);
  }
}
