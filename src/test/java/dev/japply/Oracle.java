package dev.japply;

import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.Value.MapValue;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Upstream's own Go code, which answers questions line by line.
public final class Oracle implements AutoCloseable {
  private final Process process;
  private final BufferedWriter in;
  private final BufferedReader out;

  private Oracle(Process process) {
    this.process = process;
    this.in =
        new BufferedWriter(
            new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
    this.out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /// The oracle, where the build made one known by `japply.oracle` and `japply.openapi`.
  public static Optional<Oracle> start() {
    String binary = System.getProperty("japply.oracle", "");
    String openapi = System.getProperty("japply.openapi", "");
    if (binary.isEmpty() || openapi.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new Oracle(
              new ProcessBuilder(binary, "oracle", "--openapi", openapi)
                  .redirectError(ProcessBuilder.Redirect.INHERIT)
                  .start()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The answers to these questions, in their order.
  public List<MapValue> ask(List<MapValue> questions) {
    var writer = Thread.ofVirtual().start(() -> write(questions));
    try {
      var answers = new ArrayList<MapValue>();
      for (int i = 0; i < questions.size(); i++) {
        String line = out.readLine();
        if (line == null) {
          throw new AssertionError("the oracle ended after " + i + " answers");
        }
        answers.add((MapValue) Json.parse(line));
      }
      writer.join();
      return answers;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  private void write(List<MapValue> questions) {
    try {
      for (MapValue question : questions) {
        in.write(GoJson.write(question));
        in.write('\n');
      }
      in.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    process.destroy();
  }
}
