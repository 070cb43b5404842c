package dev.japply.cluster;

import dev.japply.cluster.ChangedFields.Change;
import dev.japply.cluster.ServerText.Detail;
import dev.japply.diff.Excerpts;
import dev.japply.problem.Origin;
import dev.japply.tree.FieldPath;
import dev.japply.tree.GoJson;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Finds the changed immutable fields. The server's message may name only their parent; the
/// difference between manifest and live object shows the field itself.
final class ImmutableFieldErrors {
  private static final int CHANGES_SHOWN = 3;

  /// The maximum length of a value in a message; longer values are truncated.
  private static final int VALUE_SHOWN = 60;

  /// Matches the messages of servers about immutable fields.
  private static final Pattern WORDS =
      Pattern.compile(
          "immutable|may not change once set|may not be changed|may not change fields"
              + "|may not add or remove|cannot change|updates to .* are forbidden"
              + "|self == oldSelf");

  private static final String PHRASE = "field is immutable";

  /// Matches the allowed fields in a message about immutable fields: `'replicas'` or ``
  /// `spec.containers[*].image` ``.
  private static final Pattern EXCEPT = Pattern.compile("['`]([\\w.*\\[\\]]+)['`]");

  private ImmutableFieldErrors() {}

  static boolean matches(Detail detail) {
    return WORDS.matcher(detail.words()).find();
  }

  /// Returns the changes at the first of `fields` that has any, without the changes that the
  /// message allows.
  static List<Change> changes(RequestContext request, List<FieldPath> fields, Detail detail) {
    MapValue live = request.live();
    MapValue result = request.result();
    if (live == null || result == null) {
      return List.of();
    }
    return fields.stream()
        .map(field -> ChangedFields.between(live, result, field))
        .map(changes -> changes.stream().filter(c -> !allowed(c, detail.words())).toList())
        .map(changes -> inOrder(request, withoutDefaults(changes)))
        .filter(changes -> !changes.isEmpty())
        .findFirst()
        .orElse(List.of());
  }

  /// Removes changes of default values. In a list that is replaced as a whole, the manifest lacks
  /// the server's defaults.
  private static List<Change> withoutDefaults(List<Change> changes) {
    List<Change> sure =
        changes.stream()
            .filter(c -> !(c.wanted() instanceof Missing) || !c.path().toString().contains("["))
            .toList();
    return sure.isEmpty() ? changes : sure;
  }

  private static List<Change> inOrder(RequestContext request, List<Change> changes) {
    return changes.stream()
        .sorted(Comparator.comparingInt(change -> origin(request, change).line()))
        .toList();
  }

  /// Returns the position of the rejected value in the manifest.
  static Origin origin(RequestContext request, Change change) {
    return FieldLocator.origin(request, FieldLocator.of(request, change.path().toString()));
  }

  private static boolean allowed(Change change, String words) {
    int except = words.indexOf("fields other than");
    return except >= 0
        && EXCEPT
            .matcher(words.substring(except))
            .results()
            .map(field -> field.group(1))
            .map(field -> field.startsWith("spec.") ? field : "spec." + field)
            .map(field -> Pattern.quote(field).replace("[*]", "\\E\\[\\d+\\]\\Q"))
            .anyMatch(field -> (change.path() + ".").matches(field + "[.\\[].*"));
  }

  /// Returns the error message for the fields of `changes`, or for `field` if there are none.
  static String sentence(
      RequestContext request, String field, List<Change> changes, Detail detail) {
    String words = detail.words().replaceFirst("^Forbidden: ", "").replaceFirst("\\.$", "");
    if (!words.contains(PHRASE)) {
      words = PHRASE + ": " + words;
    }
    return (changes.isEmpty() ? field : shown(request, changes)) + ": " + words;
  }

  private static String shown(RequestContext request, List<Change> changes) {
    int more = changes.size() - CHANGES_SHOWN;
    return changes.stream()
            .limit(CHANGES_SHOWN)
            .map(change -> shown(request, change))
            .collect(Collectors.joining(", "))
        + (more > 0 ? ", and " + more + " more" : "");
  }

  private static String shown(RequestContext request, Change change) {
    boolean hidden = request.hides(change.path());
    List<String> shown = shown(change.live(), change.wanted());
    return hidden
        ? change.path().toString()
        : "%s (live %s, manifest %s)".formatted(change.path(), shown.getFirst(), shown.getLast());
  }

  /// Returns the texts of two values of one field.
  static List<String> shown(Node live, Node wanted) {
    return Excerpts.of(VALUE_SHOWN, List.of(text(live), text(wanted)));
  }

  private static String text(Node node) {
    return switch (node) {
      case Missing missing -> "none";
      case Value.ListValue list -> list.size() + (list.size() == 1 ? " item" : " items");
      case Value value -> GoJson.write(value);
    };
  }

  /// Returns the path for the choice of advice: the first change's, else the field in the server's
  /// message.
  static String about(String field, List<Change> changes) {
    return Optional.of(changes)
        .filter(list -> !list.isEmpty())
        .map(list -> list.getFirst().path().toString())
        .orElse(field);
  }
}
