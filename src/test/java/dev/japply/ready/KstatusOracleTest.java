package dev.japply.ready;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Oracle;
import dev.japply.UsesOracle;
import dev.japply.merge.Flow;
import dev.japply.tree.GoJson;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// What the rules say of live objects is what kstatus itself says, but for the differences that the
/// docs list.
@UsesOracle
class KstatusOracleTest {
  private static final long SEED = 20261123;
  private static final int COUNT = 20_000;

  /// What kstatus says of each: a status, or `error`.
  private static List<String> theirs(List<MapValue> objects) {
    List<MapValue> questions =
        objects.stream()
            .map(object ->
                MapValue.of("op", Value.text("kstatus"))
                    .with("object", Value.text(GoJson.write(object))))
            .toList();
    try (Oracle oracle = Oracle.start().orElseThrow()) {
      return oracle.ask(questions).stream().map(KstatusOracleTest::status).toList();
    }
  }

  private static String status(MapValue answer) {
    assertThat(answer.has("panic")).as("%s", answer).isFalse();
    return answer.has("error") ? "error" : answer.text("status");
  }

  /// The cases of `rules.yaml` say rightly what kstatus says.
  @Test
  void casesSayWhatKstatusSays() throws IOException {
    var names = new ArrayList<String>();
    var objects = new ArrayList<MapValue>();
    try (InputStream stream = KstatusOracleTest.class.getResourceAsStream("rules.yaml")) {
      byte[] text = Objects.requireNonNull(stream).readAllBytes();
      var sections = (ListValue) Flow.parse(new String(text, StandardCharsets.UTF_8));
      for (Value section : sections.items()) {
        String type = ((MapValue) section).text("type");
        for (MapValue one : ((MapValue) section).maps("cases")) {
          String told = one.has("kstatus") ? one.text("kstatus") : one.text("is");
          names.add(type + ", " + one.text("name") + ": " + told);
          objects.add(Generated.typed(type, one.map("live")));
        }
      }
    }
    List<String> theirs = theirs(objects);
    assertThat(
            IntStream.range(0, names.size())
                .filter(i -> !names.get(i).endsWith(": " + theirs.get(i)))
                .mapToObj(i -> names.get(i) + ", but kstatus says " + theirs.get(i)))
        .isEmpty();
  }

  /// Each difference has one of the known reasons, and each of these occurs.
  @Test
  void generatedObjectsDifferOnlyAsDocumented() {
    var random = new SplittableRandom(SEED);
    List<MapValue> objects =
        IntStream.range(0, COUNT).mapToObj(i -> Generated.object(random)).toList();
    List<String> theirs = theirs(objects);
    var found = new HashSet<KstatusDifference>();
    var unknown = new ArrayList<String>();
    for (int i = 0; i < COUNT; i++) {
      String ours = ReadyRules.of(objects.get(i)).status().word();
      if (!ours.equals(theirs.get(i))) {
        var live = new ObjectStatus(objects.get(i));
        Optional<KstatusDifference> why =
            KstatusDifference.ALL.stream()
                .filter(difference -> difference.explains(live))
                .findFirst();
        why.ifPresentOrElse(
            found::add,
            () -> unknown.add(GoJson.write(live.tree()) + ": not as kstatus, but " + ours));
      }
    }
    assertThat(unknown.stream().limit(5)).isEmpty();
    assertThat(found).containsExactlyInAnyOrderElementsOf(KstatusDifference.ALL);
  }

  @Test
  void theDocsListThem() throws IOException {
    String docs = Files.readString(Path.of("docs/ready-evidence.md"));
    assertThat(KstatusDifference.ALL.stream().map(KstatusDifference::sentence))
        .allSatisfy(sentence -> assertThat(docs).contains("| " + sentence + " |"));
  }
}
