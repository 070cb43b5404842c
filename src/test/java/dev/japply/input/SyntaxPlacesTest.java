package dev.japply.input;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.apply.ResolvedObject;
import dev.japply.input.ManifestReader.ManifestSet;
import dev.japply.problem.Problem;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Errors of syntax point to the line that is to be corrected.
class SyntaxPlacesTest {
  private static ManifestSet read(String text) {
    return ManifestReader.read(List.of(Source.of("m.yaml", text)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"", "'"})
  void anUnclosedQuoteIsReportedWhereItOpens(String quote) {
    String text = "kind: ConfigMap\nmetadata:\n  name: " + quote + "a\ndata:\n  k: v\n  l: w\n";
    for (String end : List.of("", "---\nkind: Secret\n")) {
      assertThat(read(text + end).problems())
          .extracting(Problem::toString)
          .singleElement()
          .asString()
          .startsWith("m.yaml:3: error converting YAML to JSON: yaml: found unexpected ")
          .endsWith("; close the quote");
    }
  }

  @Test
  void aNoBreakSpaceThatLooksLikeIndentationIsNamed() {
    ManifestSet set = read("apiVersion: v1\nkind: ConfigMap\nmetadata:\n\u00a0\u00a0name: a\n");
    assertThat(ResolvedObject.unnamed(set.objects().getFirst()).orElseThrow())
        .hasToString(
            "m.yaml:3: ConfigMap: resource name may not be empty; replace the character U+00A0"
                + " before name by spaces: YAML does not indent by it");
    assertThat(read("apiVersion: v1\n\u00a0kind: ConfigMap\n").problems())
        .singleElement()
        .asString()
        .endsWith("replace the character U+00A0 before kind by spaces: YAML does not indent by it");
  }
}
