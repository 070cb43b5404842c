package dev.japply.diff;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.diff.FilePair.FileNames;
import dev.japply.object.KubeObject;
import dev.japply.problem.Origin;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FileNamesTest {
  private static String name(String apiVersion, String kind, String namespace, String name) {
    MapValue metadata =
        MapValue.of("namespace", Value.text(namespace)).with("name", Value.text(name));
    MapValue tree =
        MapValue.of("apiVersion", Value.text(apiVersion))
            .with("kind", Value.text(kind))
            .with("metadata", metadata);
    return FileNames.of(KubeObject.of(tree, Origin.NONE));
  }

  @Test
  void namesAreKubectls() {
    assertThat(name("apps/v1", "Deployment", "n", "web")).isEqualTo("apps.v1.Deployment.n.web");
    assertThat(name("v1", "Namespace", "", "n")).isEqualTo("v1.Namespace..n");
  }

  /// A name is one file in one directory.
  @Test
  void noNameLeavesItsDirectory() {
    assertThat(name("v1", "ConfigMap", "..", "../../a" + (char) 0 + "b"))
        .isEqualTo("v1.ConfigMap......_.._a_b");
  }

  /// As GNU diff quotes them.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "v1.ConfigMap.n.a | v1.ConfigMap.n.a",
        "!~               | !~",
        "a b              | \"a b\"",
        "a\"b             | \"a\\\"b\"",
        "a\\b             | \"a\\\\b\"",
        "a\tb             | \"a\\tb\"",
        "é               | \"\\303\\251\"",
      })
  void quotesThem(String name, String quoted) {
    assertThat(FileNames.quoted(name)).isEqualTo(quoted);
  }

  @Test
  void quotesWhatControls() {
    assertThat(FileNames.quoted("a\nb")).isEqualTo("\"a\\nb\"");
    assertThat(FileNames.quoted("a" + (char) 27 + "b")).isEqualTo("\"a\\033b\"");
    assertThat(FileNames.quoted("a" + (char) 127 + "b")).isEqualTo("\"a\\177b\"");
  }
}
