package dev.japply.kpt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PackageSecretsTest {
  /// Fields of a Secret whose value a note repeats.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "stringData: {p: hunter2222}",
        "stringData: {p: 1234567890}",
        "strinData: {p: hunter2222}",
        "data: {p: aHVudGVyMjIyMg==}",
      })
  void aCopyInAnotherFileIsHidden(String fields) {
    String note = "it is " + (fields.contains("123") ? "1234567890" : "hunter2222") + ", for now\n";
    PackageTree tree =
        Trees.tree(
            Map.of(
                "note.txt",
                note,
                "s.yaml",
                "apiVersion: v1\nkind: Secret\nmetadata: {name: s}\n" + fields));
    var secrets = new PackageSecrets(tree);
    assertThat(secrets.text("note.txt", PackageFile.of(note), null, "after"))
        .hasValue("it is ***, for now\n");
  }
}
