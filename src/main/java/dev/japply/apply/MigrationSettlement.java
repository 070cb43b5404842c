package dev.japply.apply;

import dev.japply.apply.ApplyMethod.ServerSide;
import dev.japply.cluster.ServerSideProblems.Conflict;
import dev.japply.object.KubeObject;
import dev.japply.plan.ConflictRules;
import dev.japply.plan.Difference;
import dev.japply.plan.OrphanedFields;
import dev.japply.problem.Problem;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Settles the fields that a migration to server-side apply would delete, although a manager of
/// another name has applied them. They are settled as conflicts are, since a second user of an
/// object has only its own fields in its manifest.
///
/// @param desired the manifest
/// @param fields the fields that the migration deletes, with the names that have applied them
/// @param method has the rules
record MigrationSettlement(KubeObject desired, List<Conflict> fields, ServerSide method) {

  MigrationSettlement {
    fields = List.copyOf(fields);
  }

  /// Returns the settlement for `live`, the object before the apply.
  static MigrationSettlement of(
      KubeObject desired, MapValue live, ServerSide method, ExecutionOptions options) {
    boolean any =
        options.allows(Difference.REFUSES_MIGRATION_OF_OTHERS)
            && method.subresource().isEmpty()
            && !method.forceConflicts()
            && !OrphanedFields.clients(live).isEmpty();
    List<Conflict> fields =
        !any
            ? List.of()
            : new OrphanedFields(live, desired, options.fieldManager())
                .removedOfOthers().stream()
                    .map(gone -> new Conflict(gone.field(), gone.owners().getFirst().name()))
                    .toList();
    return new MigrationSettlement(desired, fields, method);
  }

  /// Whether a manifest must be compared with the live object before it is sent: the server would
  /// accept it.
  static boolean reads(ServerSide method, ExecutionOptions options) {
    boolean refuses =
        options.allows(Difference.REFUSES_MIGRATION_OF_OTHERS) && !method.forceConflicts();
    return method.subresource().isEmpty() && (refuses || MigrationTrial.isTrying(options));
  }

  /// Returns the error about fields without a rule; empty if there are none.
  Optional<Problem> problem() {
    List<Conflict> open = fields.stream().filter(field -> method.isOpen(desired, field)).toList();
    if (open.isEmpty()) {
      return Optional.empty();
    }
    String manager = open.getFirst().manager();
    String names = String.join(", ", open.stream().map(field -> field.field().toString()).toList());
    String what =
        "the migration from client-side apply would delete %s, applied by %s"
            .formatted(names, manager);
    String hint =
        ("apply with --leave=manager=%1$s to keep the fields and migrate nothing, or with"
                + " --take=manager=%1$s or --force-conflicts to delete them")
            .formatted(manager);
    return Optional.of(desired.error(what, hint));
  }

  /// Whether a rule leaves a field to its manager. Then nothing of the object is migrated: a field
  /// that moved would be deleted by the next apply.
  boolean isLeft() {
    return fields.stream().anyMatch(field -> method.isLeft(desired, field));
  }

  /// Returns the rules that settle fields, each with its flag.
  List<String> used() {
    ConflictRules rules = method.rules();
    return fields.stream()
        .flatMap(one ->
            Stream.concat(
                rules.taking(desired, one.field(), one.manager()).stream()
                    .map(ConflictRules::takes),
                rules.leaving(desired, one.field(), one.manager()).stream()
                    .map(ConflictRules::leaves)))
        .distinct()
        .toList();
  }
}
