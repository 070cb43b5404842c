package dev.japply.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.tree.Value;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Values that are written into texts: all around them keeps its bytes.
class YamlEditorTest {

  /// A document, another document with the value that is wanted, and what becomes of the first.
  record Case(String name, String text, String wanted, String result) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static Stream<Case> cases() {
    return Stream.concat(notations(), comments());
  }

  private static Stream<Case> notations() {
    return Stream.of(
        new Case("flow map", "a: {b: 1,  c: 2} # x\n", "a: {b: 1, c: 3}", "a: {b: 1,  c: 3} # x\n"),
        new Case("flow map grows", "a: {b: 1}\n", "a: {b: 1, c: [2]}", "a: {b: 1, c: [2]}\n"),
        new Case("flow map shrinks", "a: { b: 1, c: 2 }\n", "a: {c: 2}", "a: { c: 2 }\n"),
        new Case("flow list", "a: [ 1, 2 ]\n", "a: [1, 3]", "a: [ 1, 3 ]\n"),
        new Case("double quotes", "a: \"x\"\n", "a: z", "a: \"z\"\n"),
        new Case("single quotes", "a: 'it''s'\n", "a: it is", "a: 'it is'\n"),
        new Case("plain that would be a number", "a: x\n", "a: '1'", "a: \"1\"\n"),
        new Case("plain that would be true", "a: x\n", "a: 'true'", "a: \"true\"\n"),
        new Case("number", "a: 0x10\nb: 1\n", "{a: 16, b: 2}", "a: 0x10\nb: 2\n"),
        new Case("null", "a: ~\nb: 1\n", "{a: null, b: 2}", "a: ~\nb: 2\n"),
        new Case(
            "block scalar",
            "a: |\n    one\n    two\nb: 1\n",
            "{a: \"one\\nthree\\n\", b: 1}",
            "a: |\n    one\n    three\nb: 1\n"),
        new Case(
            "folded scalar beside",
            "a: >-\n  one\n  two\nb: 1\n",
            "{a: one two, b: 2}",
            "a: >-\n  one\n  two\nb: 2\n"),
        new Case(
            "anchor beside",
            "a: &x {k: 1}\nb: *x\nc: 1\n",
            "{a: {k: 1}, b: {k: 1}, c: 2}",
            "a: &x {k: 1}\nb: *x\nc: 2\n"),
        new Case("begin marked", "---\na: 1\n", "a: 2", "---\na: 2\n"),
        new Case("end marked", "a: 1\n...\n", "a: 2", "a: 2\n...\n"),
        new Case("no line end", "a: 1\nb: x", "{a: 1, b: z}", "a: 1\nb: z"),
        new Case("no line end, grows", "a: 1", "{a: 1, b: z}", "a: 1\nb: z"),
        new Case("spaces behind", "a: 1  \nb: 2 \n", "{a: 3, b: 2}", "a: 3  \nb: 2 \n"),
        new Case(
            "JSON", "{\"a\": 1, \"b\": \"x\"}\n", "{a: 2, b: x}", "{\"a\": 2, \"b\": \"x\"}\n"));
  }

  private static Stream<Case> comments() {
    return Stream.of(
        new Case(
            "comments with tabs",
            "a: 1\t#\tx\n#\ty\nb: 1\n",
            "{a: 2, b: 1}",
            "a: 2\t#\tx\n#\ty\nb: 1\n"),
        new Case(
            "an entry goes with its comments",
            "# head\n\na: 1\n# of b\nb: 2 # too\n\nc: 3\n",
            "{a: 1, c: 3}",
            "# head\n\na: 1\n\nc: 3\n"),
        new Case(
            "an item goes with its comment",
            "a:\n- b\n# of c\n- c\n- d # d\n",
            "a: [b, d]",
            "a:\n- b\n- d # d\n"),
        new Case(
            "a new item takes the indentation",
            "a:\n    - b # b\nc: 1\n",
            "{a: [b, e], c: 1}",
            "a:\n    - b # b\n    - e\nc: 1\n"),
        new Case(
            "items of a map keep theirs",
            "a:\n- n: x # x\n  # v\n  v: 1\n- n: y\n  v: 2\n",
            "a: [{n: x, v: 1}, {n: y, v: 3}]",
            "a:\n- n: x # x\n  # v\n  v: 1\n- n: y\n  v: 3\n"),
        new Case("blank lines stay", "a: 1\n\n\nb: 2\n", "{a: 1, b: 3}", "a: 1\n\n\nb: 3\n"));
  }

  private static YamlSource source(String text) {
    return YamlSource.parse(text).orElseThrow();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void onlyWhatChangesIsWritten(Case each) {
    Value wanted = source(each.wanted()).value();
    String text = YamlEditor.edit(source(each.text()), wanted, null);
    assertThat(text).isEqualTo(each.result());
    assertThat(source(text).value()).isEqualTo(wanted);
    assertThat(YamlEditor.edit(source(text), wanted, null)).as("once more").isEqualTo(text);
  }
}
