package dev.japply.object;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.problem.Origin;
import dev.japply.tree.FieldPath;
import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.Value.MapValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SecretMaskTest {
  private static final Gvk SECRET = Gvk.of("v1", "Secret");

  private static MapValue json(String text) {
    return (MapValue) Json.parse(text.replace('\'', '"').replace("KEY", LastApplied.KEY));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'data':{'a':'QQ==','b':null}} | {'data':{'a':'***','b':null}}",
        "{'stringData':{'a':'A'},'type':'Opaque'} | {'stringData':{'a':'***'},'type':'Opaque'}",
        "{'strinData':{'a':'A'},'immutable':true} | {'strinData':{'a':'***'},'immutable':true}",
        "{'data':null} | {'data':null}",
        "{'data':'odd'} | {'data':'***'}",
        "{'data':{'a':['x'],'b':1,'c':true,'d':1.5}} | "
            + "{'data':{'a':'***','b':'***','c':'***','d':'***'}}",
        "{'metadata':{'annotations':{'KEY':'all','x':'y'}}} | "
            + "{'metadata':{'annotations':{'KEY':'***','x':'y'}}}",
      })
  void masks(String tree, String expected) {
    assertThat(masked("Secret", tree)).isEqualTo(GoJson.write(json(expected)));
    assertThat(masked("ConfigMap", tree)).isEqualTo(GoJson.write(json(tree)));
  }

  private static String masked(String kind, String patch) {
    KubeObject object = KubeObject.of(json("{'kind':'" + kind + "'}"), Origin.NONE);
    return GoJson.write(SecretMask.masked(object, json(patch)));
  }

  /// A patch does not name the kind, which its object has.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'t':{'data':{'a':'x','b':null}}} | {'t':{'data':{'a':'***','b':null}}}",
        "{'t':{'type':'Opaque','x':1},'u':2} | {'t':{'type':'Opaque','x':'***'},'u':2}",
      })
  void masksAPatchOfASecretWithinAnotherObject(String patch, String expected) {
    KubeObject object = KubeObject.of(json(WITHIN), Origin.NONE);
    assertThat(GoJson.write(SecretMask.masked(object, json(patch))))
        .isEqualTo(GoJson.write(json(expected)));
  }

  private static final String WITHIN =
      "{'kind':'Widget','t':{'kind':'Secret','data':{'a':'1'}},'l':[{'name':'n','s':{'kind':'Secret',"
          + "'stringData':{'a':'1'}}}],'r':{'kind':'Secret','name':'s'}}";

  @Test
  void hidesPathsOfSecretsWithinAnotherObject() {
    KubeObject object = KubeObject.of(json(WITHIN), Origin.NONE);
    FieldPath root = FieldPath.root();
    FieldPath item = root.key("l").item(json("{'name':'n'}"));
    assertThat(SecretMask.hides(object, root)).isTrue();
    assertThat(SecretMask.hides(object, root.key("t"))).isTrue();
    assertThat(SecretMask.hides(object, root.key("t").key("data").key("gone"))).isTrue();
    assertThat(SecretMask.hides(object, root.key("t").key("type"))).isFalse();
    assertThat(SecretMask.hides(object, item)).isTrue();
    assertThat(SecretMask.hides(object, item.key("s").key("stringData").key("a"))).isTrue();
    assertThat(SecretMask.hides(object, item.key("name"))).isFalse();
    assertThat(SecretMask.hides(object, root.key("r").key("name"))).isFalse();
    KubeObject without = KubeObject.of(json("{'kind':'Widget'}"), Origin.NONE);
    assertThat(SecretMask.hides(without, root.key("t"))).isFalse();
    assertThat(SecretMask.hides(without, root.key("t"), json(WITHIN))).isTrue();
  }

  @Test
  void scrubsTextsOfServers() {
    MapValue secret =
        json(
            "{'kind':'Secret','data':{'a':'aHVudGVyMjI=','b':'eA=='},'stringData':{'c':'open "
                + "sesame'}}");
    assertThat(SecretValues.scrubbed("hunter22 aHVudGVyMjI= x open sesame", secret))
        .isEqualTo("*** *** x ***");
    assertThat(SecretValues.scrubbed("hunter22", secret.without("kind"))).isEqualTo("hunter22");
  }

  /// The secret, and texts of servers that would give it away.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'stringData':{'a':'hunter22'}} | map[data:map[a:aHVudGVyMjI=]] | map[data:map[a:***]]",
        "{'stringData':{'a':12345678}} | map[a:12345678] | map[a:***]",
        "{'stringData':{'a':12345678}} | {\\'a\\':12345678} | {\\'a\\':***}",
        "{'stringData':{'a':1234.5}} | map[a:1234.5] | map[a:***]",
        "{'data':['hunter22']} | map[data:[hunter22]] | map[data:[***]]",
        "{'data':{'a':{'b':'hunter22'}}} | map[b:hunter22] | map[b:***]",
        "{'stringData':{'a':'one\\nmore than one'}} | more than one\\nline | ***\\nline",
        "{'stringData':{'a':'first\\nsecond'}} | first\\\\nsecond | ***",
        "{'stringData':{'a':'left<right'}} | left\\u003cright | ***",
        "{'stringData':{'a':'abc','b':true,'c':null}} | abc true null | abc true null",
      })
  void scrubsEveryFormOfAValue(String secret, String text, String shown) {
    MapValue object = json(secret).with("kind", dev.japply.tree.Value.text("Secret"));
    assertThat(SecretValues.scrubbed(text, object)).isEqualTo(shown);
  }

  /// What only is called so is for all to see, as a SealedSecret.
  @Test
  void coversSecretsAlone() {
    assertThat(SecretWalk.isSecret(SECRET)).isTrue();
    assertThat(SecretWalk.isSecret(Gvk.of("x/v1", "SealedSecret"))).isFalse();
    assertThat(SecretWalk.isSecret(Gvk.of("v1", "SecretList"))).isFalse();
  }

  @Test
  void hidesPaths() {
    FieldPath root = FieldPath.root();
    FieldPath annotations = root.key("metadata").key("annotations");
    assertThat(SecretWalk.isSecret(root)).isTrue();
    assertThat(SecretWalk.isSecret(root.key("data").key("k"))).isTrue();
    assertThat(SecretWalk.isSecret(root.key("strinData").key("k"))).isTrue();
    assertThat(SecretWalk.isSecret(annotations.parentPath())).isTrue();
    assertThat(SecretWalk.isSecret(annotations)).isTrue();
    assertThat(SecretWalk.isSecret(annotations.key(LastApplied.KEY))).isTrue();
    assertThat(SecretWalk.isSecret(annotations.key("other"))).isFalse();
    assertThat(SecretWalk.isSecret(root.key("type"))).isFalse();
  }
}
