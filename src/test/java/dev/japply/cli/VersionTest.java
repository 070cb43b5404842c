package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cluster.rest.Version;
import org.junit.jupiter.api.Test;

class VersionTest {
  @Test
  void isALineOrAnObject() {
    assertThat(Ran.of("version").out()).isEqualTo("japply " + Version.TEXT + "\n");
    assertThat(Ran.of("version", "-o", "yaml").out())
        .isEqualTo("clientVersion:\n  version: " + Version.TEXT + "\n");
    assertThat(Ran.of("version", "-o", "json").out().replaceAll("\\s", ""))
        .isEqualTo("{\"clientVersion\":{\"version\":\"" + Version.TEXT + "\"}}");
    Ran wrong = Ran.of("version", "-o", "xml");
    assertThat(wrong.status()).isEqualTo(1);
    assertThat(wrong.err()).isEqualTo("error: --output must be 'yaml' or 'json'\n");
  }

  @Test
  void helpNamesACommand() {
    assertThat(Ran.of("help", "apply").out()).isEqualTo(Ran.of("apply", "-h").out());
    assertThat(Ran.of("help").out()).isEqualTo(Ran.of("-h").out());
  }
}
