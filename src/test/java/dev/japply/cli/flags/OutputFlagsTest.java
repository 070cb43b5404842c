package dev.japply.cli.flags;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.japply.cli.flags.OutputFlags.ObjectOutput;
import dev.japply.report.OutputFormat;
import dev.japply.tree.Json;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What the flags choose. What templates print is held against kubectl by [PrintOracleTest].
class OutputFlagsTest {
  private static final MapValue OBJECT =
      (MapValue)
          Json.parse(
              """
              {"kind":"K","list":[{"x":1},{"x":2000000}],"data":{"p":"cGFzcw=="},"half":0.5}
              """);

  private static ObjectOutput format(String output, String template) {
    var set = FlagSet.parsing("japply apply");
    var flags = new OutputFlags(Flags.of(set));
    set.parse(
        Stream.of(
                output.equals("-") ? "" : "--output=" + output,
                template.isEmpty() ? "" : "--template=" + template)
            .filter(word -> !word.isEmpty())
            .toList(),
        option -> null);
    return flags.format();
  }

  private static OutputFormat notation(ObjectOutput format) {
    return switch (format) {
      case ObjectOutput.Each(OutputFormat notation) -> notation;
      case ObjectOutput.Together(OutputFormat notation) -> notation;
      case ObjectOutput.Lines() -> throw new AssertionError("lines");
      case ObjectOutput.Names() -> throw new AssertionError("names");
    };
  }

  @ParameterizedTest
  @CsvSource({
    "-, '', Lines",
    "'', '', Lines",
    "'', {{.kind}}, Lines",
    "name, '', Names",
    "NAME, '', Names",
    "json, '', Together",
    "Yaml, '', Together",
    "json, {{.kind}}, Together",
    "-, {{.kind}}, Each",
    "jsonpath, {.kind}, Together",
    "jsonpath={.kind}, '', Together",
    "template={{.kind}}, '', Together",
    "go-template, {{.kind}}, Together"
  })
  void choosesAForm(String output, String template, String form) {
    assertThat(format(output, template).getClass().getSimpleName()).isEqualTo(form);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        "jsonpath={.kind} {.list[*].x} # K 1 2000000",
        "jsonpath={range .list[*]}{.x},{end} # 1,2000000,",
        "jsonpath={.list[?(@.x>1)].x} # 2000000",
        "jsonpath={.data} # {\"p\":\"cGFzcw==\"}",
        "jsonpath={.half} # 0.5",
        "go-template={{.kind}} {{.data.p | base64decode}} {{len .list}} # K pass 2",
        "go-template={{range $i, $e := .list}}{{$i}}:{{$e.x}} {{end}}! # 0:1 1:2000000 !",
        "go-template={{printf \"%5.1f|%q|%v\" .half .kind .none}} #   0.5|\"K\"|<nil>",
      })
  void prints(String output, String text) {
    OutputFormat.Printed printed = notation(format(output, "")).print(List.of(OBJECT));
    assertThat(printed.problem()).isEmpty();
    assertThat(printed.text().strip()).isEqualTo(text.strip());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        "go-template={{.kind}}{{.kind.x}} # K # can't evaluate field x in type interface {}",
        "go-template={{.data.p | base64decode | len}}{{range .data.p}}{{end}} # 4 # iterate over a"
            + " string",
        "jsonpath={.kind[0]} # '' # string is not array or slice",
        "jsonpath={.data.p[?(@.x)]} # '' # string is not array or slice and cannot be filtered",
      })
  void saysWhatDoesNotFitAndTellsNoValues(String output, String text, String problem) {
    OutputFormat.Printed printed = notation(format(output, "")).print(List.of(OBJECT));
    assertThat(printed.text()).isEqualTo(text);
    assertThat(printed.problem())
        .contains(problem)
        .doesNotContain("cGFzcw==")
        .doesNotContain("pass");
  }

  @Test
  void ofSeveralObjectsIntegersAreFractionsInPathsOnly() {
    List<MapValue> two = List.of(OBJECT, OBJECT);
    String path = "jsonpath={.items[0].list[1].x}";
    String template = "go-template={{(index (index .items 0).list 1).x}}";
    assertThat(notation(format(path, "")).print(two).text()).isEqualTo("2e+06");
    assertThat(notation(format(template, "")).print(two).text()).isEqualTo("2000000");
  }

  @Test
  void printsKyaml() {
    OutputFormat kyaml = notation(format("kyaml", ""));
    assertThat(kyaml.print(List.of(OBJECT)).text())
        .isEqualTo(
            """
            ---
            {
              data: {
                p: "cGFzcw==",
              },
              half: 0.5,
              kind: "K",
              list: [{
                x: 1,
              }, {
                x: 2000000,
              }],
            }
            """);
    assertThatThrownBy(() -> format("kyam", ""))
        .hasMessageContaining("output format \"kyam\", allowed formats are: go-template,")
        .hasMessageContaining(",kyaml,");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        "jsonpath # '' # template format specified but no template given",
        "go-template= # '' # template format specified but no template given",
        "jsonpath={ # '' # error parsing jsonpath {, unclosed action",
        "go-template={{x}} # '' # error parsing template {{x}}, template: output:1: function \"x\""
            + " not defined",
        "jsonpath-file=/none/f # '' # error reading --template /none/f, open /none/f: no such file"
            + " or directory",
        "jsonpath={.a} # {.b} # unable to match a printer suitable for the output format"
            + " \"jsonpath={.a}\"",
        "JSONPATH={.a} # '' # unable to match a printer",
        "json=x # '' # unable to match a printer",
      })
  void refuses(String output, String template, String message) {
    assertThatThrownBy(() -> format(output, template))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(message);
  }
}
