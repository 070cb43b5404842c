package dev.japply.input;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Cases;
import dev.japply.UsesOracle;
import java.util.ArrayList;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Reads streams here and with `kubectl`'s own code, and compares. System property `japply.oracle`
/// names the program that runs that code, `japply.openapi` its schemas.
@UsesOracle
@Tag("generated")
class YamlOracleTest {
  private static Oracle oracle;

  @BeforeAll
  static void start() {
    oracle =
        new Oracle(
            System.getProperty("japply.oracle", ""), System.getProperty("japply.openapi", "."));
  }

  @AfterAll
  static void stop() {
    if (oracle != null) {
      oracle.close();
    }
  }

  @Test
  void tablesAreRight() {
    var tables =
        Stream.concat(
            YamlCase.table("scalars.txt").map(YamlCase::inMap), YamlCase.table("documents.txt"));
    SoftAssertions.assertSoftly(all ->
        tables.forEach(row ->
            all.assertThat(row.reading().wordless())
                .as(row.where())
                .isEqualTo(oracle.documents(row.text()).wordless())));
  }

  /// As many documents as it takes for every style of scalars to meet whatever may follow it.
  @Test
  void generatedScalars() {
    var generator = new ScalarGenerator(Long.getLong("japply.seed", 1));
    compare(Stream.generate(generator::stream).limit(Cases.of(100_000)));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void generatedStreams(long seed) {
    var generator = new YamlGenerator(seed);
    compare(Stream.generate(generator::stream).limit(Cases.of(500)));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void generatedNumbers(long seed) {
    var generator = new YamlGenerator(seed);
    compare(Stream.generate(generator::number).limit(Cases.of(2000)));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void brokenStreams(long seed) {
    var generator = new YamlGenerator(seed);
    compare(
        Stream.concat(
            Stream.generate(generator::damaged).limit(Cases.of(1000)),
            Stream.generate(generator::soup).limit(Cases.of(3000))));
  }

  @Test
  void listsAreTakenApart() {
    SoftAssertions.assertSoftly(all ->
        YamlCase.table("objects.txt")
            .forEach(row ->
                all.assertThat(row.reading().wordless())
                    .as(row.where())
                    .isEqualTo(oracle.objects(row.text()).wordless())));
  }

  private static void compare(Stream<String> streams) {
    var different = new ArrayList<String>();
    streams.forEach(text -> {
      Reading here = Reading.read(text);
      Reading there = oracle.documents(text);
      if (!here.wordless().equals(there.wordless())) {
        different.add(text + "\n## here: " + here + "\n## kubectl: " + there);
      }
    });
    assertThat(different.stream().limit(20)).as("%d differences", different.size()).isEmpty();
  }
}
