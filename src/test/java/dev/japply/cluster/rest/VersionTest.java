package dev.japply.cluster.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class VersionTest {
  @Test
  void isThatOfThePom() throws Exception {
    assertThat(Files.readString(Path.of("pom.xml")))
        .contains("<artifactId>japply</artifactId>\n  <version>" + Version.TEXT + "</version>");
  }

  /// Reports have the address of the documentation from the first release on.
  @Test
  void itsSourcesAreThoseOfThePom() throws Exception {
    String address = Version.SOURCES;
    assertThat(Files.readString(Path.of("pom.xml")))
        .containsPattern(
            address.isEmpty()
                ? "<japply.url ?/>"
                : "<japply.url>" + Pattern.quote(address) + "/?</japply.url>");
  }
}
