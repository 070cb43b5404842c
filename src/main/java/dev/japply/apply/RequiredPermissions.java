package dev.japply.apply;

import dev.japply.cluster.Resource;
import dev.japply.object.KubeObject;
import dev.japply.plan.Action;
import dev.japply.plan.Difference;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.RecreateBody;
import dev.japply.tree.Value.MapValue;
import java.util.List;

/// The permissions that an object requires.
///
/// Reading in bulk requires no permission to list: without it, objects are read one by one. Waiting
/// likewise needs only the permission to get.
///
/// @param options options for applying objects
/// @param awaited whether the run waits until they are ready
/// @param watched whether deleted objects are read, before or until they are gone
public record RequiredPermissions(ExecutionOptions options, boolean awaited, boolean watched) {
  private static final String GET = "get";
  private static final String CREATE = "create";
  private static final String PATCH = "patch";
  private static final String DELETE = "delete";

  /// Adds all permissions that applying an object may require.
  public void addPossible(PermissionSet needs, Resource type, KubeObject object) {
    new One(needs, type, object).addAll();
  }

  /// All that it can take to let objects of a type go.
  public void addGoing(PermissionSet needs, Resource type, String namespace) {
    if (watched) {
      needs.add(AccessRequest.of(GET, type, namespace));
    }
    needs.add(AccessRequest.of(DELETE, type, namespace));
  }

  /// Adds the permissions for carrying out a plan.
  ///
  /// @param unread whether the live object is not known, since it may not be read
  public void addPlanned(
      PermissionSet needs, Resource type, PlannedObject planned, boolean unread) {
    var one = new One(needs, type, planned.desired());
    boolean there = planned.before() instanceof MapValue;
    boolean onServer = options.method().isOnServer();
    switch (planned.action()) {
      case Action.Delete delete -> one.addDeletion();
      case Action.OneWrite write when onServer -> one.addApply(there);
      case Action.Apply apply -> one.addApply(there);
      case Action.Create create -> one.addRead(CREATE);
      case Action.Patch patch -> one.addChange();
      case Action.Recreate recreate when onServer -> {
        one.addApply(/* there= */ false);
        one.addRead(DELETE);
      }
      case Action.Recreate recreate -> one.addRead(DELETE, CREATE);
      case Action.Unchanged unchanged -> one.addRead();
      case Action.Refused refused when unread -> one.addAll();
      case Action.Refused refused -> one.addRead();
    }
  }

  /// Whether `--force` or a rule may replace it.
  private boolean isReplaced(KubeObject object) {
    boolean holdsData =
        options.allows(Difference.REFUSES_RISKY_REPLACEMENT)
            && RecreateBody.holdsData(object.gvk());
    return options
        .method()
        .replacement(object)
        .filter(replacement -> !holdsData || replacement.includesData())
        .isPresent();
  }

  /// The needs of one object.
  private final class One {
    private final PermissionSet needs;
    private final Resource type;
    private final KubeObject object;

    One(PermissionSet needs, Resource type, KubeObject object) {
      this.needs = needs;
      this.type = type;
      this.object = object;
    }

    private void add(String verb) {
      needs.add(AccessRequest.of(verb, type, object.namespace()), object);
    }

    /// Server-side apply reads nothing unless the run reports changes.
    void addRead(String... more) {
      boolean reads = options.method().reads() || options.planning().isIgnoring(object);
      if (awaited || reads) {
        add(GET);
      }
      List.of(more).forEach(this::add);
    }

    private void addPatch() {
      AccessRequest right = AccessRequest.of(PATCH, type, object.namespace());
      needs.add(right.on(options.method().subresource()), object);
    }

    void addAll() {
      addRead();
      addCreation();
      addPatch();
      if (isReplaced(object)) {
        add(DELETE);
      }
    }

    /// No PATCH of a part creates an object.
    private void addCreation() {
      if (options.method().subresource().isEmpty()) {
        add(CREATE);
      }
    }

    /// Server-side apply creates by a PATCH, and needs both permissions for it.
    void addApply(boolean there) {
      if (there) {
        addChange();
      } else {
        addRead();
        addCreation();
        addPatch();
      }
    }

    void addChange() {
      addRead();
      addPatch();
      if (isReplaced(object)) {
        add(DELETE);
        add(CREATE);
      }
    }

    void addDeletion() {
      if (watched) {
        add(GET);
      }
      add(DELETE);
    }
  }
}
