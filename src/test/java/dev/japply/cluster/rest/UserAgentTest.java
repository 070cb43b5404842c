package dev.japply.cluster.rest;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UserAgentTest {
  @ParameterizedTest
  @CsvSource({
    "Linux,      amd64,   japply/1 (linux/amd64)",
    "Linux,      aarch64, japply/1 (linux/arm64)",
    "Mac OS X,   x86_64,  japply/1 (darwin/amd64)",
    "Windows 11, amd64,   japply/1 (windows/amd64)",
    "Linux,      riscv64, japply/1 (linux/riscv64)"
  })
  void namesSystemsAsKubernetesDoes(String system, String processor, String expected) {
    assertThat(UserAgent.text("1", system, processor)).isEqualTo(expected);
  }
}
