package dev.japply.example;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/// Runs the example, so that it keeps working.
final class MergeExampleTest {
  @Test
  void printsThePatchAndTheResult() {
    var out = new ByteArrayOutputStream();
    MergeExample.run(new PrintStream(out, true, StandardCharsets.UTF_8));
    assertThat(out.toString(StandardCharsets.UTF_8).lines())
        .containsExactly(
            """
            patch: {"spec":{"minReadySeconds":null,"template":{"spec":{\
            "$setElementOrder/containers":[{"name":"web"},{"name":"proxy"}],\
            "containers":[{"image":"web:2","name":"web"}]}}}}\
            """,
            """
            result: {"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"web"},\
            "spec":{"replicas":3,"template":{"spec":{"containers":[\
            {"image":"web:2","imagePullPolicy":"IfNotPresent","name":"web"},\
            {"image":"proxy:7","name":"proxy"}]}}}}\
            """);
  }
}
