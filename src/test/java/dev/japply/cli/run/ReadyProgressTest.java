package dev.japply.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.apply.ResolvedObject;
import dev.japply.cli.flags.Console;
import dev.japply.cluster.Resource;
import dev.japply.merge.Flow;
import dev.japply.object.Gvk;
import dev.japply.object.KubeObject;
import dev.japply.problem.Origin;
import dev.japply.ready.Readiness;
import dev.japply.ready.Readiness.Status;
import dev.japply.ready.ReadyState;
import dev.japply.tree.Value.MapValue;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReadyProgressTest {
  private static ResolvedObject pod(String name) {
    var tree = (MapValue) Flow.parse("{apiVersion: v1, kind: Pod, metadata: {name: " + name + "}}");
    return new ResolvedObject(
        KubeObject.of(tree, Origin.NONE), new Resource(Gvk.of("v1", "Pod"), "pods", true));
  }

  private static ReadyState state(ResolvedObject target, Status status, String message) {
    return new ReadyState(target, new Readiness(status, message), null);
  }

  /// A wait that can only end badly is seen to do so.
  @Test
  void whatHasFailedIsShownFirst() {
    var console =
        Console.of(
            Map.of(),
            new ByteArrayInputStream(new byte[0]),
            new ByteArrayOutputStream(),
            new ByteArrayOutputStream());
    ResolvedObject a = pod("a");
    ResolvedObject b = pod("b");
    ResolvedObject c = pod("c");
    try (var progress = new ReadyProgress(console, List.of(a, b, c))) {
      assertThat(progress.line()).isEqualTo("0 of 3 ready; Pod a");
      progress.changed(state(a, Status.IN_PROGRESS, "it does not run yet"));
      progress.changed(state(c, Status.CURRENT, "it is ready"));
      progress.changed(state(b, Status.FAILED, "container main: ImagePullBackOff"));
      assertThat(progress.line())
          .isEqualTo("1 of 3 ready; Pod b: Failed: container main: ImagePullBackOff");
      assertThat(progress.lines(80))
          .containsExactly(
              "1 of 3 ready",
              "  Pod b: Failed: container main: ImagePullBackOff",
              "  Pod a: InProgress: it does not run yet");
    }
  }
}
