package dev.japply.plan.file;

import static dev.japply.tree.Missing.MISSING;

import dev.japply.object.Gvk;
import dev.japply.object.KubeObject;
import dev.japply.object.ManagedFields;
import dev.japply.plan.Action;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.RewrittenFields;
import dev.japply.plan.SecretDigests;
import dev.japply.plan.file.PlanFile.Entry;
import dev.japply.plan.file.PlanFile.Explanation;
import dev.japply.schema.BuiltinSchemas;
import dev.japply.schema.Schema;
import dev.japply.tree.Node;
import dev.japply.tree.Value.MapValue;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Converts planned objects to the entries of a plan file.
public final class PlanEntries {
  private PlanEntries() {}

  /// Returns the entry of `planned`, which must not be refused.
  public static Entry of(PlannedObject planned, SecretDigests digests, Explanation explanation) {
    KubeObject desired = planned.desired();
    PlannedObject stored = stored(planned);
    Node before = sealed(stored.before(), planned, digests);
    Node after = sealed(stored.after(), planned, digests);
    boolean goes = planned.isDeletion();
    var object =
        goes && before instanceof MapValue live
            ? stored.desired().withTree(live)
            : stored.desired();
    String manifest = goes ? "" : digests.manifest(desired.key(), desired.tree());
    boolean untried = planned.reasons().untried();
    return new Entry(
        object, sealed(planned, digests), before, after, untried, manifest, explanation);
  }

  /// Returns the parts of `planned` that an entry has, with the values of Secrets: its identity,
  /// and both states without fields that change by themselves.
  public static PlannedObject stored(PlannedObject planned) {
    KubeObject desired = planned.desired();
    boolean owners = planned.action() instanceof Action.Apply;
    boolean rewritten =
        planned.reasons().rewritten()
            && (planned.action() instanceof Action.Patch
                || planned.action() instanceof Action.Recreate);
    Node before =
        planned.before() instanceof MapValue live ? kept(live, desired.tree(), owners) : MISSING;
    Node after =
        (owners || rewritten)
                && before instanceof MapValue
                && planned.after() instanceof MapValue now
            ? kept(now, desired.tree(), owners)
            : RewrittenFields.result(planned);
    MapValue identity =
        planned.isDeletion() && before instanceof MapValue live
            ? live
            : desired.gvk().named(desired.namespace(), desired.name());
    var object =
        new KubeObject(identity, desired.origin(), path -> desired.origin(), planned.copies());
    return new PlannedObject(object, planned.action(), before, after, planned.reasons());
  }

  private static Node sealed(Node state, PlannedObject planned, SecretDigests digests) {
    return state instanceof MapValue tree
        ? digests.object(planned.desired(), tree, planned.before())
        : MISSING;
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

  /// The schemas of Kubernetes' built-in types, used to read stored patches without a cluster.
  public static final class BuiltinTypes {
    private final Map<Gvk, Optional<Schema>> types = new HashMap<>();
    private @Nullable BuiltinSchemas table;

    /// Returns the schema of `gvk`; null if the type is not built in.
    public @Nullable Schema find(Gvk gvk) {
      return types.computeIfAbsent(gvk, this::read).orElse(null);
    }

    private Optional<Schema> read(Gvk gvk) {
      if (table == null) {
        table = BuiltinSchemas.load();
      }
      return table
          .document(gvk.group(), gvk.version())
          .flatMap(types -> types.object(gvk.group(), gvk.version(), gvk.kind()));
    }
  }
}
