package dev.japply.cluster.rest;

import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ClusterException.Kind;
import dev.japply.object.SecretMask;
import dev.japply.tree.GoJson;
import dev.japply.tree.JsonSyntaxException;
import dev.japply.tree.Value;
import dev.japply.tree.Value.IntValue;
import dev.japply.tree.Value.MapValue;
import java.util.Locale;

/// Converts error responses to exceptions. The message is from the `Status` object in the response,
/// else from the HTTP status, as in Kubernetes' own clients.
final class ServerErrors {
  private static final int LONGEST_TEXT = 2048;

  private static final int SHOWN = 80;

  private ServerErrors() {}

  static ClusterException of(Request request, Response response) {
    MapValue status = status(response);
    String message = status.isEmpty() ? message(request, response) : status.text("message");
    String reason = status.isEmpty() ? reason(request, response.status()) : status.text("reason");
    int code = status.get("code") instanceof IntValue(long value) ? (int) value : response.status();
    if (code == 401) {
      message = "You must be logged in to the server (" + message + ")";
    }
    return new ClusterException(code, reason, message, status.map("details"));
  }

  /// Whether a server with TLS refuses a request without it, with the words of Go or nginx.
  static boolean wantsTls(Response response) {
    if (response.status() != 400) {
      return false;
    }
    String text = response.body().text();
    return text.contains("HTTP request to an HTTPS server")
        || text.contains("HTTP request was sent to HTTPS port");
  }

  /// Returns the error for a success that is not JSON. The possible start of an object is not
  /// quoted.
  static ClusterException notJson(Request request, Response response, JsonSyntaxException e) {
    String text = response.body().text().strip();
    boolean object = text.startsWith("{") || text.startsWith("[");
    return unexpected(request, object ? fault(e) : start(request, text));
  }

  /// Returns the start of `text`, masked if it may be a Secret.
  private static String start(Request request, String text) {
    return BodyRedactor.isOfSecrets(request.path())
        ? SecretMask.HIDDEN
        : quoted(text.substring(0, Math.min(text.length(), SHOWN)));
  }

  /// Returns the error in the JSON. The parser's own message may quote a Secret, so it is replaced.
  static String fault(JsonSyntaxException e) {
    boolean ours = e.getCause() == null || String.valueOf(e.getMessage()).startsWith("nested ");
    return ours
        ? String.valueOf(e.getMessage())
        : "invalid JSON (line %d, column %d)".formatted(e.line(), e.column());
  }

  /// Returns the error for a successful response with unexpected content.
  static ClusterException unexpected(Request request, String why) {
    return new ClusterException(
        Kind.UNEXPECTED,
        "Server returned an unexpected response to "
            + request.method()
            + " "
            + request.path()
            + ": "
            + why
            + TransportErrors.unknown(request),
        "",
        null);
  }

  /// Returns the `Status` object in the body; empty if there is none.
  private static MapValue status(Response response) {
    try {
      return response.body().tree() instanceof MapValue map && map.text("kind").equals("Status")
          ? map
          : MapValue.EMPTY;
    } catch (JsonSyntaxException e) {
      return MapValue.EMPTY;
    }
  }

  private static String reason(Request request, int status) {
    return switch (status) {
      case 400 -> "BadRequest";
      case 401 -> "Unauthorized";
      case 403 -> "Forbidden";
      case 404 -> "NotFound";
      case 405 -> "MethodNotAllowed";
      case 406 -> "NotAcceptable";
      case 409 -> request.method().equals("POST") ? "AlreadyExists" : "Conflict";
      case 415 -> "UnsupportedMediaType";
      case 422 -> "Invalid";
      case 429 -> "TooManyRequests";
      case 503 -> "ServiceUnavailable";
      case 504 -> "Timeout";
      default -> status >= 500 ? "InternalError" : "Unknown";
    };
  }

  private static String message(Request request, Response response) {
    String text = message(response.status(), serverText(response));
    return request.subject().isEmpty()
        ? text
        : text + " (" + request.method().toLowerCase(Locale.ROOT) + " " + request.subject() + ")";
  }

  private static String message(int status, String text) {
    return switch (status) {
      case 400 -> "the server rejected our request for an unknown reason";
      case 401 -> "the server has asked for the client to provide credentials";
      case 403, 415 -> text;
      case 404 -> "the server could not find the requested resource";
      case 405 -> "the server does not allow this method on the requested resource";
      case 406 ->
          text.equals("unknown")
              ? "the server was unable to respond with a content type that the client supports"
              : text;
      case 409 -> "the server reported a conflict";
      case 422 -> "the server rejected our request due to an error in our request";
      case 429 -> "the server has received too many requests and has asked us to try again later";
      case 503 -> "the server is currently unable to handle the request";
      case 504 ->
          "the server was unable to return a response in the time allotted, but may still be"
              + " processing the request";
      default ->
          status >= 500
              ? "an error on the server ("
                  + quoted(text)
                  + ") has prevented the request from succeeding"
              : "the server responded with the status code "
                  + status
                  + " but did not return more information";
    };
  }

  private static String serverText(Response response) {
    String text = response.contentType().startsWith("text/") ? response.body().text().strip() : "";
    return text.isEmpty() ? "unknown" : text.substring(0, Math.min(text.length(), LONGEST_TEXT));
  }

  private static String quoted(String text) {
    return GoJson.write(Value.text(text));
  }
}
