package dev.japply.faults;

import static dev.japply.faults.Fault.When.AFTER;
import static dev.japply.faults.Fault.When.BEFORE;

import dev.japply.faults.Relay.Forward;
import dev.japply.faults.Relay.Reply;
import dev.japply.faults.Upstream.Answer;
import dev.japply.tree.GoJson;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// What may befall a request.
enum Fault {
  CONFLICT("409, by a writer", BEFORE),
  OTHER_WRITES("another writes", BEFORE),
  OTHER_DELETES("404, deleted", BEFORE),
  OTHER_REPLACES("replaced by another", BEFORE),
  BUSY("429", BEFORE),
  BUSY_FOR_A_SECOND("429, Retry-After", BEFORE),
  UNAUTHORIZED("401", BEFORE),
  SERVER_STARTING("403, starting", BEFORE),
  ERROR("500", BEFORE, AFTER),
  WEBHOOK("500, webhook", BEFORE),
  SLOW_WEBHOOK("500, webhook slow", BEFORE),
  LEADER_CHANGED("500, etcd leader", BEFORE, AFTER),
  BAD_GATEWAY("502", BEFORE, AFTER),
  UNAVAILABLE("503", BEFORE, AFTER),
  TYPE_UNAVAILABLE("503, discovery", BEFORE),
  GATEWAY_TIMEOUT("504", BEFORE, AFTER),
  REFUSED("refused", BEFORE),
  RESET("reset", BEFORE, AFTER),
  CUT("cut response", AFTER),
  SILENCE("stalled", BEFORE, AFTER),
  SILENCE_MIDWAY("stalled midway", AFTER),
  EMPTY_OBJECT("200 {}", BEFORE, AFTER),
  HTML("200 HTML", BEFORE, AFTER),
  BROKEN_SCHEMA("OpenAPI, broken", BEFORE),
  STRANGE_SCHEMA("OpenAPI, strange", BEFORE);

  private static final String JSON = "application/json";

  private static final String MODIFIED =
      "Operation cannot be fulfilled on PATH: the object has been modified; "
          + "please apply your changes to the latest version and try again";
  private static final String WEBHOOK_FAILED =
      "Internal error occurred: failed calling webhook \"v.example.com\": "
          + "failed to call webhook: Post \"https://v.example.svc:443/?timeout=10s\": ";
  private static final String STARTING = "PATH is forbidden: not yet ready to handle request";

  private final String title;
  private final boolean before;
  private final boolean after;

  /// Whether the server gets the request.
  enum When {
    BEFORE,
    AFTER
  }

  Fault(String title, When... whens) {
    this.title = title;
    this.before = List.of(whens).contains(BEFORE);
    this.after = List.of(whens).contains(AFTER);
  }

  /// How it is called in the table.
  String title() {
    return title;
  }

  List<When> whens() {
    return Stream.of(When.values()).filter(when -> when == BEFORE ? before : after).toList();
  }

  /// Whether requests have a limit of time, which is also that of waiting for a server.
  boolean needsTimeout() {
    return this == SILENCE || this == SILENCE_MIDWAY || this == REFUSED;
  }

  /// Whether it may befall `request`.
  boolean fits(Request request) {
    boolean one = request.isOfObject() || request.method().equals("POST");
    return switch (this) {
      case CONFLICT, WEBHOOK, SLOW_WEBHOOK, SERVER_STARTING -> request.isWrite();
      case BROKEN_SCHEMA, STRANGE_SCHEMA -> request.isOpenApi();
      case OTHER_WRITES -> one;
      case OTHER_DELETES, OTHER_REPLACES -> request.isOfObject();
      case TYPE_UNAVAILABLE -> request.isDiscovery();
      default -> true;
    };
  }

  /// Does it to a request.
  Reply happen(Request request, When when, Forward forward, OtherWriter other) throws IOException {
    if (when == AFTER) {
      Answer answer = forward.send();
      return switch (this) {
        case CUT -> new Reply.Cut(answer);
        case SILENCE_MIDWAY -> new Reply.Stalled(answer);
        default -> reply(request);
      };
    }
    return switch (this) {
      case CONFLICT -> {
        if (request.isOfObject()) {
          other.write(request.path());
        }
        yield reply(request);
      }
      case OTHER_WRITES -> {
        if (request.method().equals("POST")) {
          other.create(request);
          yield new Reply.Whole(forward.send());
        }
        yield around(request, forward, () -> other.write(request.path()));
      }
      case OTHER_DELETES -> around(request, forward, () -> other.delete(request));
      case OTHER_REPLACES -> around(request, forward, () -> other.replace(request));
      default -> reply(request);
    };
  }

  /// Somebody else acts before a write, and right after a read.
  private static Reply around(Request request, Forward forward, Runnable action)
      throws IOException {
    if (request.isWrite()) {
      action.run();
      return new Reply.Whole(forward.send());
    }
    Answer answer = forward.send();
    action.run();
    return new Reply.Whole(answer);
  }

  private Reply reply(Request request) {
    return switch (this) {
      case RESET, REFUSED -> new Reply.Reset();
      case SILENCE -> new Reply.Silence();
      case BUSY_FOR_A_SECOND -> {
        Answer busy = answer(request);
        var headers = new TreeMap<>(busy.headers());
        headers.put("retry-after", "1");
        yield new Reply.Whole(new Answer(busy.status(), Map.copyOf(headers), busy.body()));
      }
      default -> new Reply.Whole(answer(request));
    };
  }

  private Answer answer(Request request) {
    return switch (this) {
      case CONFLICT -> status(409, "Conflict", MODIFIED.replace("PATH", request.path()));
      case BUSY, BUSY_FOR_A_SECOND ->
          status(429, "TooManyRequests", "Too many requests, please try again later.");
      case UNAUTHORIZED -> status(401, "Unauthorized", "Unauthorized");
      case SERVER_STARTING -> status(403, "Forbidden", STARTING.replace("PATH", request.path()));
      case ERROR -> status(500, "InternalError", "Internal error occurred: something broke");
      case WEBHOOK -> status(500, "InternalError", WEBHOOK_FAILED + "EOF");
      case SLOW_WEBHOOK ->
          status(500, "InternalError", WEBHOOK_FAILED + "context deadline exceeded");
      case LEADER_CHANGED -> status(500, "", "etcdserver: leader changed");
      case BAD_GATEWAY -> Answer.of(502, "text/plain", "bad gateway");
      case UNAVAILABLE, TYPE_UNAVAILABLE -> Answer.of(503, "text/plain", "service unavailable");
      case GATEWAY_TIMEOUT -> Answer.of(504, "text/plain", "upstream timed out");
      case EMPTY_OBJECT -> Answer.of(200, JSON, "{}");
      case HTML -> Answer.of(200, "text/html", "<!DOCTYPE html><html><body>Log in</body></html>");
      case BROKEN_SCHEMA ->
          Answer.of(200, JSON, "{\"openapi\":\"3.0.0\",\"components\":{\"schemas\":{");
      case STRANGE_SCHEMA ->
          Answer.of(
              200, JSON, "{\"openapi\":\"3.0.0\",\"paths\":{},\"components\":{\"schemas\":[1]}}");
      default -> throw new IllegalStateException(toString());
    };
  }

  private static Answer status(int code, String reason, String message) {
    MapValue status =
        MapValue.of("kind", Value.text("Status"))
            .with("apiVersion", Value.text("v1"))
            .with("metadata", MapValue.EMPTY)
            .with("status", Value.text("Failure"))
            .with("message", Value.text(message))
            .with("reason", Value.text(reason))
            .with("code", Value.number(code));
    return Answer.of(code, JSON, GoJson.write(status));
  }
}
