package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.japply.Program;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Texts that no file can be called by. In a locale without UTF-8 there are many more.
class PathsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "apply -f",
        "apply -k",
        "build",
        "diff -f x --project",
        "diff -f x --live",
        "why -f x --live",
        "snapshot -f x --out",
        "plan -f x --out",
        "show",
        "pkg status"
      })
  void areRefusedInOneLine(String command) {
    assumeTrue(Program.executable().isEmpty(), "no program can be given a null character");
    Ran ran = Ran.of((command + " a\0b").split(" "));
    assertThat(ran.status()).as(ran.toString()).isPositive();
    assertThat(ran.err()).as(command).startsWith("error: ").hasLineCount(1);
  }
}
