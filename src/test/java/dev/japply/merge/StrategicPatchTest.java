package dev.japply.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.japply.merge.MergeException.Reason;
import dev.japply.schema.Schema;
import dev.japply.tree.GoJson;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a server makes of a strategic merge patch of a Pod, that of other clients included.
final class StrategicPatchTest {
  private static final Schema POD = new Documents("v1 Pod", "").schema().orElseThrow();

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          sets a scalar      | {a: 1}      | {a: 2}                       | {a: 2}
          removes by null    | {a: 1}      | {a: null}                    | {}
          drops nulls of new | {}          | {a: {b: null}}               | {a: {}}
          null for nothing   | {}          | {a: null}                    | {}
          replaces a map     | {spec: {a: 1}} | {spec: {$patch: replace, b: 2}} | {spec: {b: 2}}
          deletes a map      | {spec: {a: 1}} | {spec: {$patch: delete}}        | {spec: {}}
          deletes a new map  | {}          | {spec: {$patch: delete}}     | {}
          keeps named keys | {spec: {a: 1, b: 2}} | {spec: {$retainKeys: [a], a: 3}} \
          | {spec: {a: 3}}
          takes out texts  | {metadata: {finalizers: [a, b]}} \
          | {metadata: {$deleteFromPrimitiveList/finalizers: [a]}} | {metadata: {finalizers: [b]}}
          deletes an item  | {spec: {volumes: [{name: a}, {name: b}]}} \
          | {spec: {volumes: [{name: a, $patch: delete}]}} | {spec: {volumes: [{name: b}]}}
          replaces a list  | {spec: {volumes: [{name: a}, {name: b}]}} \
          | {spec: {volumes: [{$patch: replace}, {name: c}]}} | {spec: {volumes: [{name: c}]}}
          merges an item   | {spec: {volumes: [{name: a, x: 1}]}} \
          | {spec: {volumes: [{name: a, y: 2}]}} | {spec: {volumes: [{name: a, x: 1, y: 2}]}}
          orders a list    | {spec: {volumes: [{name: a}, {name: b}]}} \
          | {spec: {$setElementOrder/volumes: [{name: b}, {name: a}]}} \
          | {spec: {volumes: [{name: b}, {name: a}]}}
          """)
  void applies(String name, String object, String patch, String result) {
    var applied = StrategicPatch.apply(Flow.map(object), Flow.map(patch), POD);
    assertThat(GoJson.write(applied)).as(name).isEqualTo(GoJson.write(Flow.parse(result)));
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          BAD_PATCH_TYPE | {spec: {$patch: odd}} | spec
          BAD_PATCH_TYPE | {spec: {volumes: [{name: a, $patch: odd}]}} | spec.volumes
          OTHER | {spec: {volumes: [{name: a, $patch: merge}]}} | spec.volumes
          MERGE_KEY_MISSING | {spec: {volumes: [{x: 1}]}} | spec.volumes
          MERGE_KEY_MISSING | {spec: {volumes: [{$patch: delete}]}} | spec.volumes
          UNKNOWN_FIELD | {spec: {odd: {a: 2}}} | spec.odd
          MIXED_TYPES | {spec: {volumes: [a]}} | spec.volumes
          BAD_RETAIN_KEYS | {spec: {$retainKeys: [a], b: 1}} | spec
          BAD_RETAIN_KEYS | {spec: {$retainKeys: a}} | spec
          WRONG_TYPE | {spec: {$setElementOrder/volumes: a}} | spec
          BAD_SET_ELEMENT_ORDER | {spec: {$setElementOrder/volumes: [{name: b}], \
          volumes: [{name: a}]}} | spec.volumes
          BAD_SET_ELEMENT_ORDER | {spec: {$setElementOrder: [{name: b}]}} | spec
          BAD_DELETE_LIST | {metadata: {$deleteFromPrimitiveList: [a]}} | metadata
          """)
  void refuses(Reason reason, String patch, String path) {
    var object =
        Flow.map("{spec: {volumes: [{name: a}], odd: {a: 1}}, metadata: {finalizers: [a]}}");
    var failure =
        catchThrowableOfType(
            MergeException.class, () -> StrategicPatch.apply(object, Flow.map(patch), POD));
    assertThat(failure).isNotNull();
    assertThat(failure.reason()).isEqualTo(reason);
    assertThat(failure.path()).hasToString(path);
    assertThat(failure).message().isNotBlank();
  }
}
