package dev.japply.cluster.rest;

import static dev.japply.cluster.rest.Loopback.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ClusterException.Kind;
import dev.japply.tree.Value.MapValue;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerErrorsTest {
  @Test
  void theStatusObjectSpeaksForItself() {
    ClusterException error =
        error(
            "PATCH",
            422,
            "application/json",
            "{'kind':'Status','apiVersion':'v1','status':'Failure','reason':'Invalid','code':422,"
                + "'message':'Deployment.apps \\'d\\' is invalid: spec.x: Required"
                + " value',"
                + "'details':{'name':'d','group':'apps','kind':'Deployment','causes':"
                + "[{'reason':'FieldValueRequired','message':'Required value',"
                + "'field':'spec.x'}]}}");
    assertThat(error.kind()).isEqualTo(Kind.RESPONDED);
    assertThat(error.status()).isEqualTo(422);
    assertThat(error.reason()).isEqualTo("Invalid");
    assertThat(error).hasMessage("Deployment.apps \"d\" is invalid: spec.x: Required value");
    assertThat(error.details())
        .isEqualTo(
            json(
                "{'name':'d','group':'apps','kind':'Deployment','causes':"
                    + "[{'reason':'FieldValueRequired','message':'Required value',"
                    + "'field':'spec.x'}]}"));
    assertThat(error.hint()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "GET   | 400 | BadRequest           | the server rejected our request for an"
            + " unknown reason",
        "GET   | 403 | Forbidden            | server's words",
        "GET   | 404 | NotFound             | the server could not find the requested resource",
        "GET   | 405 | MethodNotAllowed     | the server does not allow this method on"
            + " the requested"
            + " resource",
        "GET   | 406 | NotAcceptable        | server's words",
        "POST  | 409 | AlreadyExists        | the server reported a conflict",
        "PATCH | 409 | Conflict             | the server reported a conflict",
        "PATCH | 415 | UnsupportedMediaType | server's words",
        "PATCH | 422 | Invalid              | the server rejected our request due to an"
            + " error in our"
            + " request",
        "PATCH | 429 | TooManyRequests      | the server has received too many requests and has"
            + " asked us to try again later",
        "PATCH | 500 | InternalError        | an error on the server (\"server's words\") has"
            + " prevented the request from succeeding",
        "GET   | 502 | InternalError        | an error on the server (\"server's words\") has"
            + " prevented the request from succeeding",
        "PATCH | 503 | ServiceUnavailable   | the server is currently unable to handle the request",
        "PATCH | 504 | Timeout              | the server was unable to return a response"
            + " in the time"
            + " allotted, but may still be processing the request",
        "GET   | 418 | Unknown              | the server responded with the status code 418 but did"
            + " not return more information"
      },
      quoteCharacter = '`')
  void otherwiseTheStatusCodeDoes(String method, int status, String reason, String message) {
    ClusterException error = error(method, status, "text/plain", " server's words\n");
    assertThat(error.reason()).isEqualTo(reason);
    assertThat(error.status()).isEqualTo(status);
    assertThat(error).hasMessage(message + " (" + method.toLowerCase(Locale.ROOT) + " things.x n)");
    assertThat(error.details()).isEqualTo(MapValue.EMPTY);
  }

  @Test
  void whatIsNotTextIsNotQuoted() {
    assertThat(error("GET", 500, "application/json", "{'a':1}"))
        .hasMessageStartingWith("an error on the server (\"unknown\")");
    assertThat(error("GET", 403, "", "{}")).hasMessage("unknown (get things.x n)");
  }

  @Test
  void longAnswersAreCut() {
    assertThat(error("GET", 500, "text/html", "x".repeat(5000)).getMessage())
        .contains("x".repeat(2048))
        .doesNotContain("x".repeat(2049));
  }

  @Test
  void whoIsNotKnownMustLogIn() {
    ClusterException told =
        error(
            "GET",
            401,
            "application/json",
            "{'kind':'Status','message':'Unauthorized','reason':'Unauthorized','code':401}");
    assertThat(told.kind()).isEqualTo(Kind.UNAUTHORIZED);
    assertThat(told).hasMessage("You must be logged in to the server (Unauthorized)");
    ClusterException untold = error("GET", 401, "text/plain", "who?");
    assertThat(untold.kind()).isEqualTo(Kind.UNAUTHORIZED);
    assertThat(untold)
        .hasMessageStartingWith(
            "You must be logged in to the server (the server has asked for the client to provide"
                + " credentials");
  }

  @Test
  void aForbiddenRequestGetsTheServersWords() {
    String words = "configmaps is forbidden: User 'v' cannot create resource 'configmaps'";
    ClusterException error =
        error(
            "POST",
            403,
            "application/json",
            "{'kind':'Status','reason':'Forbidden','message':'" + words.replace("'", "\\'") + "'}");
    assertThat(error.reason()).isEqualTo("Forbidden");
    assertThat(error).hasMessage(words.replace('\'', '"'));
  }

  private static ClusterException error(
      String method, int status, String contentType, String body) {
    var request = new Request(method, "/p", new TreeMap<>(), "", "", "things.x n", null);
    String text = contentType.equals("application/json") ? body.replace('\'', '"') : body;
    var bytes = new Body(text.getBytes(StandardCharsets.UTF_8));
    return ServerErrors.of(request, new Response(status, contentType, "", "", List.of(), bytes));
  }
}
