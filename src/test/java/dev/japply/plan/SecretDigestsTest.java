package dev.japply.plan;

import static dev.japply.tree.Missing.MISSING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.object.KubeObject;
import dev.japply.object.ObjectKey;
import dev.japply.problem.Origin;
import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.Value.MapValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What plan files hold in place of values that they must not show.
class SecretDigestsTest {
  private static final ObjectKey KEY = new ObjectKey("", "Secret", "default", "s");
  private static final SecretDigests SEAL = new SecretDigests("salt");

  private static MapValue json(String text) {
    return (MapValue) Json.parse(text.replace('\'', '"'));
  }

  /// With `#` in place of digests.
  private static String shown(MapValue tree) {
    return GoJson.write(tree).replaceAll("\"sha256:[0-9a-f]{64}\"", "#").replace('"', '\'');
  }

  private static MapValue secret(String rest) {
    return json("{'apiVersion':'v1','kind':'Secret'," + rest + "}");
  }

  private static MapValue object(SecretDigests digests, MapValue tree) {
    return digests.object(KubeObject.of(tree, Origin.NONE), tree, MISSING);
  }

  private static MapValue patch(MapValue body, MapValue desired, MapValue live) {
    return SEAL.patch(KubeObject.of(desired, Origin.NONE), body, live);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'kind':'Secret','type':'t','data':{'a':'x'},'dta':'y'}"
            + " | {'data':{'a':#},'dta':#,'kind':'Secret','type':'t'}",
        "{'kind':'Secret','data':{'a':null,'b':{'c':[1]}}}"
            + " | {'data':{'a':null,'b':#},'kind':'Secret'}",
        "{'kind':'Secret','metadata':{'name':'s','annotations':{'a':'x'},'labels':{'b':'y'}}} |"
            + " {'kind':'Secret','metadata':{'annotations':{'a':#},'labels':{'b':'y'},'name':'s'}}",
        "{'kind':'ConfigMap','data':{'a':'x'}} | {'data':{'a':'x'},'kind':'ConfigMap'}",
        "{'kind':'W','spec':{'l':[{'kind':'Secret','data':{'a':'x'}}],'r':{'kind':'Secret'}}} |"
            + " {'kind':'W','spec':{'l':[{'data':{'a':#},'kind':'Secret'}],'r':{'kind':'Secret'}}}",
        "{'metadata':{'annotations':{'kubectl.kubernetes.io/last-applied-configuration':'x',"
            + "'a':'y'}}} | {'metadata':{'annotations':{'a':'y',"
            + "'kubectl.kubernetes.io/last-applied-configuration':#}}}",
      })
  void hidesTheValuesOfSecrets(String object, String sealed) {
    assertThat(shown(object(SEAL, json(object)))).isEqualTo(sealed);
    assertThat(object(SecretDigests.NONE, json(object))).isEqualTo(json(object));
  }

  @Test
  void hidesAllOfAPatchThatMayHoldAValue() {
    MapValue body = json("{'data':{'a':'x','b':null},'type':'t','$patch':'replace'}");
    assertThat(shown(patch(body, secret("'data':{}"), MapValue.EMPTY)))
        .isEqualTo("{'$patch':#,'data':{'a':#,'b':null},'type':'t'}");
    MapValue inner = json("{'spec':{'template':{'stringData':{'a':'x'}},'n':1}}");
    MapValue holder = json("{'kind':'W','spec':{'x':[{'kind':'Secret','data':{'a':'y'}}]}}");
    MapValue none = json("{'kind':'W'}");
    for (MapValue sealed :
        new MapValue[] {patch(inner, holder, none), patch(inner, none, holder)}) {
      assertThat(shown(sealed)).isEqualTo("{'spec':{'n':#,'template':{'stringData':{'a':#}}}}");
    }
    assertThat(patch(inner, none, none)).isEqualTo(inner);
  }

  @Test
  void aDigestIsOfItsPlaceAndSalt() {
    MapValue sealed = object(SEAL, secret("'data':{'a':'x','b':'x'}")).map("data");
    assertThat(sealed.text("a")).isNotEqualTo(sealed.text("b"));
    for (MapValue another :
        new MapValue[] {
          object(SEAL, secret("'metadata':{'name':'t'},'data':{'a':'x'}")),
          object(new SecretDigests("other"), secret("'data':{'a':'x'}")),
          object(SEAL, secret("'data':{'a':'z'}")),
        }) {
      assertThat(another.map("data").text("a")).isNotEqualTo(sealed.text("a"));
    }
    assertThat(object(SEAL, secret("'data':{'a':'x'}")).map("data").text("a"))
        .isEqualTo(sealed.text("a"));
  }

  @Test
  void theDigestOfAManifestIsThatOfAllOfIt() {
    String digest = SEAL.manifest(KEY, secret("'data':{'a':'x'}"));
    assertThat(digest)
        .isEqualTo(SEAL.manifest(KEY, json("{'data':{'a':'x'},'kind':'Secret','apiVersion':'v1'}")))
        .isNotEqualTo(SEAL.manifest(KEY, secret("'data':{'a':'y'}")))
        .isNotEqualTo(new SecretDigests("other").manifest(KEY, secret("'data':{'a':'x'}")));
  }
}
