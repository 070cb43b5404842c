package dev.japply.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.japply.object.Gvk;
import dev.japply.problem.JapplyException;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ApplySetAnnotationsTest {
  /// Made by kubectl.
  private static final String ID = "applyset-fbJtKXqBcAVyuLbTlEYEuuL5_ap4BfsYcC6hCLWTKIA-v1";

  private static final ApplySetParent PARENT =
      new ApplySetParent(new Gvk("", "v1", "ConfigMap"), "configmaps", "x", "foo");

  private static MapValue live(String id, String annotations) {
    String json = "{'metadata':{'labels':{%s},'annotations':{%s}}}".formatted(id, annotations);
    String text = json.replace("~", "applyset.kubernetes.io/").replace('\'', '"');
    return (MapValue) Json.parse(text);
  }

  private static ApplySetAnnotations read(String annotations) {
    return ApplySetAnnotations.read(
        PARENT, live("'~id':'" + ID + "'", "'~tooling':'kubectl/v1.27'" + annotations));
  }

  @Test
  void theIdIsKubectls() {
    assertThat(PARENT.id()).isEqualTo(ID);
    assertThat(PARENT).hasToString("configmaps./foo");
  }

  @Test
  void readsKindsAndNamespaces() {
    ApplySetAnnotations record =
        read(",'~contains-group-kinds':'ConfigMap,Job.batch','~additional-namespaces':'y,z'");
    assertThat(record.contents().kinds()).containsExactly("ConfigMap", "Job.batch");
    assertThat(record.contents().namespaces()).containsExactly("x", "y", "z");
  }

  @Test
  void readsAnEmptySet() {
    ApplySetAnnotations record = read(",'~contains-group-kinds':'','~additional-namespaces':''");
    assertThat(record.contents().kinds()).isEmpty();
    assertThat(record.contents().namespaces()).containsExactly("x");
  }

  @Test
  void readsWhatOlderToolsWrote() {
    assertThat(read(",'~contains-group-resources':'secrets,jobs.batch'").resources())
        .containsExactly("secrets", "jobs.batch");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'~id':'x' | | missing required annotation \"applyset.kubernetes.io/tooling\"",
        "'~id':'x' | '~tooling':'helm/v3' | managed by tooling \"helm\" instead of \"kubectl\"",
        "'~id':'x' | '~tooling':'a/b/v3' | managed by tooling \"a/b\" instead of",
        " | '~tooling':'kubectl' | does not have required label applyset.kubernetes.io/id",
        "'~id':'x' | '~tooling':'kubectl/v1' | (got: x, want: applyset-fbJtKX",
      })
  void refusesOthers(String id, String annotations, String phrase) {
    MapValue live = live(id == null ? "" : id, annotations == null ? "" : annotations);
    assertThatThrownBy(() -> ApplySetAnnotations.read(PARENT, live))
        .isInstanceOf(JapplyException.class)
        .hasMessageContaining(phrase);
  }

  @Test
  void refusesASetOfUnknownTypes() {
    assertThatThrownBy(() -> read(""))
        .hasMessageContaining("\"applyset.kubernetes.io/contains-group-kinds\" is required");
  }

  @Test
  void whatIsWrittenIsReadBack() {
    ApplySetMembers contents =
        ApplySetMembers.of(List.of("Secret", "Job.batch"), List.of("z", "x"));
    MapValue body = PARENT.body(contents);
    assertThat(ApplySetAnnotations.read(PARENT, body).contents()).isEqualTo(contents);
    MapValue annotations = body.map("metadata").map("annotations");
    assertThat(annotations.text(ApplySetParent.NAMESPACES)).isEqualTo("z");
    assertThat(annotations.text(ApplySetParent.KINDS)).isEqualTo("Job.batch,Secret");
    assertThat(ApplySetParent.matches(body, body)).isTrue();
    MapValue older = annotations.with(ApplySetParent.RESOURCES, Value.text("secrets"));
    MapValue metadata = body.map("metadata").with("annotations", older);
    assertThat(ApplySetParent.matches(body.with("metadata", metadata), body)).isFalse();
    MapValue other = PARENT.body(contents.plus(ApplySetMembers.of(List.of("Pod"), List.of())));
    assertThat(ApplySetParent.matches(body, other)).isFalse();
  }
}
