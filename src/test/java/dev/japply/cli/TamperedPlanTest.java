package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.tree.GoJson;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Plans whose words were changed, with the digest that belongs to them: what is told of them is
/// what they do.
class TamperedPlanTest extends WithPlans {
  private static final String MARK = "h4rmless";
  private Path manifests;

  @BeforeEach
  void plan() throws IOException {
    manifests = Files.writeString(directory.resolve("m.yaml"), NEW);
    plan(NEW);
  }

  /// Changes what is stated of the ConfigMap whose `data.k` changes.
  private void tamper(UnaryOperator<MapValue> change) throws IOException {
    List<Value> objects = new ArrayList<>(((ListValue) document().get("objects")).items());
    objects.set(0, change.apply((MapValue) objects.getFirst()));
    forge(document().with("objects", new ListValue(objects)));
  }

  private Ran confirm(String answer) {
    return new Ran.Setting(cluster)
        .with(Map.of("TERM", "dumb", "COLUMNS", "400"))
        .reading(answer)
        .on("in,err")
        .run("apply", "--confirm", "-f", manifests.toString(), "--plan", file.toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[]",
        "[{'path':'data.same','changes':true,'reason':'changed','text':'x','managers':[],"
            + "'live':'a','becomes':'b'}]",
        "[{'path':'data.k','changes':true,'reason':'changed','text':'x','managers':[],"
            + "'live':'h4rmless','becomes':'h4rmless'}]",
        "[{'path':'data.k','changes':false,'reason':'ignored','text':'x','managers':[]}]",
        "[{'path':'data.k','changes':false,'reason':'order','text':'x','managers':[]}]",
        "[{'path':'data','changes':false,'reason':'asManifest','text':'x','managers':[]}]",
      })
  void itsFieldsAreThoseOfItsPatch(String fields) throws IOException {
    var forged = (ListValue) json("{'x':" + fields + "}").get("x");
    tamper(object -> object.with("fields", forged).with("diff", Value.text("+ " + MARK + "\n")));
    Ran asked = confirm("n\n");
    Ran shown = japply("", "show", file.toString());
    for (String text : List.of(asked.err(), shown.out())) {
      assertThat(text)
          .contains("ConfigMap default/c (", ": 1 field changes\n")
          .contains("~ data.k  \"old\" -> \"new\"")
          .doesNotContain(MARK);
    }
    assertThat(japply("", "show", file.toString(), "-o", "json").out())
        .contains("-  k: old\\n+  k: new\\n")
        .containsPattern("\"becomes\": \"new\",\\s+\"changes\": true")
        .doesNotContain(MARK);
    for (String format : List.of("markdown", "html", "github", "gitlab", "json", "junit")) {
      assertThat(japply("", "show", file.toString(), "--report=" + format).out())
          .as(format)
          .doesNotContain(MARK)
          .doesNotContain("only the last-applied");
    }
    assertThat(japply("", "show", file.toString(), "--report=markdown").out())
        .contains("-  k: old", "+  k: new");
    assertThat(writes()).isEmpty();
  }

  @Test
  void aPatchOfNothingIsShown() throws IOException {
    tamper(object -> object.without("before").with("fields", ListValue.EMPTY));
    assertThat(japply("", "show", file.toString()).out())
        .containsPattern("\\+ data +\\{\"k\":\"new\"}|\\+ data\\.k +\"new\"");
    assertThat(applyPlan(NEW).status()).isEqualTo(1);
    assertThat(cluster.object(CONFIG).map("data").text("k")).isEqualTo("old");
  }

  /// The server is asked whether it keeps what the plan states that it does.
  @ParameterizedTest
  @ValueSource(strings = {"data.k", "data", "data.other"})
  void whatTheServerIsSaidToKeepItDoes(String path) throws IOException {
    String kept =
        "{'path':'%s','changes':false,'reason':'kept','text':'x','managers':[]}".formatted(path);
    tamper(object -> object.with("fields", new ListValue(List.of(json(kept)))));
    assertThat(japply("", "show", file.toString()).out()).containsPattern("[=~] data\\.k +\"old\"");
    Ran ran = applyPlan(NEW);
    if (path.equals("data.other")) {
      assertThat(ran.status()).as("%s", ran).isZero();
      return;
    }
    assertThat(ran.err())
        .contains("ConfigMap default/c: the plan would be different now; plan again");
    assertThat(ran.status()).isEqualTo(1);
    assertThat(cluster.object(CONFIG).map("data").text("k")).isEqualTo("old");
  }

  @Test
  void whatIsSaidToStayStays() throws IOException {
    tamper(object -> object.with("action", Value.text("leave")));
    assertThat(japply("", "show", file.toString()).out()).contains("2 objects stay as they are");
    Ran ran = applyPlan(NEW);
    assertThat(ran.err())
        .contains("ConfigMap default/c: the plan would be different now; plan again");
    assertThat(ran.status()).isEqualTo(1);
    assertThat(cluster.object(CONFIG).map("data").text("k")).isEqualTo("old");
  }

  @ParameterizedTest
  @CsvSource({"action, leave", "fields, ", "apiVersion, v2"})
  void aKeyIsNotThereTwice(String key, String value) throws IOException {
    String twice =
        "{\"%s\":%s,".formatted(key, value == null ? "[]" : GoJson.write(Value.text(value)));
    String text = Files.readString(file);
    int first = text.indexOf("{", text.indexOf("\"objects\""));
    Files.writeString(file, text.substring(0, first) + twice + text.substring(first + 1));
    for (Ran ran : List.of(japply("", "show", file.toString()), applyPlan(NEW), confirm("y\n"))) {
      assertThat(ran.err())
          .hasLineCount(1)
          .contains("this plan was changed after it was made: Duplicate field '" + key + "'");
      assertThat(ran.status()).isEqualTo(1);
    }
    assertThat(writes()).isEmpty();
  }
}
