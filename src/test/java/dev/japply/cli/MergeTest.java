package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MergeTest {
  private static final String POD =
      """
      {"apiVersion":"v1","kind":"Pod","metadata":{"name":"p"},"spec":{"containers":[CONTAINERS]}}
      """;
  private static final String OLD = pod("{\"name\":\"a\",\"image\":\"1\"},{\"name\":\"b\"}");
  private static final String NEW = pod("{\"name\":\"a\",\"image\":\"2\"}");
  private static final String LIVE =
      pod("{\"name\":\"a\",\"image\":\"1\"},{\"name\":\"b\"},{\"name\":\"sidecar\"}");
  private static final String WIDGET =
      """
      {"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"w"},\
      "spec":{"parts":[{"id":"x"}]}}
      """;
  private static final String OPENAPI =
      """
      {"components":{"schemas":{
        "Widget":{"properties":{"spec":{"$ref":"#/components/schemas/Spec"}},
          "x-kubernetes-group-version-kind":[{"group":"example.com","version":"v1",\
          "kind":"Widget"}]},
        "Spec":{"properties":{"parts":{"type":"array","items":{"$ref":"#/components/schemas/Part"},
          "x-kubernetes-patch-strategy":"merge","x-kubernetes-patch-merge-key":"id"}}},
        "Part":{"properties":{"id":{"type":"string"}}}}}}
      """;

  private static final String CUSTOM =
      """
      {"paths":{"/apis/example.com/v1/widgets/{name}":{"patch":{
          "requestBody":{"content":{"application/merge-patch+json":{}}},
          "x-kubernetes-group-version-kind":{"group":"example.com","version":"v1",\
          "kind":"Widget"}}}},
       "components":{"schemas":{
        "Widget":{"properties":{
            "metadata":{"properties":{"labels":{"additionalProperties":{"type":"string"}}}},
            "spec":{"properties":{"parts":{"type":"array","items":{"type":"object"},
              "x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["id"]}}}},
          "x-kubernetes-group-version-kind":[{"group":"example.com","version":"v1",\
          "kind":"Widget"}]}}}}
      """;

  @TempDir private Path directory;

  private static String pod(String containers) {
    return POD.replace("CONTAINERS", containers);
  }

  private Ran merge(String lastApplied, String config, String live, String... flags)
      throws IOException {
    var args = new ArrayList<>(List.of("merge"));
    args.addAll(List.of("--config", file("config", config), "--live", file("live", live)));
    if (!lastApplied.isEmpty()) {
      args.addAll(List.of("--last-applied", file("last", lastApplied)));
    }
    args.addAll(List.of(flags));
    return Ran.of(args.toArray(String[]::new));
  }

  private String file(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text.strip() + "\n").toString();
  }

  private static String patch(Ran ran) {
    assertThat(ran).extracting(Ran::status, Ran::err).containsExactly(0, "");
    return ran.out().replace('"', '\'').strip();
  }

  @Test
  void printsThePatch() throws IOException {
    assertThat(patch(merge(OLD, NEW, LIVE)))
        .endsWith("'containers':[{'image':'2','name':'a'},{'$patch':'delete','name':'b'}]}}");
    assertThat(patch(merge("", NEW, LIVE)))
        .as("nothing was applied before, so that nothing is removed")
        .doesNotContain("delete");
    assertThat(patch(merge(NEW, NEW, NEW))).isEqualTo("{}");
  }

  @Test
  void printsTheResult() throws IOException {
    Ran ran = merge(OLD, NEW, LIVE, "-o", "result");
    assertThat(ran.out())
        .contains("\"image\": \"2\"", "\"name\": \"sidecar\"")
        .doesNotContain("\"name\": \"b\"");
  }

  @Test
  void reportsConflicts() throws IOException {
    String live = pod("{\"name\":\"a\",\"image\":\"theirs\"}");
    Ran ran = merge(OLD, NEW, live, "-o", "json", "--overwrite=false");
    assertThat(ran.status()).isEqualTo(1);
    assertThat(ran.out().replaceAll("\\s", ""))
        .startsWith(
            "{\"conflicts\":[{\"config\":\"2\",\"lastApplied\":\"1\",\"live\":\"theirs\","
                + "\"path\":\"spec.containers[name=a].image\"}],\"patch\":{");
    assertThat(ran.err())
        .contains(
            "Pod p: spec.containers[name=a].image: the manifest has \"2\", which conflicts with")
        .contains(": live is \"theirs\", last applied was \"1\";");
    Ran without = merge(OLD, NEW, live, "-o", "json");
    assertThat(without.status()).isZero();
    assertThat(without.out()).contains("\"conflicts\": []");
  }

  @Test
  void takesSchemasFromDocuments() throws IOException {
    String two = WIDGET.replace("{\"id\":\"x\"}", "{\"id\":\"x\"},{\"id\":\"y\"}");
    String openapi = file("openapi", OPENAPI);
    String keyed =
        "{'spec':{'$setElementOrder/parts':[{'id':'x'},{'id':'y'}],'parts':[{'id':'y'}]}}";
    assertThat(patch(merge(WIDGET, two, WIDGET, "--openapi", openapi))).isEqualTo(keyed);
    assertThat(patch(merge(WIDGET, two, WIDGET, "--openapi", openapi, "--schema", "Widget")))
        .isEqualTo(keyed);
    assertThat(patch(merge(WIDGET, two, WIDGET, "--json-merge")))
        .isEqualTo("{'spec':{'parts':[{'id':'x'},{'id':'y'}]}}");
  }

  /// A schema that is named, or none, fits any map: `kind` would only choose one.
  @Test
  void mergesMapsThatAreNoObjects() throws IOException {
    String openapi = file("openapi", OPENAPI);
    String one = "parts: [{id: x}]";
    String two = "parts: [{id: x}, {id: z}]";
    assertThat(patch(merge(one, two, one, "--openapi", openapi, "--schema", "Spec")))
        .isEqualTo("{'$setElementOrder/parts':[{'id':'x'},{'id':'z'}],'parts':[{'id':'z'}]}");
    assertThat(patch(merge(one, two, one, "--json-merge")))
        .isEqualTo("{'parts':[{'id':'x'},{'id':'z'}]}");
    assertThat(merge(one, two, one, "--openapi", openapi).err()).contains("'Kind' is missing");
    Ran conflict = merge("a: 1", "a: 2", "a: 3", "--json-merge", "--overwrite=false");
    assertThat(conflict.status()).isEqualTo(1);
    assertThat(conflict.err()).contains("config:1: a: the manifest has 2");
  }

  /// As `kubectl get --raw /openapi/v3/apis/example.com/v1` gives it.
  @Test
  void mergesCustomResourcesByTheListTypesOfTheirDocument() throws IOException {
    String openapi = file("openapi", CUSTOM);
    String live = WIDGET.replace("{\"id\":\"x\"}", "{\"id\":\"x\",\"n\":1},{\"id\":\"z\"}");
    String two = WIDGET.replace("{\"id\":\"x\"}", "{\"id\":\"x\"},{\"id\":\"y\"}");
    String merged = "{'spec':{'parts':[{'id':'x','n':1},{'id':'y'},{'id':'z'}]}}";
    String replaced = "{'spec':{'parts':[{'id':'x'},{'id':'y'}]}}";
    assertThat(patch(merge(WIDGET, two, live, "--openapi", openapi))).isEqualTo(merged);
    assertThat(patch(merge(WIDGET, two, live, "--openapi", openapi, "--schema", "Widget")))
        .isEqualTo(merged);
    assertThat(patch(merge(WIDGET, two, live, "--openapi", openapi, "--compat=kubectl")))
        .isEqualTo(replaced);
    assertThat(patch(merge(WIDGET, two, live, "--json-merge"))).isEqualTo(replaced);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`` | config:1: Widget w: no built-in schema for example.com/v1, Kind=Widget; give "
            + "--openapi, or --json-merge for a custom resource",
        "--openapi DIR/openapi --schema Gadget | openapi: no schema named \"Gadget\"; name one "
            + "of its schemas with --schema",
        "--openapi DIR/none | none: cannot be read: ",
        "--openapi DIR/config --schema X | config: no schema named \"X\"",
      })
  void tellsWhichSchemaIsMissing(String flags, String message) throws IOException {
    file("openapi", OPENAPI);
    String[] args =
        flags.isEmpty() ? new String[0] : flags.replace("DIR", directory.toString()).split(" ", -1);
    Ran ran = merge("", WIDGET, WIDGET, args);
    assertThat(ran.status()).isEqualTo(1);
    assertThat(ran.err().replace(directory + "/", ""))
        .startsWith("error: " + message.replace("Widget w: ", ""));
    assertThat(ran.out()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "merge --config x | must specify --config and --live",
        "merge x | Unexpected args: [x]",
        "merge --config - --live - | standard input cannot be used for multiple arguments",
        "merge --config x --live y -o yaml | unknown output format \"yaml\", allowed formats "
            + "are: patch,result,json",
        "merge --config x --live y --schema S | --schema requires --openapi",
        "merge --config x --live y --json-merge --openapi o | --json-merge uses no schema: leave"
            + " out --openapi and --schema",
      })
  void refusesWhatItCannotDo(String args, String message) {
    Ran ran = Ran.of(args.split(" ", -1));
    assertThat(ran.status()).isEqualTo(1);
    assertThat(ran.err()).startsWith("error: " + message);
  }

  @Test
  void readsStandardInput() throws IOException {
    Ran ran = Ran.reading(NEW.strip(), "merge", "--config", "-", "--live", file("live", OLD));
    assertThat(patch(ran)).contains("'image':'2'");
  }

  @Test
  void wantsOneObjectInAFile() throws IOException {
    Ran ran = merge("", NEW.strip() + "\n" + OLD.strip(), LIVE);
    assertThat(ran.err())
        .endsWith("config: must hold one object, but holds 2; give a file for each\n");
  }

  @Test
  void tellsWhyDocumentsDoNotMerge() throws IOException {
    Ran ran = merge("", pod("{\"image\":\"x\"}"), LIVE);
    assertThat(ran.status()).isEqualTo(1);
    assertThat(ran.err()).contains("config:1: Pod p: spec.containers");
  }
}
