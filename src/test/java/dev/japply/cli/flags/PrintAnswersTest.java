package dev.japply.cli.flags;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What templates make of objects is what kubectl's printers made of them when they were asked.
class PrintAnswersTest {
  @ParameterizedTest
  @ValueSource(strings = {"jsonpath", "go-template"})
  void printsAsKubectlDid(String kind) throws IOException {
    var answers = new PrintAnswers(kind);
    List<MapValue> objects = PrintAnswers.objects();
    List<String> kept = answers.kept();
    int at = 0;
    for (String template : answers.templates().toList()) {
      var ours = new ArrayList<>(List.of(template));
      ours.addAll(answers.answers(template, objects, PrintCase::ours));
      assertThat(kept.subList(at, Math.min(kept.size(), at + ours.size()))).isEqualTo(ours);
      at += ours.size();
    }
    assertThat(kept).hasSize(at);
  }
}
