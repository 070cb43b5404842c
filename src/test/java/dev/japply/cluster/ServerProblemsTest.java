package dev.japply.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.object.KubeObject;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;

/// What is told of answers that a test cannot make a server give at will; the others are in the
/// scripts `error-*`. The answers have the form of those of Kubernetes 1.34.
class ServerProblemsTest {
  private static final MapValue JOB =
      json(
          """
          {"apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": "j", "namespace": "n"},
           "spec": {"template": {"spec": {"containers": [{"name": "b", "image": "b:2"}]}}}}\
          """);

  private static MapValue json(String text) {
    return (MapValue) Json.parse(text);
  }

  /// A manifest whose fields stand on the lines that their paths are long.
  private static KubeObject object(MapValue tree) {
    return new KubeObject(
        tree, new Origin("f", 1, 1), path -> new Origin("f", 1 + path.toString().length(), 1));
  }

  private static KubeObject object(String apiVersion, String kind) {
    String metadata = "{\"name\": \"o\", \"namespace\": \"n\"}";
    return object(
        json(
            "{\"apiVersion\": \"%s\", \"kind\": \"%s\", \"metadata\": %s}"
                .formatted(apiVersion, kind, metadata)));
  }

  private static String told(List<Problem> problems) {
    return String.join("\n", problems.stream().map(Problem::toString).toList());
  }

  @ParameterizedTest
  @CsvFileSource(resources = "what-to-do.csv", delimiter = '|', quoteCharacter = '`')
  void saysWhatToDo(int status, String reason, String message, String said) {
    var e =
        new ClusterException(status, reason.strip(), message.replace("\\n", "\n"), MapValue.EMPTY);
    assertThat(told(ServerProblems.of(object("v1", "ConfigMap"), e)))
        .isEqualTo("f:1: ConfigMap n/o: " + said);
  }

  private static ClusterException invalid(String field, String message) {
    MapValue cause =
        MapValue.EMPTY.with("field", Value.text(field)).with("message", Value.text(message));
    MapValue details = MapValue.of("causes", ListValue.of(cause));
    return new ClusterException(422, "Invalid", "all of it", details);
  }

  @ParameterizedTest
  @CsvFileSource(resources = "fields.csv", delimiter = '|', quoteCharacter = '`')
  void namesTheField(String apiVersion, String kind, String field, String message, String said) {
    var e = invalid(field.strip(), message.replace("\\n", "\n"));
    assertThat(told(ServerProblems.of(object(apiVersion, kind), e))).isEqualTo(said);
  }

  /// The server stores null as zero or as an empty text, and names only that.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'resources':{'limits':{'cpu':null},'requests':{'cpu':'1'}}} | resources.requests |"
            + " Invalid value: \"1\": must be less than or equal to cpu limit of 0 |"
            + " resources.limits.cpu",
        "{'port':null} | port | Invalid value: 0: must be between 1 and 65535 | port",
        "{'port':null} | port | Required value | port",
        "{'key':{'name':null}} | key.name | Invalid value: \"\": too short | key.name",
        "{'port':null} | port | Invalid value: 10: must be below 10.0 | ''",
        "{'port':0} | port | Invalid value: 0: must be between 1 and 65535 | ''",
        "{'a':{'b':{'c':0}},'d':null} | a.b.c | Invalid value: 0: no | ''",
      })
  void namesTheNull(String container, String field, String message, String found) {
    String text =
        GoJson.write(JOB)
            .replace("{\"image\":\"b:2\",\"name\":\"b\"}", container.replace('\'', '"'));
    String top = "spec.template.spec.containers[0].";
    var request = new RequestContext(object(json(text)), null, null, Optional::empty);
    String hint = ServerProblems.of(request, invalid(top + field, message)).getFirst().hint();
    assertThat(hint)
        .isEqualTo(
            found.isEmpty()
                ? ""
                : top
                    + found
                    + " is null in the manifest, line "
                    + (1 + (top + found).length())
                    + ", which counts as 0 or empty: give it a value, or leave it out");
  }

  /// The server counts the container that somebody injected before those of the manifest.
  @Test
  void findsTheItemOfTheManifest() {
    String injected = "{\"name\": \"a\", \"image\": \"a:1\"}";
    MapValue result = json(GoJson.write(JOB).replace("[{", "[" + injected + ", {"));
    MapValue live = json(GoJson.write(result).replace("b:2", "b:1"));
    var request = new RequestContext(object(JOB), live, result, Optional::empty);
    var e = invalid("spec.template", "Invalid value: {\"Spec\":{}}: field is immutable");
    int line = 1 + "spec.template.spec.containers[0].image".length();
    assertThat(told(ServerProblems.of(request, e)))
        .startsWith(
            "f:%d: Job n/j: The Job \"j\" is invalid: spec.template.spec.containers[1].image (live \"b:1\","
                    .formatted(line)
                + " manifest \"b:2\"): field is immutable; a Job cannot take this change");
  }
}
