package dev.japply.execute;

import dev.japply.live.ClusterException;
import dev.japply.object.KubeObject;
import dev.japply.object.SecretMask;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// The words for what a server answers, with kubectl's key phrases, at the line of the manifest
/// that the answer speaks of.
public final class ServerProblems {
  private static final int INVALID = 422;

  /// What the server names as the field when it cannot decode a patch.
  private static final String PATCH = "patch";

  private ServerProblems() {}

  /// The problems that `e` tells of an object. A server that finds fault with several fields gives
  /// several; some it tells more than once.
  public static List<Problem> of(KubeObject object, ClusterException e) {
    List<MapValue> causes = e.status() == INVALID ? causes(e) : List.of();
    return causes.isEmpty()
        ? List.of(problem(object, e))
        : causes.stream().map(cause -> invalid(object, e, cause)).distinct().toList();
  }

  /// The problem that `e` tells of no object in particular.
  public static Problem general(ClusterException e) {
    return Problem.error(Origin.NONE, sentence(e), e.hint());
  }

  /// The sentence for `e`, as kubectl says it.
  public static String sentence(ClusterException e) {
    String message = Objects.requireNonNullElse(e.getMessage(), "");
    return switch (e.kind()) {
      case ANSWERED -> {
        String reason = e.reason().isEmpty() ? "" : " (" + e.reason() + ")";
        yield "Error from server" + reason + ": " + message;
      }
      case UNAUTHORIZED, CONFIGURATION, REFUSED, UNKNOWN_HOST, TIMEOUT, TLS, BROKEN -> message;
    };
  }

  static boolean alreadyExists(ClusterException e) {
    return e.reason().equals("AlreadyExists");
  }

  private static Problem problem(KubeObject object, ClusterException e) {
    String message = SecretMask.scrubbed(sentence(e), object.tree());
    Origin origin =
        FieldMention.in(message)
            .map(path -> object.positions().apply(path))
            .orElse(object.origin());
    return Problem.error(origin, object.key().subject(), message, hint(object, e));
  }

  private static Problem invalid(KubeObject object, ClusterException e, MapValue cause) {
    String field = cause.text("field");
    String detail = detail(field, cause.text("message"));
    String what =
        "The %s \"%s\" is invalid: %s: %s"
            .formatted(
                orElse(e.details().text("kind"), object.gvk().kind()),
                orElse(e.details().text("name"), object.name()),
                field,
                detail);
    Origin origin =
        (field.equals(PATCH) ? FieldMention.in(detail) : FieldMention.parse(field))
            .map(path -> object.positions().apply(path))
            .orElse(object.origin());
    return Problem.error(
        origin, object.key().subject(), SecretMask.scrubbed(what, object.tree()), "");
  }

  /// The server repeats a patch that it cannot decode, in Go's notation; what it says of it
  /// follows.
  private static String detail(String field, String message) {
    int dump = message.indexOf("Invalid value: \"map[");
    int end = message.lastIndexOf("\": ");
    return field.equals(PATCH) && dump >= 0 && end >= 0 ? message.substring(end + 3) : message;
  }

  private static String hint(KubeObject object, ClusterException e) {
    if (e.isConflict() && object.tree().map("metadata").has("resourceVersion")) {
      return "remove metadata.resourceVersion from the manifest";
    }
    if (!e.hint().isEmpty()) {
      return e.hint();
    }
    boolean namespace = e.isNotFound() && e.details().text("kind").equals("namespaces");
    return namespace ? "create the namespace first, or put it before the object in the input" : "";
  }

  private static List<MapValue> causes(ClusterException e) {
    return e.details().get("causes") instanceof ListValue list
        ? list.items().stream().flatMap(item -> map(item).stream()).toList()
        : List.of();
  }

  private static Optional<MapValue> map(Object value) {
    return value instanceof MapValue map ? Optional.of(map) : Optional.empty();
  }

  private static String orElse(String text, String other) {
    return text.isEmpty() ? other : text;
  }
}
