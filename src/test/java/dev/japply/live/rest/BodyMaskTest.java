package dev.japply.live.rest;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Bodies that are the first of which a Secret's values are known.
class BodyMaskTest {
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
          """)
  void valuesOfSecretsAreHidden(String path, String body) {
    assertThat(new BodyMask().masked(PATH + path, body.replace('\'', '"')))
        .contains("***")
        .doesNotContain("QQ");
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
    assertThat(new BodyMask().masked(PATH + path, json)).isEqualTo(json);
  }
}
