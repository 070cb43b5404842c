package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Cases;
import dev.japply.tree.GoJson;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Snapshots of somebody who wants to do harm, and can make their digest.
@Tag("sampled")
@Timeout(120)
class HostileSnapshotTest extends WithSnapshots {
  private static final String TRAP = "\u001b[2J\r\u009b2J\u202e\n::error::forged\nerror: forged";
  private static final String MAP =
      "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"c\"},"
          + "\"data\":{\"k\":\"%s\"}}\n";

  @BeforeEach
  void take() {
    assertThat(japply(MAP.formatted("v"), "apply", "-f", "-").status()).isZero();
    assertThat(snapshot(MAP.formatted("v")).status()).isZero();
  }

  private void checkAll() {
    for (List<String> command :
        Cases.some(
            List.of(
                List.of("plan", "--summary=false"),
                List.of("diff"),
                List.of("why", "--show=all"),
                List.of("why", "-o", "json"),
                List.of("diff", "--report=html"),
                List.of("diff", "--report=github")))) {
      ClearLines.check(offline(MAP.formatted("w"), command.toArray(String[]::new)));
    }
  }

  /// `$` stands for a text that steers terminals.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "name | '../../../kube-system/secrets/token'",
        "name | '$'",
        "namespace | '../..'",
        "namespace | '$'",
        "kind | '../..'",
        "apiVersion | 'a/b/c/d'",
        "live | {}",
        "live | {'metadata':[]}",
        "live | {'apiVersion':1,'kind':2,'metadata':{'name':3,'annotations':4,'managedFields':5}}",
        "live | {'metadata':{'annotations':{'kubectl.kubernetes.io/last-applied-configuration':"
            + "'{'}}}",
        "live | {'metadata':{'annotations':{'kubectl.kubernetes.io/last-applied-configuration':"
            + "'$'}}}",
        "live | {'metadata':{'managedFields':[1,{},{'manager':'$','fieldsV1':{'f:':'$',"
            + "'k:{':1}}]}}",
        "live | {'data':{'$':'$'},'$':['$']}",
        "lastApplied | {'data':{'$':'$'}}",
        "lastApplied | {'data':[],'metadata':'$'}",
      })
  void whatIsForgedDoesNoHarm(String field, String value) throws IOException {
    String trap = GoJson.write(Value.text(TRAP));
    String json = value.replace("'$'", trap);
    var forged = (Value) json("{'x':" + json + "}").get("x");
    MapValue entry = (MapValue) ((ListValue) document().get("objects")).items().getFirst();
    forge(document().with("objects", ListValue.of(entry.with(field, forged))));
    checkAll();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "namespace | '$'",
        "by | '$'",
        "created | '+1000000000-12-31T23:59:59.999999999Z'",
        "cluster | {'server':'$','uid':'$'}",
        "types | [{'apiVersion':'v1','kind':'ConfigMap','plural':'../..','namespaced':true}]",
        "types | [{'apiVersion':'v1','kind':'ConfigMap','plural':'$','namespaced':false}]",
        "types | []",
        "schemas | [{'objects':{'//ConfigMap':'a','/v1/ConfigMap':'a'},'strategic':["
            + "'/v1/ConfigMap'],'types':{'a':{'f':{'data':{'t':'a'}}}}}]",
      })
  void whatIsForgedOfTheClusterDoesNoHarm(String field, String value) throws IOException {
    String json = value.replace("'$'", GoJson.write(Value.text(TRAP)));
    var forged = (Value) json("{'x':" + json + "}").get("x");
    forge(document().with(field, forged));
    checkAll();
  }

  @Test
  void depthAndNumberAreBorne() throws Exception {
    DeepStack.run(this::bearDepth);
  }

  private void bearDepth() throws IOException {
    MapValue deep = MapValue.of("k", Value.text("v"));
    for (int i = 0; i < 980; i++) {
      deep = MapValue.of("data", deep);
    }
    MapValue entry = (MapValue) ((ListValue) document().get("objects")).items().getFirst();
    forge(document().with("objects", ListValue.of(entry.with("live", deep))));
    checkAll();
    forge(document().with("objects", new ListValue(Collections.nCopies(Cases.of(50_000), entry))));
    checkAll();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\ufeff{\"apiVersion\":\"japply.dev/v1\",\"kind\":\"Snapshot\"}",
        "{\"apiVersion\":\"japply.dev/v9\",\"kind\":\"Snapshot\"}",
        "{\"apiVersion\":\"japply.dev/v1\",\"kind\":\"Plan\"}",
        "{\"kind\":\"Snapshot\",\"x\":1e999999999}",
        "a: &a [*a]",
        "\u0000",
      })
  void whatIsNoSnapshotIsOneLine(String text) throws IOException {
    Files.writeString(file, text);
    assertRefused();
    Files.writeString(file, "[".repeat(1_000_000));
    assertRefused();
    Files.delete(file);
    Files.createDirectory(file);
    assertRefused();
  }

  private void assertRefused() {
    for (String command : List.of("diff", "why", "plan")) {
      Ran ran = offline(MAP.formatted("w"), command);
      ClearLines.check(ran);
      assertThat(ran.err()).hasLineCount(1).contains("snap.json: ");
      assertThat(ran.status()).isEqualTo(command.equals("diff") ? 2 : 1);
    }
  }
}
