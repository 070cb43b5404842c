package dev.japply.input;

import dev.japply.tree.Json;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import tools.jackson.core.io.JsonStringEncoder;

/// The program that answers what `kubectl`'s own code makes of a manifest.
final class Oracle implements AutoCloseable {
  private final Process process;
  private final Writer questions;
  private final BufferedReader answers;

  Oracle(String binary, String openapi) {
    try {
      process =
          new ProcessBuilder(binary, "oracle", "-openapi", openapi)
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    questions = new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8);
    answers =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /// The documents of `text` as `kubectl` reads them.
  Reading documents(String text) {
    MapValue answer = ask("yaml", text);
    return reading(texts(answer.get("documents")), answer);
  }

  /// The objects of `text` as `kubectl` reads them, lists taken apart.
  Reading objects(String text) {
    MapValue answer = ask("flatten", text);
    List<String> objects =
        answer.get("objects") instanceof ListValue(List<Value> items)
            ? items.stream().map(item -> ((MapValue) item).text("json").strip()).toList()
            : List.of();
    return reading(objects, answer);
  }

  private static Reading reading(List<String> documents, MapValue answer) {
    return answer.has("error")
        ? Reading.of(documents, answer.text("error"))
        : Reading.of(documents);
  }

  private static List<String> texts(Node list) {
    return list instanceof ListValue(List<Value> items)
        ? items.stream().map(item -> ((StringValue) item).value()).toList()
        : List.of();
  }

  private MapValue ask(String operation, String text) {
    var quoted = new StringBuilder();
    JsonStringEncoder.getInstance().quoteAsString(text, quoted);
    try {
      questions.write("{\"id\":1,\"op\":\"" + operation + "\",\"text\":\"" + quoted + "\"}\n");
      questions.flush();
      return (MapValue) Json.parse(answers.readLine());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    process.destroy();
  }
}
