package dev.japply.cluster;

import dev.japply.cluster.ChangedFields.Change;
import dev.japply.cluster.ServerText.Detail;
import dev.japply.object.KubeObject;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Converts error responses to problems at lines of the manifest. Messages contain kubectl's key
/// phrases, the field, the error and advice.
public final class ServerProblems {
  private static final int BAD_REQUEST = 400;
  private static final int FORBIDDEN = 403;

  /// The server's placeholder for the field if it cannot decode a patch.
  private static final String PATCH = "patch";

  /// The server's placeholder for an error without a field.
  private static final String NO_FIELD = "<nil>";

  /// Reports only that validation was incomplete because of other errors.
  private static final String UNFINISHED = "some validation rules were not checked";

  private static final String MORE = "more rules are checked once this is fixed";

  private static final Pattern QUOTED = Pattern.compile("^\"([^\"]+)\" must ");

  private ServerProblems() {}

  /// Returns the problems of an object that `e` reports. An error response may list several fields,
  /// and some of them more than once.
  public static List<Problem> of(KubeObject object, ClusterException e) {
    return of(RequestContext.of(object), e);
  }

  /// Returns the problems of a known request that `e` reports.
  public static List<Problem> of(RequestContext request, ClusterException e) {
    List<MapValue> causes = e.isInvalid() ? causes(e) : List.of();
    if (causes.isEmpty()) {
      return e.status() == BAD_REQUEST && !message(e).isEmpty()
          ? inOrder(DecodingErrors.problems(request, bad(e), message(e)).stream())
          : List.of(problem(request, e));
    }
    List<MapValue> informative = causes.stream().filter(cause -> !unfinished(cause)).toList();
    List<MapValue> relevant = informative.isEmpty() ? causes : informative;
    List<Problem> problems =
        inOrder(relevant.stream().flatMap(cause -> invalid(request, cause).stream()));
    return relevant.size() == causes.size() ? problems : withMoreToCome(problems);
  }

  /// Sorts problems by line, because the order in responses is random.
  static List<Problem> inOrder(Stream<Problem> problems) {
    return problems
        .distinct()
        .sorted(
            Comparator.<Problem>comparingInt(problem -> problem.origin().line())
                .thenComparing(Problem::what))
        .toList();
  }

  private static boolean unfinished(MapValue cause) {
    return cause.text("message").contains(UNFINISHED);
  }

  private static List<Problem> withMoreToCome(List<Problem> problems) {
    var all = new ArrayList<>(problems);
    Problem last = all.removeLast();
    all.add(last.reworded(last.what(), MORE));
    return all;
  }

  /// Returns the problem for an error without an object.
  public static Problem general(ClusterException e) {
    String message = sentence(e);
    String hint = e.hint().isEmpty() && e.status() == FORBIDDEN ? ErrorHints.on(message) : e.hint();
    return Problem.error(Origin.NONE, ServerText.cut(message), hint);
  }

  /// Returns the error message for `e`, as kubectl prints it.
  public static String sentence(ClusterException e) {
    String message = ServerText.oneLine(message(e));
    return switch (e.kind()) {
      case RESPONDED -> {
        String reason = e.reason().isEmpty() ? "" : " (" + e.reason() + ")";
        yield "Error from server" + reason + ": " + message;
      }
      case UNAUTHORIZED,
          CONFIGURATION,
          REFUSED,
          UNKNOWN_HOST,
          UNREACHABLE,
          TIMEOUT,
          TLS,
          CUT,
          BROKEN,
          UNEXPECTED,
          TOO_LARGE,
          UNRECORDED ->
          message;
    };
  }

  public static boolean alreadyExists(ClusterException e) {
    return e.reason().equals("AlreadyExists");
  }

  private static Problem problem(RequestContext request, ClusterException e) {
    KubeObject object = request.desired();
    String message = sentence(e);
    String hint = e.hint().isEmpty() ? ErrorHints.on(object.key(), "", message) : e.hint();
    if (e.isConflict() && object.tree().map("metadata").has("resourceVersion")) {
      hint = "remove metadata.resourceVersion from the manifest";
    }
    return object.error(request.scrubbed(message), hint);
  }

  private static List<Problem> invalid(RequestContext request, MapValue cause) {
    String field = cause.text("field");
    Detail detail = ServerText.detail(cause.text("message"));
    if (field.equals(PATCH)) {
      return DecodingErrors.problems(request, heading(request), detail.words());
    }
    if (ImmutableFieldErrors.matches(detail)) {
      return List.of(immutable(request, field, detail));
    }
    List<FieldPath> paths =
        FieldLocator.of(request, field.equals(NO_FIELD) ? quoted(detail) : field);
    boolean unnamed = field.isEmpty() || field.equals(NO_FIELD) || field.equals("[]");
    String message = (unnamed ? "" : field + ": ") + (unnamed ? detail.words() : detail);
    Problem problem = problem(request, place(request, paths, detail), field, message);
    return List.of(
        problem.hint().isEmpty()
            ? problem.withHint(NullFields.hint(request, paths, detail.toString()))
            : problem);
  }

  private static Problem immutable(RequestContext request, String field, Detail detail) {
    List<FieldPath> paths = FieldLocator.of(request, field);
    List<Change> changes = ImmutableFieldErrors.changes(request, paths, detail);
    String message = ImmutableFieldErrors.sentence(request, field, changes, detail);
    Origin origin =
        changes.isEmpty()
            ? FieldLocator.origin(request, paths)
            : ImmutableFieldErrors.origin(request, changes.getFirst());
    return problem(request, origin, ImmutableFieldErrors.about(field, changes), message);
  }

  private static Problem problem(
      RequestContext request, Origin origin, String field, String message) {
    String remedy = request.remedy(field);
    String hint =
        remedy.isEmpty() ? ErrorHints.on(request.desired().key(), field, message) : remedy;
    return Problem.error(
        origin,
        request.desired().key().subject(),
        heading(request) + ": " + request.scrubbed(message),
        request.scrubbed(hint));
  }

  private static Origin place(RequestContext request, List<FieldPath> paths, Detail detail) {
    String value = detail.value().replaceAll("^\"|\"$", "");
    return FieldLocator.origin(
        request, paths.stream().map(path -> FieldLocator.holding(request, path, value)).toList());
  }

  /// Returns the field in `"spec.one" must validate one and only one schema`.
  private static String quoted(Detail detail) {
    var field = QUOTED.matcher(detail.words());
    return field.find() ? field.group(1) : "";
  }

  /// Returns kubectl's phrase. Scripts search for it.
  private static String heading(RequestContext request) {
    KubeObject object = request.desired();
    return "The " + object.gvk().kind() + " \"" + object.name() + "\" is invalid";
  }

  private static String bad(ClusterException e) {
    return "Error from server (" + e.reason() + ")";
  }

  private static String message(ClusterException e) {
    return Objects.requireNonNullElse(e.getMessage(), "");
  }

  private static List<MapValue> causes(ClusterException e) {
    return e.details().maps("causes");
  }

  /// Null in a manifest as the cause of a refusal. The server reads it as zero or as an empty text,
  /// and its message has only that: `must be less than or equal to cpu limit of 0`.
  private static final class NullFields {
    /// Words about a value that null can be.
    private static final Pattern ZERO =
        Pattern.compile("(?<![\\w.])0(?![\\w.])|\"\"|Required value");

    /// Number of levels above a refused field to search: limits bound requests, and both are below
    /// the resources.
    private static final int ABOVE = 1;

    private NullFields() {}

    /// Returns advice that names the null; empty if there is none near the field.
    ///
    /// @param paths the possible paths of the field, the most likely first
    static String hint(RequestContext request, List<FieldPath> paths, String message) {
      return ZERO.matcher(message).find()
          ? paths.stream()
              .flatMap(path -> near(request, FieldLocator.inManifest(request, path)).stream())
              .findFirst()
              .map(found -> hint(request, found))
              .orElse("")
          : "";
    }

    private static String hint(RequestContext request, FieldPath found) {
      int line = request.desired().positions().apply(found).line();
      return found
          + " is null in the manifest"
          + (line == 0 ? "" : ", line " + line)
          + ", which counts as 0 or empty: give it a value, or leave it out";
    }

    private static Optional<FieldPath> near(RequestContext request, FieldPath field) {
      FieldPath top = field;
      for (int above = 0; above <= ABOVE; above++) {
        Optional<FieldPath> found = nulls(top, top.in(request.desired().tree())).findFirst();
        if (found.isPresent() || !(top instanceof FieldPath.Key(FieldPath parent, String key))) {
          return found;
        }
        top = parent;
      }
      return Optional.empty();
    }

    private static Stream<FieldPath> nulls(FieldPath path, Node node) {
      return switch (node) {
        case Value.NullValue none -> Stream.of(path);
        case MapValue map ->
            map.entries().entrySet().stream()
                .flatMap(entry -> nulls(path.key(entry.getKey()), entry.getValue()));
        case ListValue(List<Value> items) ->
            IntStream.range(0, items.size())
                .boxed()
                .flatMap(i -> nulls(path.index(i), items.get(i)));
        default -> Stream.empty();
      };
    }
  }
}
