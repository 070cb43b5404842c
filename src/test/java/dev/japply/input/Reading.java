package dev.japply.input;

import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.yaml.DocumentStream;
import dev.japply.yaml.SourceText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What is read from a stream.
///
/// @param documents as canonical JSON, with big integers rounded as Go rounds them
/// @param error why the stream ended early, if it did
record Reading(List<String> documents, Optional<String> error) {

  /// A stream that was read to its end.
  static Reading of(List<String> documents) {
    return new Reading(canonical(documents), Optional.empty());
  }

  /// A stream that ended with an error.
  static Reading of(List<String> documents, String error) {
    return new Reading(canonical(documents), Optional.of(error));
  }

  /// What is read from `text` here.
  static Reading read(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    var documents = new ArrayList<String>();
    var failure =
        DocumentStream.read(
            "m.yaml",
            SourceText.decode(bytes),
            entry -> documents.add(rounded(entry.root().value())));
    return new Reading(documents, failure.map(Throwable::getMessage));
  }

  /// This without the words of the error: every implementation has its own.
  Reading wordless() {
    return new Reading(documents, error.map(text -> ""));
  }

  private static List<String> canonical(List<String> documents) {
    return documents.stream().map(json -> rounded(Json.parse(json))).toList();
  }

  private static String rounded(Value value) {
    return GoJson.writeRounded(value).replace("\ufffd", "\\ufffd");
  }
}
