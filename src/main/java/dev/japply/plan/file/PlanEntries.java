package dev.japply.plan.file;

import static dev.japply.tree.Missing.MISSING;

import dev.japply.object.KubeObject;
import dev.japply.object.ManagedFields;
import dev.japply.object.ObjectKey;
import dev.japply.plan.Action;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.SecretDigests;
import dev.japply.plan.file.PlanFile.Entry;
import dev.japply.plan.file.PlanFile.Explanation;
import dev.japply.tree.Node;
import dev.japply.tree.Value.MapValue;

/// Converts planned objects to the entries of a plan file.
public final class PlanEntries {
  private PlanEntries() {}

  /// Returns the entry of `planned`, which must not be refused.
  public static Entry of(PlannedObject planned, SecretDigests digests, Explanation explanation) {
    KubeObject desired = planned.desired();
    ObjectKey key = desired.key();
    Action action = sealed(planned, digests);
    boolean owners = action instanceof Action.Apply;
    Node before =
        planned.before() instanceof MapValue live
            ? digests.object(desired, kept(live, desired.tree(), owners), live)
            : MISSING;
    boolean rewritten = action instanceof Action.Patch && planned.grounds().rewritten();
    Node after =
        (owners || rewritten)
                && planned.before() instanceof MapValue live
                && planned.after() instanceof MapValue now
            ? digests.object(desired, kept(now, desired.tree(), owners), live)
            : MISSING;
    boolean goes = action instanceof Action.Delete;
    MapValue identity =
        goes && before instanceof MapValue live
            ? live
            : desired.gvk().named(desired.namespace(), desired.name());
    var object =
        new KubeObject(identity, desired.origin(), path -> desired.origin(), planned.copies());
    String manifest = goes ? "" : digests.manifest(key, desired.tree());
    return new Entry(object, action, before, after, manifest, explanation);
  }

  private static Action sealed(PlannedObject planned, SecretDigests digests) {
    KubeObject desired = planned.desired();
    return switch (planned.action()) {
      case Action.Create(MapValue body) ->
          new Action.Create(digests.object(desired, body, MISSING));
      case Action.Patch(boolean strategic, MapValue body, MapValue result, boolean guarded) -> {
        MapValue live = planned.before() instanceof MapValue there ? there : MapValue.EMPTY;
        MapValue patch = digests.patch(desired, body, live);
        yield new Action.Patch(strategic, patch, MapValue.EMPTY, /* guarded= */ true);
      }
      case Action.Recreate(String uid, MapValue body) ->
          new Action.Recreate(uid, digests.object(desired, body, MISSING));
      case Action.Unchanged same -> same;
      case Action.Delete delete -> delete;
      case Action.Apply(MapValue manifest, boolean force, String subresource) ->
          new Action.Apply(digests.object(desired, manifest, planned.before()), force, subresource);
      case Action.Refused refused ->
          throw new IllegalArgumentException("no part of a plan file: " + planned);
    };
  }

  /// Removes the status unless the manifest has one, and its managers: they change by themselves.
  ///
  /// @param owners whether the managers of other fields stay
  private static MapValue kept(MapValue live, MapValue desired, boolean owners) {
    MapValue metadata = live.map("metadata").without("managedFields");
    if (owners) {
      metadata = metadata.with("managedFields", ManagedFields.of(live).withoutStatus().tree());
    }
    MapValue kept = live.with("metadata", metadata);
    return desired.has("status") ? kept : kept.without("status");
  }
}
