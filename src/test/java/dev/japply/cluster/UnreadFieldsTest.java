package dev.japply.cluster;

import static dev.japply.cluster.Things.json;
import static dev.japply.cluster.Things.thing;
import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.problem.Problem;
import dev.japply.schema.OpenApiReader;
import dev.japply.schema.Schema;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Which field of a manifest a server cannot read, at which line, and what it was meant to be, by
/// the server's schema.
class UnreadFieldsTest {
  private static final Schema THING =
      new OpenApiReader()
          .read(
              json(
                  """
                  {'openapi': '3.0.0', 'components': {'schemas': {
                   'io.k8s.apimachinery.pkg.api.resource.Quantity': {'type': 'string'},
                   'T': {'type': 'object', 'properties': {
                    'kind': {'type': 'string'}, 'apiVersion': {'type': 'string'},
                    'metadata': {'type': 'object', 'properties': {'name': {'type': 'string'},
                     'labels': {'type': 'object', 'additionalProperties': {'type': 'string'}},
                     'annotations': {'type': 'object'}}},
                    'status': {'type': 'object', 'properties': {'phase': {'type': 'string'}}},
                    'spec': {'type': 'object', 'properties': {
                     'replicas': {'type': 'integer'}, 'replicasets': {'type': 'integer'},
                     'annotations':
                      {'type': 'object', 'additionalProperties': {'type': 'string'}},
                     'paused': {'type': 'boolean'},
                     'ratio': {'type': 'number'}, 'ca': {'type': 'string', 'format': 'byte'},
                     'port': {'x-kubernetes-int-or-string': true},
                     'memory': {'$ref':
                      '#/components/schemas/io.k8s.apimachinery.pkg.api.resource.Quantity'},
                     'args': {'type': 'array', 'items': {'type': 'string'}},
                     'selector': {'type': 'object', 'properties': {'app': {'type': 'string'}}},
                     'template': {'type': 'object', 'properties': {
                      'hostNetwork': {'type': 'boolean'},
                      'containers': {'type': 'array', 'items': {'type': 'object', 'properties': {
                       'name': {'type': 'string'}, 'image': {'type': 'string'},
                       'limits': {'type': 'object', 'properties': {
                        'cpu': {'type': 'string'}}}}}}}}}}}}}}}
                  """))
          .type("T")
          .orElseThrow();

  private static String told(String spec, String message) {
    return Things.told(problems(spec, message));
  }

  private static List<Problem> problems(String spec, String message) {
    var e = new ClusterException(400, "BadRequest", message, MapValue.EMPTY);
    var request = new RequestContext(thing("Thing", spec), null, null, () -> Optional.of(THING));
    return ServerProblems.of(request, e);
  }

  /// Values of the wrong type, which the server tells of in words of its own.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "{'replicas':'3'}    | spec.replicas: must be an integer, but is a string",
        "{'replicas':1.5}    | spec.replicas: must be an integer, but is a fraction",
        "{'replicas':{}}     | spec.replicas: must be an integer, but is a map",
        "{'paused':'true'}   | spec.paused: must be true or false, but is a string",
        "{'paused':1}        | spec.paused: must be true or false, but is a number",
        "{'ratio':true}      | spec.ratio: must be a number, but is true",
        "{'port':true}       | spec.port: must be an integer or a string",
        "{'port':1.5}        | spec.port: must be an integer or a string",
        "{'memory':'lots'}   | spec.memory: must be a quantity such as 500m or 2Gi",
        "{'memory':false}    | spec.memory: must be a quantity such as 500m or 2Gi",
        "{'memory':{}}       | spec.memory: must be a quantity such as 500m or 2Gi",
        "{'ca':'not base64'} | spec.ca: must be base64",
        "{'ca':'a%b='}       | spec.ca: must be base64",
        "{'args':'a'}        | spec.args: must be a list, but is a string",
        "{'args':['a',[]]}   | spec.args[1]: must be a string, but is a list",
        "{'annotations':{'a':[]}} | spec.annotations.a: must be a string, but is a list",
        "{'selector':['a']}  | spec.selector: must be a map, but is a list",
        "[]                  | spec: must be a map, but is a list",
        "{'template':{'containers':[{'name':'a'},{'limits':{'cpu':[]}}]}} |"
            + " spec.template.containers[1].limits.cpu: must be a string, but is a list",
      })
  void findsTheValueOfTheWrongType(String spec, String said) {
    String path = said.substring(0, said.indexOf(':'));
    assertThat(told(spec, "Thing in version \"v1\" cannot be handled as a Thing: x y"))
        .startsWith("f:%d: Thing o: Error from server (BadRequest): ".formatted(1 + path.length()))
        .contains(said)
        .doesNotContain("cannot be handled", "quotes")
        .contains("x y");
  }

  /// In quotes they are strings.
  @ParameterizedTest
  @CsvSource({"7, a number", "true, true", "1.5, a fraction"})
  void saysWhatToDoWithAValueThatIsNoString(String value, String is) {
    assertThat(told("{'args':[" + value + "]}", "x"))
        .isEqualTo(
            "f:13: Thing o: Error from server (BadRequest): spec.args[0]: must be a string, but is "
                + is
                + "; put it in quotes (x)");
  }

  /// What is right is not told of: then the server's words stand alone.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "{'replicas':3,'paused':true,'ratio':0.5,'port':8080,'memory':'1.5Gi','ca':'aGk='}",
        "{'replicas':123456789012345678901234567890,'ratio':3,'port':'http','memory':500}",
        "{'memory':null,'ca':null,'port':null,'replicas':null}",
        "{'memory':'-2e3','ca':'','args':['a',null],'selector':null,'unknown':{'a':1}}",
        "{'memory':0.5,'ca':'aG\\nk=','args':[],'template':{'containers':[{}]}}",
      })
  void findsNoFaultWithOthers(String spec) {
    assertThat(told(spec, "x")).isEqualTo("f:1: Thing o: Error from server (BadRequest): x");
  }

  /// The server stops at one of them: its words go with the one that they name or describe.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "json: cannot unmarshal into field of spec.args | args",
        "unrecognized type: int | replicas",
        "unrecognized type: bool | paused",
        "unrecognized type: string | args",
        "illegal base64 data | ca",
        "quantities must match | memory",
        "something else | args",
      })
  void wordsGoWithTheFieldThatTheyMean(String words, String field) {
    String spec = "{'replicas':'3','paused':'x','ca':'%','memory':'m','args':[1]}";
    List<Problem> problems = problems(spec, words);
    assertThat(problems).hasSize(5);
    assertThat(problems)
        .filteredOn(problem -> problem.toString().contains(words.replaceFirst("^json: ", "")))
        .singleElement()
        .satisfies(problem -> assertThat(problem.what()).contains(": spec." + field));
  }

  /// Fields that the server does not know.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "spec.replica                     | did you mean \"replicas\"?",
        "spec.Replicas                    | did you mean \"replicas\"?",
        "spec.REPLICAS                    | did you mean \"replicas\"?",
        "spec.replcas                     | did you mean \"replicas\"?",
        "spec.replicase                   | did you mean \"replicas\"?",
        "spec.replicasett                 | did you mean \"replicasets\"?",
        "spec.cb                          | did you mean \"ca\"?",
        "annotations                      | it is not told",
        "spec.arg                         | did you mean \"args\"?",
        "spec.prot                        | did you mean \"port\"?",
        "spec.pxzt                        | it is not told",
        "spec.hostNetwork                 | it belongs to spec.template",
        "spec.template.replicas           | it belongs to spec",
        "spec.template.containers[0].args | it belongs to spec",
        "spec.template.containers[0].imag | did you mean \"image\"?",
        "spec.template.containers[0].limits.name | it belongs to spec.template.containers[0]",
        "replicas                         | it belongs to spec",
        "hostNetwork                      | it belongs to spec.template",
        "phase                            | it is not told",
        "spec.somethingElse               | it is not told",
        "metadata.lables                  | did you mean \"labels\"?",
        "metadata.labels.replicas.x       | it is not told",
      })
  void saysWhatAnUnknownFieldWasMeantToBe(String field, String hint) {
    String message = "strict decoding error: unknown field \"" + field + "\"";
    String wanted =
        "f:%d: Thing o: Error from server (BadRequest): %s".formatted(1 + field.length(), message);
    assertThat(told("{}", message))
        .isEqualTo(hint.startsWith("it is not") ? wanted : wanted + "; " + hint);
  }

  /// A field that stands twice is known, and has no other name.
  @Test
  void tellsOfEachStrictFieldByLine() {
    String message = "unknown field \"spec.template.image\", duplicate field \"spec.replicas\"";
    assertThat(told("{}", "x: " + message))
        .isEqualTo(
            "f:14: Thing o: Error from server (BadRequest): strict decoding error: duplicate field"
                + " \"spec.replicas\"\n"
                + "f:20: Thing o: Error from server (BadRequest): strict decoding error: unknown"
                + " field \"spec.template.image\"");
  }
}
