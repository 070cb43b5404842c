package dev.japply.apply;

import static dev.japply.tree.Missing.MISSING;

import dev.japply.cluster.Cluster;
import dev.japply.cluster.Patch;
import dev.japply.cluster.RequestContext;
import dev.japply.cluster.WriteOptions;
import dev.japply.object.KubeObject;
import dev.japply.plan.Action;
import dev.japply.plan.PlannedObject;
import dev.japply.schema.Schema;
import dev.japply.tree.Node;
import dev.japply.tree.Value.MapValue;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The one way to what becomes of an object: reads it, plans, and gives the write that is planned
/// to who carries it out, lets the server try it, or takes the plan for its word.
final class ObjectPass {
  /// What differs between applying an object, showing what applying it would come to, carrying out
  /// what was planned before, and writing an annotation alone.
  interface Ends {
    /// Whether it matters what is live, so that it is read.
    default boolean reads() {
      return true;
    }

    /// The live object; empty when there is none.
    Optional<MapValue> read();

    /// What is to be done with it; null for an object that is not there.
    Action.OneWrite plan(@Nullable MapValue live);

    /// Whether the server is to refuse `patch` when the object is no longer the one that was read.
    default boolean guards(Action.Patch patch) {
      return patch.guarded();
    }

    /// What becomes of the object by `write`; empty when the run is to end.
    ///
    /// @param expected what it is without what the server adds; null where only the server can tell
    Optional<MapValue> take(Write write, @Nullable MapValue expected);
  }

  /// A patch that was given away, and the object for which it was computed.
  private record Sending(MapValue live, Action.Patch patch) {
    /// Whether somebody has written since, and nothing that the patch is about.
    boolean isBeside(MapValue now) {
      return !version(now).equals(version(live)) && !patch.isAbout(live, now);
    }

    private static String version(MapValue object) {
      return object.map("metadata").text("resourceVersion");
    }
  }

  private final Cluster cluster;
  private final WriteOptions options;
  private final ResolvedObject target;
  private final KubeObject desired;
  private final Ends ends;

  /// The request that is under way, for the words about its failure.
  private RequestContext request;

  private @Nullable Sending sending;

  /// @param options what is sent along with every write
  ObjectPass(Cluster cluster, WriteOptions options, ResolvedObject target, Ends ends) {
    this.cluster = cluster;
    this.options = options;
    this.target = target;
    this.desired = target.desired();
    this.ends = ends;
    this.request = RequestContext.of(desired);
  }

  /// Goes the way once; empty when the run is to end. May be called again, after a failure.
  Optional<PlannedObject> run() {
    request = RequestContext.of(desired);
    MapValue live = ends.reads() ? ends.read().orElse(null) : null;
    sending = null;
    return carryOut(ends.plan(live), live);
  }

  private Optional<PlannedObject> carryOut(Action.OneWrite action, @Nullable MapValue live) {
    return switch (action) {
      case Action.Refused refused -> Optional.of(planned(refused, before(live), MISSING));
      case Action.Unchanged same -> Optional.of(planned(same, before(live), before(live)));
      case Action.Create create -> create(create);
      case Action.Patch patch -> patch(Objects.requireNonNull(live), patch);
      case Action.Apply apply -> apply(live, apply);
    };
  }

  /// What the last request was about.
  RequestContext request() {
    return request;
  }

  /// Whether a patch was given away since the object was read.
  boolean isPatching() {
    return sending != null;
  }

  /// Whether somebody has written to what is now `live` since the patch was computed, and nothing
  /// that it is about.
  boolean isPatchBeside(MapValue live) {
    return sending != null && sending.isBeside(live);
  }

  private Optional<PlannedObject> create(Action.Create create) {
    MapValue body = create.body();
    request = new RequestContext(desired, null, null, this::schema);
    var write =
        new Write(
            Write.Kind.POST,
            body,
            () -> cluster.create(target.resource(), desired.namespace(), body, options));
    return ends.take(write, body).map(after -> planned(create, MISSING, after));
  }

  private Optional<PlannedObject> patch(MapValue live, Action.Patch patch) {
    request = new RequestContext(desired, live, patch.result(), this::schema);
    sending = new Sending(live, patch);
    var type = patch.strategic() ? Patch.Type.STRATEGIC : Patch.Type.MERGE;
    MapValue body = ends.guards(patch) ? patch.onlyOnto(live) : patch.body();
    return ends.take(write(Write.Kind.PATCH, new Patch(type, body)), patch.result())
        .map(after -> planned(patch, live, after));
  }

  /// Only of an object that is not there yet can be said without the server what it would be.
  private Optional<PlannedObject> apply(@Nullable MapValue live, Action.Apply apply) {
    request = new RequestContext(desired, live, null, this::schema);
    MapValue manifest = apply.manifest();
    Patch patch =
        new Patch(Patch.Type.APPLY, manifest).forcing(apply.force()).of(apply.subresource());
    boolean absent = ends.reads() && live == null;
    return ends.take(write(Write.Kind.APPLY, patch), absent ? manifest : null)
        .map(after -> planned(apply, before(live), after));
  }

  private Write write(Write.Kind kind, Patch patch) {
    return new Write(
        kind,
        patch.body(),
        () ->
            cluster.patch(target.resource(), desired.namespace(), desired.name(), patch, options));
  }

  private PlannedObject planned(Action action, Node before, Node after) {
    return new PlannedObject(desired, action, before, after);
  }

  private static Node before(@Nullable MapValue live) {
    return live != null ? live : MISSING;
  }

  private Optional<Schema> schema() {
    return cluster.schema(target.resource().gvk());
  }
}
