package dev.japply.cluster;

import dev.japply.check.FieldNames;
import dev.japply.check.TypeErrors;
import dev.japply.check.TypeErrors.Fault;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/// Reports objects and patches that a server cannot decode. They have unknown fields or values of
/// the wrong type. The server names its own structs instead of the field, or for a patch no field.
final class DecodingErrors {
  private static final Pattern NOT_HANDLED =
      Pattern.compile("^\\S+ in version \"[^\"]*\" cannot be handled as an? \\S+: ");
  private static final Pattern INDEX = Pattern.compile("\\[\\d+]");

  /// The messages of the server's converter, by expected type.
  private static final Map<String, String> GO_WORDS =
      Map.of(
          "a map", "cannot restore struct",
          "a list", "cannot restore slice",
          "a string", "type: string",
          "an integer", "type: int",
          "true or false", "type: bool",
          "base64", "base64",
          "a quantity such as 500m or 2Gi", "quantities must");

  private DecodingErrors() {}

  /// Returns the problems that `message` reports.
  ///
  /// @param heading kubectl's phrase, which starts each problem's message
  static List<Problem> problems(RequestContext request, String heading, String message) {
    String words = ServerText.oneLine(NOT_HANDLED.matcher(message).replaceFirst(""));
    List<FieldErrorPath.Strict> fields = FieldErrorPath.in(words);
    if (!fields.isEmpty()) {
      return fields.stream().map(field -> strict(request, heading, field)).toList();
    }
    List<Fault> faults =
        request
            .type()
            .map(schema -> TypeErrors.in(schema, request.desired().tree()))
            .orElse(List.of());
    if (faults.isEmpty()) {
      String hint = ErrorHints.on(request.desired().key(), "", words);
      return List.of(problem(request, heading, request.desired().origin(), words, hint));
    }
    return wrongTypes(request, heading, faults, words);
  }

  private static Problem strict(
      RequestContext request, String heading, FieldErrorPath.Strict field) {
    Schema schema = field.words().startsWith("unknown") ? request.type().orElse(null) : null;
    FieldPath path = field.path();
    String hint = path == null ? "" : FieldNames.hint(schema, path);
    Origin origin = FieldLocator.origin(request, path == null ? List.of() : List.of(path));
    return problem(request, heading, origin, "strict decoding error: " + field.words(), hint);
  }

  /// Converts type errors to problems. The server stops at one of `faults`, whose problem contains
  /// its message.
  private static List<Problem> wrongTypes(
      RequestContext request, String heading, List<Fault> faults, String words) {
    int explained =
        first(faults, fault -> words.contains(INDEX.matcher(fault.path() + "").replaceAll("")))
            .or(() ->
                first(faults, fault -> words.contains(GO_WORDS.getOrDefault(fault.wanted(), "?"))))
            .orElse(faults.size() - 1);
    return IntStream.range(0, faults.size())
        .mapToObj(i -> wrongType(request, heading, faults.get(i), i == explained ? words : ""))
        .toList();
  }

  private static Optional<Integer> first(List<Fault> faults, Predicate<Fault> test) {
    return IntStream.range(0, faults.size())
        .filter(i -> test.test(faults.get(i)))
        .boxed()
        .findFirst();
  }

  private static Problem wrongType(
      RequestContext request, String heading, Fault fault, String words) {
    FieldPath path = fault.path();
    String message = path + ": " + fault.what();
    String hint =
        fault.hint().isEmpty()
            ? ErrorHints.on(request.desired().key(), path.toString(), message + ": " + words)
            : fault.hint();
    Origin origin = request.desired().positions().apply(path);
    if (words.isEmpty()) {
      return problem(request, heading, origin, message, hint);
    }
    String kubectls = " (" + request.scrubbed(ofServer(words)) + ")";
    return hint.isEmpty()
        ? problem(request, heading, origin, message + kubectls, "")
        : problem(request, heading, origin, message, hint + kubectls);
  }

  /// Returns the server's message, which follows the problem in parentheses, without its start.
  private static String ofServer(String words) {
    return words.replaceFirst("^(?:error decoding from )?json: ", "");
  }

  private static Problem problem(
      RequestContext request, String heading, Origin origin, String message, String hint) {
    String subject = request.desired().key().subject();
    return Problem.error(origin, subject, heading + ": " + request.scrubbed(message), hint);
  }
}
