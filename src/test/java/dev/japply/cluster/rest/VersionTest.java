package dev.japply.cluster.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class VersionTest {
  @Test
  void isThatOfThePom() throws Exception {
    assertThat(Files.readString(Path.of("pom.xml")))
        .contains("<artifactId>japply</artifactId>\n  <version>" + Version.TEXT + "</version>");
  }
}
