package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.execute.MemoryCluster;
import org.junit.jupiter.api.Test;

class ApplyTest {
  private static final String C =
      """
      {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c"},"data":{"k":"a"}}
      """;

  private final MemoryCluster cluster = new MemoryCluster();

  private Ran apply(String manifest, String... flags) {
    String[] args = new String[flags.length + 3];
    args[0] = "apply";
    args[1] = "-f";
    args[2] = "-";
    System.arraycopy(flags, 0, args, 3, flags.length);
    return new Ran.Setting(cluster).reading(manifest).run(args);
  }

  private static void assertRan(Ran ran, int status, String out, String err) {
    assertThat(ran).isEqualTo(new Ran(ran.args(), status, out, err));
  }

  @Test
  void createsThenLeavesThenChanges() {
    assertRan(apply(C), 0, "configmap/c created\n", "");
    assertRan(apply(C), 0, "configmap/c unchanged\n", "");
    assertRan(apply(C.replace("\"a\"", "\"b\"")), 0, "configmap/c configured\n", "");
    assertThat(cluster.requests)
        .satisfiesExactly(
            get -> assertThat(get).isEqualTo("GET default/c"),
            post -> assertThat(post).startsWith("POST default/c {"),
            close -> assertThat(close).isEqualTo("CLOSE"),
            get -> assertThat(get).isEqualTo("GET default/c"),
            close -> assertThat(close).isEqualTo("CLOSE"),
            get -> assertThat(get).isEqualTo("GET default/c"),
            patch ->
                assertThat(patch)
                    .startsWith(
                        "PATCH default/c {\"data\":{\"k\":\"b\"},\"metadata\":{\"annotations\":{"),
            close -> assertThat(close).isEqualTo("CLOSE"));
  }
}
