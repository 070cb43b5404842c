package dev.japply.object;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.Value.MapValue;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RestoreBodyTest {
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          what servers make up | {"kind":"X","metadata":{"creationTimestamp":"1",\
          "deletionTimestamp":"2","generation":3,"name":"x","ownerReferences":[{"uid":"o"}],\
          "resourceVersion":"5","uid":"u"},"status":{"a":1}} | {"kind":"X",\
          "metadata":{"name":"x","ownerReferences":[{"uid":"o"}]}}
          a Job | {"kind":"Job","metadata":{"labels":{"a":"b","controller-uid":"u"},\
          "name":"j","uid":"u"},\
          "spec":{"selector":{"matchLabels":{"batch.kubernetes.io/controller-uid":"u"}},\
          "template":{"metadata":{"labels":{"a":"b","batch.kubernetes.io/controller-uid":"u",\
          "batch.kubernetes.io/job-name":"j","controller-uid":"u","job-name":"j"}}}}} |\
          {"kind":"Job","metadata":{"labels":{"a":"b"},"name":"j"},\
          "spec":{"template":{"metadata":{"labels":{"a":"b"}}}}}
          a Job with its own selector | {"kind":"Job","metadata":{"name":"j","uid":"u"},\
          "spec":{"manualSelector":true,"selector":{"matchLabels":{"a":"b"}}}} |\
          {"kind":"Job","metadata":{"name":"j"},"spec":{"manualSelector":true,\
          "selector":{"matchLabels":{"a":"b"}}}}
          a Job that says no | {"kind":"Job","metadata":{"name":"j","uid":"u"},\
          "spec":{"manualSelector":false,"selector":{"matchLabels":{"controller-uid":"u"}},\
          "template":{"metadata":{"labels":{"a":"b","controller-uid":"u"}}}}} |\
          {"kind":"Job","metadata":{"name":"j"},"spec":{"manualSelector":false,\
          "template":{"metadata":{"labels":{"a":"b"}}}}}
          """)
  void leavesOutWhatIsMadeAnew(String about, String live, String body) {
    assertThat(GoJson.write(RestoreBody.of((MapValue) Json.parse(live)))).isEqualTo(body);
  }
}
