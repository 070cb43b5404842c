package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.execute.MemoryCluster;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What a run says and does when its input is too large, or holds what cannot be read.
class InputTest {
  private static final String C =
      "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"c\"}}\n";

  private final MemoryCluster cluster = new MemoryCluster();
  private final Ran.Setting setting = new Ran.Setting(cluster);

  private static void assertRan(Ran ran, int status, String out, String err) {
    assertThat(ran).isEqualTo(new Ran(ran.args(), status, out, err));
  }

  @Test
  void theEnvironmentNamesHowMuchIsRead() {
    Ran.Setting reading = setting.reading(C);
    assertRan(
        reading.with(Map.of("JAPPLY_MAX_BYTES", "10")).run("apply", "-f", "-"),
        1,
        "",
        "error: STDIN: error reading: larger than 10 bytes; set JAPPLY_MAX_BYTES in the environment"
            + " to read more\n");
    assertRan(
        reading.with(Map.of("JAPPLY_MAX_BYTES", "1Ki")).run("apply", "-f", "-"),
        0,
        "configmap/c created\n",
        "");
    assertRan(
        reading.with(Map.of("JAPPLY_MAX_BYTES", "much")).run("apply", "-f", "-"),
        1,
        "",
        "error: JAPPLY_MAX_BYTES: \"much\" is not a number of bytes up to 2047Mi; write it as"
            + " 512Mi\n");
  }
}
