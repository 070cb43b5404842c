package dev.japply.faults;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// A command, with what it finds and what it is given. `$ID` stands for a name of the case's own.
enum Command {
  CREATE("new", "", "apply -f -", Manifests.OLD),
  CHANGE("chg", Manifests.OLD, "apply -f -", Manifests.CHANGED),
  LEAVE("left", Manifests.OLD, "apply -f -", Manifests.LEFT),
  UNCHANGED("same", Manifests.OLD, "apply -f -", Manifests.OLD),
  FIRST("cold", Manifests.ROLE, "apply -f -", Manifests.ROLE.replace("get", "list")),
  PRUNE(
      "prun",
      Manifests.OLD + Manifests.GOING,
      "apply -f - --prune -l set=$ID --prune-allowlist=core/v1/ConfigMap",
      Manifests.CHANGED),
  MANY(
      "many",
      Manifests.many(15, "one"),
      "apply -f - --prune -l set=$ID --prune-allowlist=core/v1/ConfigMap --concurrency=8",
      Manifests.many(12, "two")),
  SET(
      "set",
      Manifests.OLD + Manifests.GOING,
      "apply -f - --prune --applyset=configmap/$ID-set",
      Manifests.CHANGED),
  MOVE(
      "move",
      Manifests.OLD + Manifests.GOING,
      "apply -f - --prune -l set=$ID --prune-allowlist=core/v1/ConfigMap",
      Manifests.CHANGED + Manifests.MOVED),
  DELETE("del", Manifests.OLD + Manifests.GOING, "delete -f -", Manifests.OLD + Manifests.GOING),
  DELETE_PLAN("delp", Manifests.OLD + Manifests.GOING, "delete", ""),
  SETS("sets", Manifests.OLD, "sets", ""),
  ONE_SET("1set", Manifests.OLD, "sets configmap/$ID-set", ""),
  FORCE("forc", Manifests.FIXED, "apply -f - --force", Manifests.FIXED.replace("one", "two")),
  SERVER("ssa", "", "apply -f - --server-side", Manifests.CHANGED),
  MIGRATE("migr", Manifests.OLD, "apply -f - --server-side", Manifests.LEFT),
  DRY_RUN("dry", Manifests.CHANGED, "apply -f - --dry-run=server", Manifests.OLD + Manifests.GOING),
  DIFF("diff", Manifests.CHANGED, "diff -f -", Manifests.OLD + Manifests.GOING),
  DIFF_SERVER("dssa", Manifests.CHANGED, "diff -f - --server-side", Manifests.OLD),
  SET_LAST("setl", Manifests.OLD, "set-last-applied -f -", Manifests.CHANGED),
  EDIT_LAST("edit", Manifests.OLD, "edit-last-applied configmap/$ID-a secret/$ID-b", ""),
  VIEW_LAST("view", Manifests.OLD, "view-last-applied configmap/$ID-a service/$ID-c", "");

  private final String letters;
  private final String before;
  private final String args;
  private final String input;

  Command(String letters, String before, String args, String input) {
    this.letters = letters;
    this.before = before;
    this.args = args;
    this.input = input;
  }

  /// How it is called in the table.
  String letters() {
    return letters;
  }

  /// The manifests that were applied before, in the way in which it applies.
  String before(String id) {
    return before.replace("$ID", id);
  }

  /// How these were applied.
  List<String> argsBefore(String id) {
    return isOfSet() ? SET.args(id) : List.of("apply", "-f", "-");
  }

  /// Its arguments; what is at work first is so every time.
  List<String> args(String id) {
    String one =
        (args.startsWith("apply") && this != MANY)
                || args.startsWith("diff")
                || args.startsWith("delete")
            ? " --concurrency=1"
            : "";
    return List.of((args + one).replace("$ID", id).split(" ", -1));
  }

  /// The moves of the project file that it is given; empty if it is given none.
  String moves(String id) {
    return this == MOVE ? Manifests.MOVES.replace("$ID", id) : "";
  }

  /// Whether it carries out a plan of a deletion, which is made first.
  boolean isOfPlan() {
    return this == DELETE_PLAN;
  }

  /// Its standard input.
  String input(String id) {
    return input.replace("$ID", id);
  }

  /// All manifests that it knows of.
  String manifests(String id) {
    return before(id) + input(id) + (isOfSet() ? Manifests.PARENT.replace("$ID", id) : "");
  }

  private boolean isOfSet() {
    return this == SET || this == SETS || this == ONE_SET;
  }

  /// Whether it begins without anything that earlier runs have learned.
  boolean isFirst() {
    return this == FIRST;
  }

  /// Whether it changes nothing.
  boolean isReadOnly() {
    return switch (this) {
      case DRY_RUN, DIFF, DIFF_SERVER, VIEW_LAST, SETS, ONE_SET -> true;
      default -> false;
    };
  }

  /// Whether it writes nothing but annotations of what is there.
  boolean isOfAnnotations() {
    return switch (this) {
      case SET_LAST, EDIT_LAST, VIEW_LAST -> true;
      default -> false;
    };
  }

  /// What it is given.
  private static final class Manifests {
    static final String CONFIG_MAP =
        """
        ---
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: $ID-%s, labels: {set: $ID}}
        data: {changes: %s}
        """;
    static final String OLD =
        """
        ---
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: $ID-a, labels: {set: $ID}}
        data: {changes: one, leaves: x}
        ---
        apiVersion: v1
        kind: Secret
        metadata: {name: $ID-b, labels: {set: $ID}}
        stringData: {password: hunter-one, leaves: hunter-two}
        ---
        apiVersion: v1
        kind: Service
        metadata: {name: $ID-c, labels: {set: $ID}}
        spec: {clusterIP: None, ports: [{name: one, port: 80}]}
        """;
    static final String CHANGED =
        OLD.replace("changes: one", "changes: two")
            .replace("hunter-one", "hunter-new")
            .replace("{name: one, port: 80}", "{name: one, port: 80}, {name: two, port: 81}");
    static final String LEFT =
        CHANGED.replace(", leaves: x", "").replace(", leaves: hunter-two", "");
    static final String GOING = CONFIG_MAP.formatted("x", "one") + CONFIG_MAP.formatted("y", "one");
    static final String MOVED = CONFIG_MAP.formatted("z", "one");
    static final String MOVES =
        """
        apiVersion: japply.dev/v1
        kind: Project
        moved:
        - from: {kind: ConfigMap, name: $ID-x}
          to: {kind: ConfigMap, name: $ID-z}
        """;
    static final String FIXED =
        CONFIG_MAP.formatted("a", "one") + "immutable: true\n" + CONFIG_MAP.formatted("b", "one");
    static final String PARENT = CONFIG_MAP.formatted("set", "one");
    static final String ROLE =
        CONFIG_MAP.formatted("a", "get")
            + """
            ---
            apiVersion: rbac.authorization.k8s.io/v1
            kind: Role
            metadata: {name: $ID-r}
            rules: [{apiGroups: [""], resources: [pods], verbs: [get]}]
            """;

    static String many(int count, String value) {
      return IntStream.range(0, count)
          .mapToObj(i -> CONFIG_MAP.formatted(i, i % 2 == 0 ? "same" : value))
          .collect(Collectors.joining());
    }

    private Manifests() {}
  }
}
