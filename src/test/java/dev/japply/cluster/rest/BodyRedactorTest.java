package dev.japply.cluster.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.object.LastApplied;
import dev.japply.tree.GoJson;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Bodies that are the first of which a Secret's values are known.
class BodyRedactorTest {
  private static final String PATH = "/api/v1/namespaces/n/";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          configmaps/c | {'kind':'Secret','data':{'p':'QQ=='}}
          configmaps/c | {'kind':'SecretList','items':[{'data':{'p':'QQ=='}}]}
          configmaps/c | {'kind':'List','items':[{'kind':'Secret','data':{'p':'QQ=='}}]}
          secrets/s    | {'data':{'p':'QQ=='}}
          secrets/s    | [{'data':{'p':'QQ=='}}]
          secrets      | {'kind':'Secret','data':{'p':'QQ=='
          secrets?a=b  | p: QQ==
          widgets/w    | {'t':{'kind':'Secret','apiVersion':'v1','stringData':{'p':'QQ'}}}
          widgets      | {'items':[{'t':{'kind':'Secret','apiVersion':'v1','data':{'p':'QQ=='}}}]}
          """)
  void valuesOfSecretsAreHidden(String path, String body) {
    assertThat(new BodyRedactor(List.of()).masked(PATH + path, body.replace('\'', '"')))
        .contains("***")
        .doesNotContain("QQ");
  }

  /// A patch does not say that it is about a Secret, but what it repeats of the manifest does.
  @Test
  void whatAPatchRepeatsIsHidden() {
    String applied =
        "{\"kind\":\"Widget\",\"t\":{\"kind\":\"Secret\",\"stringData\":{\"p\":\"hunter22\"}}}";
    MapValue patch =
        MapValue.of(
                "metadata",
                MapValue.of("annotations", MapValue.of(LastApplied.KEY, Value.text(applied))))
            .with("t", MapValue.of("stringData", MapValue.of("p", Value.text("hunter22"))));
    assertThat(new BodyRedactor(List.of()).masked(PATH + "widgets/w", GoJson.write(patch)))
        .contains("***")
        .doesNotContain("hunter22");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          configmaps/secrets-of-c | {'data':{'p':'QQ=='}}
          configmaps              | {'items':[{'data':{'p':'QQ=='}}],'kind':'ConfigMapList'}
          configmaps/c            | {'data':{'p':'QQ=='
          """)
  void otherValuesAreShown(String path, String body) {
    String json = body.replace('\'', '"');
    assertThat(new BodyRedactor(List.of()).masked(PATH + path, json)).isEqualTo(json);
  }
}
