package dev.japply.cli;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.japply.cli.flags.Console;
import dev.japply.cli.flags.GoValues;
import dev.japply.cli.flags.UsageException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArgumentsTest {
  private static Parsed parse(String args) {
    Console console =
        Console.of(
            Map.of("KUBERC", "off"),
            InputStream.nullInputStream(),
            OutputStream.nullOutputStream(),
            OutputStream.nullOutputStream());
    CommandChoice choice = CommandChoice.of("japply", List.of(args.split(" ", -1)), console);
    choice.flags().parse(choice.arguments(), option -> null);
    return new Parsed(choice.names(), choice.flags().written(), choice.flags().arguments());
  }

  private record Parsed(List<String> names, List<String> flags, List<String> arguments) {
    String line() {
      return Stream.concat(names.stream(), flags.stream()).collect(joining(" "));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "apply -f x | apply --filename=x | ",
        "apply -fx | apply --filename=x | ",
        "apply -f=x | apply --filename=x | ",
        "apply --filename x --filename=y | apply --filename=x --filename=y | ",
        "apply -f - | apply --filename=- | ",
        "apply -Rf x | apply --recursive=true --filename=x | ",
        "apply -R=false x | apply --recursive=false | x",
        "apply -R false | apply --recursive=true | false",
        "apply --overwrite=F | apply --overwrite=F | ",
        "apply --dry-run client | apply --dry-run=unchanged | client",
        "apply --dry-run=client | apply --dry-run=client | ",
        "apply --validate -f x | apply --validate=strict --filename=x | ",
        "apply -v -f x | apply --verbosity=1 --filename=x | ",
        "apply -v 6 -f x | apply --verbosity=6 --filename=x | ",
        "apply -v6 | apply --verbosity=6 | ",
        "apply --v=6 | apply --verbosity=6 | ",
        "apply --v 6 | apply --verbosity=6 | ",
        "apply -- -f x | apply | -f x",
        "-n ns apply -f x | apply --namespace=ns --filename=x | ",
        "--namespace=ns -v apply -f x | apply --namespace=ns --verbosity=1 --filename=x | ",
        "apply -n apply | apply --namespace=apply | ",
        "--context apply version | version --context=apply | ",
        "--help | --help=true | ",
        "apply --dry_run=client --field_manager x | apply --dry-run=client --field-manager=x | ",
        "apply --dry_run client | apply --dry-run=unchanged | client",
        "apply -n -- -f - | apply --namespace=-- --filename=- | ",
        "apply -f a -- -- b | apply --filename=a | -- b",
        "apply -f --prune -f -1 | apply --filename=--prune --filename=-1 | ",
        "apply -RvRf=a=b | apply --recursive=true --verbosity=1 --recursive=true --filename=a=b | ",
        "apply -Rv6 --selector=a=b | apply --recursive=true --verbosity=6 --selector=a=b | ",
        "apply --filename= --context ${env:HOME} | apply --filename= --context=${env:HOME} | ",
        "apply -f x view-last-applied cm | apply view-last-applied --filename=x | cm",
        "apply -h | apply --help=true | ",
      })
  void readsFlagsAsPflag(String args, String canonical, String positionals) {
    Parsed parsed = parse(args);
    assertThat(parsed.line().replace("--v=", "--verbosity=")).isEqualTo(canonical);
    String rest = String.join(" ", parsed.arguments());
    assertThat(rest).isEqualTo(positionals == null ? "" : positionals);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "apply --foo | unknown flag: --foo",
        "apply --foo=bar | unknown flag: --foo",
        "apply --dryrun=client | unknown flag: --dryrun; did you mean --dry-run?",
        "apply --prine | unknown flag: --prine; did you mean --prune?",
        "apply --Filename x | unknown flag: --Filename; did you mean --filename?",
        "apply -Rx | unknown shorthand flag: 'x' in -x",
        "apply --nope --overwrite=maybe | unknown flag: --nope",
        "apply --overwrite=maybe --nope | invalid argument \"maybe\" for \"--overwrite\" flag: "
            + "strconv.ParseBool: parsing \"maybe\": invalid syntax; write true or false",
        "apply -Rx --overwrite=maybe | unknown shorthand flag: 'x' in -x",
        "apply --dry__run | unknown flag: --dry__run; did you mean --dry-run?",
        "apply ---x | bad flag syntax: ---x",
        "apply --=x | bad flag syntax: --=x",
        "apply -1 | unknown shorthand flag: '1' in -1",
        "apply -v6x | unknown shorthand flag: '6' in -6x",
        "apply -Rf | flag needs an argument: 'f' in -f",
        "apply --field_manager | flag needs an argument: --field-manager",
        "apply -f \"a | invalid argument \"\\\"a\" for \"-f, --filename\" flag: bare or missing \""
            + " in a list",
        "apply -xR | unknown shorthand flag: 'x' in -xR",
        "apply -f | flag needs an argument: 'f' in -f",
        "apply --filename | flag needs an argument: --filename",
        "apply --overwrite=maybe | invalid argument \"maybe\" for \"--overwrite\" flag: "
            + "strconv.ParseBool: parsing \"maybe\": invalid syntax; write true or false",
        "apply -R=yes | invalid argument \"yes\" for \"-R, --recursive\" flag: "
            + "strconv.ParseBool: parsing \"yes\": invalid syntax; write true or false",
        "apply --confirm= | invalid argument \"\" for \"--confirm\" flag: "
            + "strconv.ParseBool: parsing \"\": invalid syntax; write true or false",
        "apply --help=foo | invalid argument \"foo\" for \"-h, --help\" flag: "
            + "strconv.ParseBool: parsing \"foo\": invalid syntax; write true or false",
        "apply --grace-period=x | invalid argument \"x\" for \"--grace-period\" flag: "
            + "strconv.ParseInt: parsing \"x\": invalid syntax; write a whole number",
        "apply --grace-period=99999999999 | invalid argument \"99999999999\" for \"--grace-period\""
            + " flag: strconv.ParseInt: parsing \"99999999999\": value out of range",
        "apply --timeout=5 | invalid argument \"5\" for \"--timeout\" flag: "
            + "time: missing unit in duration \"5\"; write 5s",
        "apply --timeout=1m5 | invalid argument \"1m5\" for \"--timeout\" flag: "
            + "time: missing unit in duration \"1m5\"; write a number with a unit, as 5s, 2m or 1h",
        "apply --timeout=5x | invalid argument \"5x\" for \"--timeout\" flag: time: unknown unit"
            + " \"x\" in duration \"5x\"; write a number with a unit, as 5s, 2m or 1h",
        "apply --timeout=5minutes | invalid argument \"5minutes\" for \"--timeout\" flag: time:"
            + " unknown unit \"minutes\" in duration \"5minutes\"; write a number with a unit, as"
            + " 5s, 2m or 1h",
        "apply --timeout=soon | invalid argument \"soon\" for \"--timeout\" flag: "
            + "time: invalid duration \"soon\"; write a number with a unit, as 5s, 2m or 1h",
        "apply --timeout= | invalid argument \"\" for \"--timeout\" flag: "
            + "time: invalid duration \"\"; write a number with a unit, as 5s, 2m or 1h",
      })
  void refusesInPflagsWords(String args, String message) {
    assertThatThrownBy(() -> parse(args))
        .isInstanceOfSatisfying(
            UsageException.class,
            e ->
                assertThat(e.lines())
                    .containsExactly("error: " + message, "See 'japply apply --help' for usage."));
  }

  @Test
  void knowsItsCommands() {
    assertThatThrownBy(() -> parse("aply -f x"))
        .hasMessage("unknown command \"aply\" for \"japply\"; did you mean apply?");
    assertThatThrownBy(() -> parse("frobnicate"))
        .hasMessage("unknown command \"frobnicate\" for \"japply\"");
    assertThatThrownBy(() -> parse("migrate -f x"))
        .hasMessage(
            "unknown command \"migrate\" for \"japply\"; japply why, plan and diff --server-side"
                + " show what a migration does");
  }

  @Test
  void helpOfACommandIsAskedForInTwoWays() {
    assertThat(parse("help apply").line()).isEqualTo("apply --help=true");
    assertThat(parse("help apply view-last-applied").line())
        .isEqualTo("apply view-last-applied --help=true");
    assertThat(parse("help").line()).isEqualTo("--help=true");
    assertThat(parse("apply help").arguments()).containsExactly("help");
    assertThatThrownBy(() -> parse("help difff")).hasMessageContaining("did you mean diff?");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "a | [a]",
        "a,b | [a, b]",
        "\"a,b\",c | [a,b, c]",
        "\"a\"\"b\" | [a\"b]",
        "a, | [a, ]",
        "`` | []",
      })
  void splitsLists(String value, String items) {
    assertThat(GoValues.list(value)).hasToString(items);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {"a\"b", "\"a", "\"a\"b"})
  void refusesBrokenLists(String value) {
    assertThatThrownBy(() -> GoValues.list(value))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("bare or missing \" in a list");
  }

  @ParameterizedTest
  @CsvSource({"0,0", "5,5000", "1s,1000", "1m30s,90000", "1.5h,5400000", "250ms,250", "1us,0"})
  void readsTimes(String value, long millis) {
    assertThat(GoValues.duration("request-timeout", value).toMillis()).isEqualTo(millis);
    assertThat(GoValues.duration("request-timeout", value)).isLessThan(Duration.ofDays(1));
  }

  @ParameterizedTest
  @CsvSource({"0,0", "-0,0", "+5s,5000", "-1.5s,-1500", ".5s,500", "1.s,1000", "2µs,0"})
  void readsDurations(String value, long millis) {
    assertThat(GoValues.time(value).toMillis()).isEqualTo(millis);
  }

  @ParameterizedTest
  @CsvSource({"x", "1x", "s", "1s2", "-1s"})
  void refusesOtherTimes(String value) {
    assertThatThrownBy(() -> GoValues.duration("request-timeout", value))
        .hasMessageStartingWith("--request-timeout: Invalid timeout value \"" + value + "\"");
  }
}
