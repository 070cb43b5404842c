package dev.japply.kustomize.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProvenanceTest {
  @ParameterizedTest
  @CsvSource({
    "base/../web.yaml, web.yaml",
    "a/b/../../c, c",
    "../../base, ../../base",
    "a/./b//c, a/b/c",
    "/../a, /a",
    "/a/.., /",
  })
  void cleanPaths(String path, String shortest) {
    assertThat(Provenance.cleanPath(path)).isEqualTo(shortest);
  }
}
