package dev.japply.cli.edit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.japply.io.CancellationSource;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EditorProgramTest {
  private static final Path FILE = Path.of("/tmp/a b.yaml");

  @ParameterizedTest
  @CsvSource(
      delimiterString = " => ",
      value = {
        "EDITOR=nano => nano,/tmp/a b.yaml",
        "KUBE_EDITOR=ed;EDITOR=nano => ed,/tmp/a b.yaml",
        "KUBE_EDITOR=;EDITOR=nano => nano,/tmp/a b.yaml",
        "EDITOR=code --wait => code,--wait,/tmp/a b.yaml",
        "EDITOR='x y' -z => /bin/bash,-c,'x y' -z \"/tmp/a b.yaml\"",
        "EDITOR='x y';SHELL=/bin/zsh => /bin/zsh,-c,'x y' \"/tmp/a b.yaml\"",
        "EDITOR='x' => 'x',/tmp/a b.yaml",
        "X=y => vi,/tmp/a b.yaml"
      },
      quoteCharacter = '`')
  void findsTheEditorAsKubectlDoes(String variables, String expected) {
    var environment = new HashMap<String, String>();
    for (String variable : variables.split(";", -1)) {
      int equals = variable.indexOf('=');
      environment.put(variable.substring(0, equals), variable.substring(equals + 1));
    }
    var editor = EditorProgram.of(environment, false, new CancellationSource());
    assertThat(String.join(",", editor.commandLine(FILE))).isEqualTo(expected);
  }

  @Test
  void hasOthersOnWindows() {
    var stop = new CancellationSource();
    assertThat(EditorProgram.of(Map.of(), true, stop).command()).containsExactly("notepad");
    assertThat(EditorProgram.of(Map.of("EDITOR", "\"a b\" c"), true, stop).command())
        .isEqualTo(List.of("cmd", "/C", "\"a b\" c"));
  }

  @Test
  void anEditorThatDoesNotEndAfterCtrlCIsEnded() {
    var stop = new CancellationSource();
    var editor =
        new EditorProgram(List.of("sh", "-c", "exec sleep 60"), false, System.getenv(), stop);
    stop.cancel();
    long start = System.nanoTime();
    assertThatThrownBy(() -> editor.open(FILE))
        .isInstanceOf(IOException.class)
        .hasMessage("there was a problem with the editor \"sh -c exec sleep 60\"");
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(30));
  }
}
