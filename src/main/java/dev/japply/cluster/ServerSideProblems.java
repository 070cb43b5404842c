package dev.japply.cluster;

import dev.japply.check.FieldNames;
import dev.japply.check.TypeErrors;
import dev.japply.object.FieldManagers;
import dev.japply.object.KubeObject;
import dev.japply.object.ManagedFields;
import dev.japply.object.SecretMask;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// Converts error responses to server-side apply that differ from [ServerProblems]: field conflicts
/// and schema errors.
public final class ServerSideProblems {
  private static final int UNSUPPORTED = 415;

  /// The cause type of a field ownership conflict.
  private static final String OWNERSHIP = "FieldManagerConflict";

  private static final Pattern OWNER =
      Pattern.compile("^conflict with \"([^\"]*)\"(?: with subresource \"([^\"]*)\")?");

  private static final String MANAGED_FIELDS = "metadata.managedFields must be nil";

  private static final Pattern UNTYPED =
      Pattern.compile("^failed to create typed patch object \\([^)]*\\): (?:errors:\\s*)?");

  private static final String UNTYPED_WORDS =
      "Error from server: failed to create typed patch object: ";

  /// One field and its error, from the list after `UNTYPED`.
  private static final Pattern FAULT =
      Pattern.compile("(\\.(?:[^:\"]|\"(?:[^\"\\\\]|\\\\.)*\")*): (.+?)\\s*(?:\\n\\s*(?=\\.)|$)");

  /// The message for an entry of the managed fields in a version that a custom type has lost.
  private static final Pattern LOST_VERSION =
      Pattern.compile("to convert CR to an invalid group/version: (\\S+)");

  /// A value as the server prints it in Go.
  private static final Pattern GO_VALUE =
      Pattern.compile("&value\\.valueUnstructured\\{Value:(.*?)}");

  private static final String UNKNOWN = "field not declared in schema";
  private static final String UNKNOWN_TIME = "unknown";

  private ServerSideProblems() {}

  /// Returns true if fields have other managers. Only the user can resolve this.
  public static boolean isOwnership(ClusterException e) {
    return e.isConflict() && !conflicts(e).isEmpty();
  }

  /// Whether the live object helps to explain the refusal `e`.
  public static boolean isAboutLive(ClusterException e) {
    return e.isConflict()
        || e.isInvalid()
        || LOST_VERSION.matcher(Objects.requireNonNullElse(e.getMessage(), "")).find();
  }

  /// A conflict of a manifest with the owner of a field.
  ///
  /// @param field the field, with items by their keys
  /// @param manager the name of the field manager
  public record Conflict(FieldPath field, String manager) {}

  /// Returns the conflicts of `manifest` that `e` reports.
  public static List<Conflict> conflicts(MapValue manifest, ClusterException e) {
    return conflicts(e).stream().map(cause -> conflict(manifest, cause)).toList();
  }

  private static Conflict conflict(MapValue manifest, MapValue cause) {
    var named = OWNER.matcher(cause.text("message"));
    AppliedField.Match found = AppliedField.in(manifest, cause.text("field"));
    return new Conflict(found.named(), named.find() ? named.group(1) : "");
  }

  /// Returns the problems that `e` reports.
  ///
  /// @param request the request; its live object is quoted if it is present
  public static List<Problem> of(RequestContext request, ClusterException e) {
    return of(request, e, conflict -> true, "");
  }

  /// Returns the problems that `e` reports. If some of its conflicts are `open`, only these are
  /// reported.
  ///
  /// @param own the field manager of the request
  public static List<Problem> of(
      RequestContext request, ClusterException e, Predicate<Conflict> open, String own) {
    if (isOwnership(e)) {
      MapValue manifest = request.desired().tree();
      List<MapValue> all = conflicts(e);
      List<MapValue> left =
          all.stream().filter(cause -> open.test(conflict(manifest, cause))).toList();
      return ownership(request, left.isEmpty() ? all : left, own);
    }
    String message = Objects.requireNonNullElse(e.getMessage(), "");
    if (message.contains(MANAGED_FIELDS)) {
      return List.of(managedFields(request, e));
    }
    if (e.status() == UNSUPPORTED) {
      return List.of(unsupported(request, e));
    }
    var lost = LOST_VERSION.matcher(message);
    if (lost.find()) {
      return List.of(lostVersion(request, e, lost.group(1)));
    }
    var untyped = UNTYPED.matcher(message);
    List<Problem> faults =
        untyped.find() ? faults(request, message.substring(untyped.end())) : List.of();
    return faults.isEmpty() ? ServerProblems.of(request, e) : faults;
  }

  /// Returns the conflicts by their fields, because the order in responses is random.
  private static List<MapValue> conflicts(ClusterException e) {
    return e.details().maps("causes").stream()
        .filter(cause -> cause.text("reason").equals(OWNERSHIP))
        .sorted(Comparator.comparing(conflict -> conflict.text("field")))
        .toList();
  }

  private static List<Problem> ownership(
      RequestContext request, List<MapValue> conflicts, String own) {
    int count = conflicts.size();
    String start = "Apply failed with " + count + (count == 1 ? " conflict: " : " conflicts: ");
    var problems =
        new ArrayList<>(
            ServerProblems.inOrder(
                conflicts.stream().map(conflict -> ownership(request, start, conflict, own))));
    String rule =
        rule(
            request.desired(),
            AppliedField.in(request.desired().tree(), conflicts.getFirst().text("field")).named());
    String hint =
        problems.size() == 1
            ? ("apply with --take=%1$s to take it over, with --leave=%1$s to leave it to its owner,"
                    + " or write the live value into the manifest to own it together")
                .formatted(rule)
            : ("apply with --take=FIELD or --leave=FIELD for each of them, such as --take=%s, with"
                    + " --force-conflicts to take all of them over, or write the live values into"
                    + " the manifest to own them together")
                .formatted(rule);
    problems.add(problems.removeLast().withHint(hint));
    return problems;
  }

  /// Returns the rule that names a field of an object on a command line.
  private static String rule(KubeObject desired, FieldPath field) {
    String rule = desired.gvk().kind() + "/" + desired.name() + ":" + field;
    return rule.matches("[\\w./:=-]*") ? rule : "'" + rule + "'";
  }

  /// Returns a note about an owner of the same name: the server counts each operation of a name as
  /// a manager. Empty if the owner has another name.
  private static String sameName(MapValue conflict, String own) {
    String message = conflict.text("message");
    var named = OWNER.matcher(message);
    boolean same =
        message.contains(" using ")
            && named.find()
            && named.group(1).equals(own)
            && named.group(2) == null;
    return same
        ? "; the owner has the same name, but wrote the field by a create or an update, not by"
            + " server-side apply"
        : "";
  }

  private static Problem ownership(
      RequestContext request, String start, MapValue conflict, String own) {
    String field = conflict.text("field");
    AppliedField.Match written = AppliedField.in(request.desired().tree(), field);
    MapValue live = request.live();
    String facts = "";
    if (live != null) {
      AppliedField.Match found = AppliedField.in(live, field);
      facts =
          " (%sowned since %s)"
              .formatted(values(request, found, written), since(live, found.path(), conflict));
    }
    return problem(
        request,
        written.path(),
        start + conflict.text("message") + ": " + field + facts + sameName(conflict, own));
  }

  /// Returns the time of the last change by the owner of a field in conflict. The server keeps no
  /// time for a manager that has changed no value.
  private static String since(MapValue live, FieldPath path, MapValue conflict) {
    String message = conflict.text("message");
    var named = OWNER.matcher(message);
    if (!named.find()) {
      return UNKNOWN_TIME;
    }
    String operation = message.contains(" using ") ? "Update" : "Apply";
    String subresource = Objects.requireNonNullElse(named.group(2), "");
    return FieldManagers.of(live).of(path, live).stream()
        .filter(manager -> manager.name().equals(named.group(1)))
        .filter(manager -> manager.operation().equals(operation))
        .filter(manager -> manager.subresource().equals(subresource))
        .map(FieldManagers.Manager::time)
        .filter(time -> !time.isEmpty())
        .findFirst()
        .orElse(UNKNOWN_TIME);
  }

  /// Returns both values if they are known and not secret.
  private static String values(
      RequestContext request, AppliedField.Match live, AppliedField.Match written) {
    boolean hidden = request.hides(written.path()) || request.hides(live.path());
    boolean known = live.value() instanceof Value && written.value() instanceof Value;
    List<String> shown = ImmutableFieldErrors.shown(live.value(), written.value());
    return hidden || !known
        ? ""
        : "live %s, manifest %s, ".formatted(shown.getFirst(), shown.getLast());
  }

  private static Problem managedFields(RequestContext request, ClusterException e) {
    KubeObject desired = request.desired();
    FieldPath field = FieldPath.root().key("metadata").key("managedFields");
    return Problem.error(
        desired.positions().apply(field),
        desired.key().subject(),
        ServerProblems.sentence(e),
        "remove metadata.managedFields from the manifest");
  }

  private static Problem unsupported(RequestContext request, ClusterException e) {
    KubeObject desired = request.desired();
    String what =
        "Server-side apply not available on the server: (" + ServerProblems.sentence(e) + ")";
    return Problem.error(
        desired.origin(), desired.key().subject(), what, "apply without --server-side");
  }

  /// Returns the problem of an entry in a version that the type has lost: no apply of the object
  /// succeeds until it has another version.
  private static Problem lostVersion(RequestContext request, ClusterException e, String version) {
    KubeObject desired = request.desired();
    String owners = "a manager";
    var operations = new ArrayList<String>();
    if (request.live() != null) {
      List<MapValue> entries = ManagedFields.of(request.live()).entries();
      var names = new TreeSet<String>();
      for (int i = 0; i < entries.size(); i++) {
        if (entries.get(i).text("apiVersion").equals(version)) {
          names.add(entries.get(i).text("manager"));
          operations.add(
              "{\"op\":\"replace\",\"path\":\"/metadata/managedFields/%d/apiVersion\",\"value\":\"%s\"}"
                  .formatted(i, desired.gvk().apiVersion()));
        }
      }
      owners = names.isEmpty() ? owners : String.join(", ", names);
    }
    String what =
        "%s: %s has written it as %s, which is no longer served"
            .formatted(ServerProblems.sentence(e), owners, version);
    String hint =
        operations.isEmpty()
            ? "give that entry of metadata.managedFields another version"
            : "give the entry another version: kubectl patch %s.%s %s%s --type=json -p='[%s]'"
                .formatted(
                    desired.gvk().kind().toLowerCase(Locale.ROOT),
                    desired.gvk().group(),
                    desired.name(),
                    desired.key().namespaceFlag(),
                    String.join(",", operations));
    return Problem.error(desired.origin(), desired.key().subject(), request.scrubbed(what), hint);
  }

  private static List<Problem> faults(RequestContext request, String fields) {
    return ServerProblems.inOrder(
        FAULT
            .matcher(fields)
            .results()
            .map(fault -> fault(request, fault.group(1), fault.group(2))));
  }

  private static Problem fault(RequestContext request, String field, String words) {
    FieldPath path = AppliedField.in(request.desired().tree(), field).path();
    Schema schema = request.type().orElse(null);
    String message = GO_VALUE.matcher(ServerText.oneLine(words)).replaceAll("$1");
    if (request.hides(path)) {
      message = message.replaceFirst("(?s), got .*", ", got " + SecretMask.HIDDEN);
    }
    Problem problem = problem(request, path, UNTYPED_WORDS + field + ": " + message);
    String hint = words.equals(UNKNOWN) ? FieldNames.hint(schema, path) : typeHint(request, path);
    return problem.withHint(hint);
  }

  /// Returns advice for a value of the wrong type; empty if there is none.
  private static String typeHint(RequestContext request, FieldPath path) {
    return request.type().stream()
        .flatMap(schema -> TypeErrors.in(schema, request.desired().tree()).stream())
        .filter(fault -> fault.path().equals(path))
        .map(fault -> fault.hint().isEmpty() ? "it must be " + fault.wanted() : fault.hint())
        .findFirst()
        .orElse("");
  }

  private static Problem problem(RequestContext request, FieldPath path, String what) {
    KubeObject desired = request.desired();
    Origin origin = desired.positions().apply(path);
    return Problem.error(origin, desired.key().subject(), request.scrubbed(what), "");
  }
}
