package dev.japply.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.tree.FieldPath;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FieldErrorPathTest {
  private static final FieldPath SPEC = FieldPath.root().key("spec");

  @Test
  void readsTheFieldsOfServers() {
    assertThat(FieldErrorPath.parse("spec")).contains(SPEC);
    assertThat(FieldErrorPath.parse("spec.containers[1].image"))
        .contains(SPEC.key("containers").index(1).key("image"));
    assertThat(FieldErrorPath.parse("metadata.labels[app.kubernetes.io/name]"))
        .contains(FieldPath.root().key("metadata").key("labels").key("app.kubernetes.io/name"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "[", "spec..a", "<nil>]"})
  void knowsWhatIsNoField(String text) {
    assertThat(FieldErrorPath.parse(text)).isEmpty();
  }

  @Test
  void findsTheFieldsThatAStrictServerNames() {
    String message =
        "strict decoding error: unknown field \"spec.foo\", unknown field \"spec.bar\"";
    assertThat(FieldErrorPath.in(message).stream().map(FieldErrorPath.Strict::path))
        .containsExactly(SPEC.key("foo"), SPEC.key("bar"));
    assertThat(FieldErrorPath.in("nothing to see")).isEmpty();
  }
}
