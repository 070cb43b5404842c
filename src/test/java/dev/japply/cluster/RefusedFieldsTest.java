package dev.japply.cluster;

import static dev.japply.cluster.Things.json;
import static dev.japply.cluster.Things.thing;
import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.object.KubeObject;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Which field of a manifest is at fault, and at which line, where the server's answer is compared
/// with the manifest and the live object.
class RefusedFieldsTest {
  private static final String HEAD = "f:%d: Thing o: The Thing \"o\" is invalid: ";

  private static MapValue with(KubeObject object, String spec) {
    return object.tree().with("spec", json(spec));
  }

  private static RequestContext request(String spec) {
    return RequestContext.of(thing("Thing", spec));
  }

  private static ClusterException invalid(String... fieldsAndMessages) {
    List<Value> causes =
        Stream.iterate(0, i -> i < fieldsAndMessages.length, i -> i + 2)
            .<Value>map(i ->
                MapValue.of("field", Value.text(fieldsAndMessages[i]))
                    .with("message", Value.text(fieldsAndMessages[i + 1])))
            .toList();
    return new ClusterException(
        422, "Invalid", "all of it", MapValue.of("causes", new ListValue(causes)));
  }

  private static String told(RequestContext request, ClusterException e) {
    return Things.told(ServerProblems.of(request, e));
  }

  private static RequestContext changed(String kind, String before, String after) {
    KubeObject desired = thing(kind, after);
    return new RequestContext(desired, with(desired, before), desired.tree(), Optional::empty);
  }

  /// Fields that cannot change: what is told of `spec`, from the live value to the manifest's.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "{'a':1}        | {'a':2}       | 7 | spec.a (live 1, manifest 2)",
        "{'a':1,'b':1}  | {'a':1,'b':2} | 7 | spec.b (live 1, manifest 2)",
        "{'a':1}        | {}            | 7 | spec.a (live 1, manifest none)",
        "{}             | {'a':'x'}     | 7 | spec.a (live none, manifest \"x\")",
        "{'l':[1]}      | {'l':[1,2]}   | 7 | spec.l (live 1 item, manifest 2 items)",
        "{'l':[1,2]}    | {'l':[1]}     | 7 | spec.l (live 2 items, manifest 1 item)",
        "{'l':[]}       | {'l':[1]}     | 7 | spec.l (live 0 items, manifest 1 item)",
        "{'l':[1,2]}    | {'l':[1,3]}   | 10 | spec.l[1] (live 2, manifest 3)",
        "{'l':[{'d':1,'n':1}]} | {'l':[{'n':2}]} | 12 | spec.l[0].n (live 1, manifest 2)",
        "{'l':[{'d':1}]}  | {'l':[{}]}  | 12 | spec.l[0].d (live 1, manifest none)",
        "{'cc':1,'bbb':1,'a':1} | {'bbb':2,'cc':2,'a':2} | 7 | spec.a (live 1, manifest 2), spec.cc"
            + " (live 1, manifest 2), spec.bbb (live 1, manifest 2)",
        "{'a':1,'bb':1,'ccc':1,'dddd':1} | {'a':2,'bb':2,'ccc':2,'dddd':2} | 7 | spec.a (live 1,"
            + " manifest 2), spec.bb (live 1, manifest 2), spec.ccc (live 1, manifest 2), and 1"
            + " more",
        "{'a':1,'bb':1,'ccc':1,'dddd':1,'e':1} | {} | 7 | spec.a (live 1, manifest none), spec.e"
            + " (live 1, manifest none), spec.bb (live 1, manifest none), and 2 more",
      })
  void tellsWhatChanged(String before, String after, int line, String said) {
    assertThat(told(changed("Thing", before, after), invalid("spec", "field is immutable")))
        .startsWith(HEAD.formatted(line) + said + ": field is immutable");
  }

  /// A sentence that says which fields may change speaks of the others.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "'replicas', 'tolerations' are forbidden | spec.b",
        "`spec.replicas` are forbidden | spec.b",
        "'b' are forbidden | spec.replicas",
        "'b', 'replicas' are forbidden | spec",
        "'repl' are forbidden | spec.b",
      })
  void tellsOfNoFieldThatMayChange(String except, String said) {
    var request = changed("Thing", "{'replicas':1,'b':1}", "{'replicas':2,'b':2}");
    String told =
        told(
            request, invalid("spec", "Forbidden: updates to spec for fields other than " + except));
    assertThat(told)
        .startsWith(HEAD.formatted(1 + said.length()) + said)
        .contains("field is immutable: updates to spec");
  }

  /// Only fields of that name may.
  @Test
  void aLongerNameIsAnotherField() {
    var request = changed("Thing", "{'a':1,'replicas':1}", "{'a':2,'replicas':2}");
    String except = "Forbidden: updates to spec for fields other than 'repl' are forbidden";
    assertThat(told(request, invalid("spec", except)))
        .contains("spec.replicas (live 1, manifest 2)");
  }

  /// The server names the struct; what to do depends on the field.
  @Test
  void advisesByTheFieldThatChanges() {
    var request = changed("Service", "{'clusterIP':'a'}", "{'clusterIP':'b'}");
    assertThat(told(request, invalid("spec", "field is immutable")))
        .contains("; write the live address into the manifest, or delete it");
  }

  @Test
  void allItemsOfAListMayChange() {
    var request =
        changed("Thing", "{'l':[{'i':1}],'m':[{'i':1}]}", "{'l':[{'i':2}],'m':[{'i':2}]}");
    assertThat(told(request, invalid("spec", "may not change fields other than `spec.l[*].i`")))
        .startsWith(HEAD.formatted(12) + "spec.m[0].i (live 1, manifest 2): ");
  }

  @Test
  void cutsLongValuesAndKeepsThoseThatFit() {
    String fits = "x".repeat(58);
    var request = changed("Thing", "{'a':'%s'}".formatted(fits), "{'a':'%sy'}".formatted(fits));
    assertThat(told(request, invalid("spec", "field is immutable")))
        .contains("(live \"" + fits + "\", manifest \"…" + "x".repeat(55) + "y\")");
  }

  @Test
  void hidesTheValuesOfSecrets() {
    KubeObject desired =
        Things.object(
            json(
                "{'apiVersion':'v1','kind':'Secret','metadata':{'name':'o'},'data':{'k':'bmV3'}}"));
    MapValue live = desired.tree().with("data", json("{'k':'b2xk'}"));
    var request = new RequestContext(desired, live, desired.tree(), Optional::empty);
    assertThat(
            told(request, invalid("data", "Forbidden: field is immutable when `immutable` is set")))
        .startsWith("f:7: Secret o: The Secret \"o\" is invalid: data.k: field is immutable when")
        .doesNotContain("bmV3", "b2xk");
  }

  /// Only the whole name has another one in manifests.
  @Test
  void aLongerNameHasNoOther() {
    KubeObject desired =
        Things.object(
            json(
                "{'apiVersion':'v1','kind':'Secret','metadata':{'name':'o'},"
                    + "'stringDatabase':'x','stringData':{'k':'x'}}"));
    assertThat(told(RequestContext.of(desired), invalid("database", "Invalid value: 1: no")))
        .startsWith("f:9:");
    assertThat(told(RequestContext.of(desired), invalid("data.k", "Invalid value: 1: no")))
        .startsWith("f:13:");
  }

  /// Old values and new ones, where the server repeats them.
  @Test
  void hidesWhatTheServerTellsOfSecrets() {
    KubeObject desired =
        Things.object(
            json(
                "{'apiVersion':'v1','kind':'Secret','metadata':{'name':'o'},"
                    + "'stringData':{'k':'newvalue'}}"));
    MapValue live = desired.tree().with("stringData", json("{'k':'oldvalue'}"));
    var request = new RequestContext(desired, live, null, Optional::empty);
    String said = "Invalid value: \"newvalue\": not after oldvalue";
    assertThat(told(request, invalid("type", said)))
        .contains("***")
        .doesNotContain("value\"", "oldv");
    var whole = new ClusterException(403, "Forbidden", said, MapValue.EMPTY);
    assertThat(told(request, whole)).contains("***").doesNotContain("newvalue", "oldvalue");
  }

  /// The rules of a schema name the field in their sentence, and no other.
  @Test
  void findsTheFieldThatTheSentenceNames() {
    String said = "\"spec.a\" must validate one and only one schema (oneOf)";
    assertThat(told(request("{'a':1}"), invalid("<nil>", said)))
        .startsWith(HEAD.formatted(7) + "\"spec.a\" must validate");
  }

  /// Only one whose fields are invalid tells of them.
  @Test
  void takesOtherAnswersAsAWhole() {
    var e = invalid("spec.a", "Required value");
    var conflict = new ClusterException(409, "Conflict", "try again", e.details());
    assertThat(told(request("{'a':1}"), conflict))
        .isEqualTo("f:1: Thing o: Error from server (Conflict): try again");
  }

  /// Without what was sent the server's field stands alone; a sentence that has not the usual words
  /// gets them.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "Forbidden: may not change once set. | spec.a: field is immutable: may not change once set",
        "Invalid value: 1: field is immutable | spec.a: field is immutable",
        "failed rule: self == oldSelf | spec.a: field is immutable: failed rule: self == oldSelf",
      })
  void saysOfAllThatTheyAreImmutable(String message, String said) {
    assertThat(told(request("{'a':1}"), invalid("spec.a", message)))
        .startsWith(HEAD.formatted(7) + said);
  }

  /// Several causes: by line, once each, and without the one that only says that there may be more.
  @Test
  void tellsCausesByLine() {
    var e =
        invalid(
            "spec.long.path", "Required value",
            "spec.a", "Required value",
            "spec.a", "Required value",
            "<nil>", "some validation rules were not checked because the object was invalid");
    assertThat(told(request("{}"), e))
        .isEqualTo(
            HEAD.formatted(7)
                + "spec.a: Required value\n"
                + HEAD.formatted(15)
                + "spec.long.path: Required value; more rules are checked once this is fixed");
    var alone =
        invalid("<nil>", "some validation rules were not checked because the object was invalid");
    assertThat(told(request("{}"), alone)).contains("some validation rules were not checked");
  }

  @Test
  void speaksOfAManifestsOwnVersion() {
    KubeObject object = thing("Thing", "{}");
    MapValue metadata = object.tree().map("metadata").with("resourceVersion", Value.text("1"));
    var conflict = new ClusterException(409, "Conflict", "changed", MapValue.EMPTY);
    assertThat(
            Things.told(
                ServerProblems.of(
                    object.withTree(object.tree().with("metadata", metadata)), conflict)))
        .endsWith("(Conflict): changed; remove metadata.resourceVersion from the manifest");
    assertThat(Things.told(ServerProblems.of(object, conflict))).doesNotContain("resourceVersion");
  }

  /// The server counts items of the merged object, in which others may stand before those of the
  /// manifest.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "[{'n':'a'}]           | [{'n':'a'}]               | spec.l[0].x | 11",
        "[{'n':'b'}]           | [{'n':'a'},{'n':'b'}]     | spec.l[1].x | 11",
        "[{'n':'b','k':null}]  | [{'n':'a'},{'n':'b'}]     | spec.l[1].x | 11",
        "[{'n':'b','l':[1]}]   | [{'n':'a'},{'n':'b','l':[2]}] | spec.l[1].x | 11",
        "[{'n':'a'}]           | [{'n':'z'},{'n':'a'}]     | spec.l[0].x | 6",
        "[{},{}]               | [{'n':'z'},{},{}]         | spec.l[2].x | 6",
        "[{'n':'b'},{'n':'a'}] | [{'n':'a'},{'n':'b'}]     | spec.l[0].xyz | 13",
        "'none'                | [{'n':'a'}]               | spec.l[0].x | 6",
      })
  void findsTheItemInTheManifest(String written, String merged, String field, int line) {
    KubeObject desired = thing("Thing", "{'l':" + written + "}");
    MapValue result = with(desired, "{'l':" + merged + "}");
    var request = new RequestContext(desired, result, result, Optional::empty);
    assertThat(told(request, invalid(field, "Required value"))).startsWith("f:" + (1 + line) + ":");
  }

  /// `metadata.labels: Invalid value: "a b"` means the label that is called so, or says so.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "{'k':'a b','l':'c'}     | 6",
        "{'a b':'c','l':'d'}     | 8",
        "{'k':'a b','l':'a b'}   | 4",
        "{'k':'c'}               | 4",
      })
  void findsTheEntryThatHasTheValue(String entries, int line) {
    assertThat(told(request(entries), invalid("spec", "Invalid value: \"a b\": must be one word")))
        .startsWith("f:" + (1 + line) + ":");
  }

  /// Kinds whose fields the server knows by other names.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "Service | spec.clusterIPs[0] | {'clusterIP':'x'} | spec.clusterIP",
        "Service | spec.clusterIPs[0] | {'clusterIPs':['x']} | spec.clusterIPs[0]",
        "Thing | spec.clusterIPs[0] | {'clusterIP':'x'} | spec.clusterIPs[0]",
        "PersistentVolume | spec.persistentvolumesource.nfs | {'nfs':{}} | spec.nfs",
        "PersistentVolume | spec.persistentvolumesources | {'s':{}} |"
            + " spec.persistentvolumesources",
      })
  void findsFieldsByTheirNamesInManifests(String kind, String field, String spec, String path) {
    var request = RequestContext.of(thing(kind, spec));
    assertThat(told(request, invalid(field, "Invalid value: 1: no")))
        .startsWith("f:" + (1 + path.length()) + ":");
  }
}
