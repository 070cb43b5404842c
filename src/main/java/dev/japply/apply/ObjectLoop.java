package dev.japply.apply;

import dev.japply.apply.WriteResult.Failed;
import dev.japply.apply.WriteResult.NotSent;
import dev.japply.apply.WriteResult.Stored;
import dev.japply.apply.WriteResult.Uncertain;
import dev.japply.apply.Writer.WriteRequest;
import dev.japply.cluster.Cluster;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.Patch;
import dev.japply.cluster.RequestContext;
import dev.japply.cluster.WriteOptions;
import dev.japply.merge.ServerNormalization;
import dev.japply.object.KubeObject;
import dev.japply.plan.Action;
import dev.japply.plan.ChangeReasons;
import dev.japply.plan.JointRefusalHints;
import dev.japply.plan.LiveMetadata;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.ServerSideManifest;
import dev.japply.problem.Problem;
import dev.japply.schema.Schema;
import dev.japply.tree.Value.MapValue;
import java.util.Collection;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The loop for one object: reads it, plans, and sends at most one write; after a conflict or a
/// lost response it starts again. [WriteMode] has the differences between applying, dry runs, diff
/// and plan.
///
/// The object that is read after a lost response shows whether the write was carried out. If it was
/// not, the next write is guarded by the version that was read, so that the later one of two writes
/// on the way has no effect.
final class ObjectLoop {
  private static final int FORBIDDEN = 403;

  private final Cluster cluster;
  private final LiveObjects objects;
  private final WriteOptions options;
  private final WriteMode mode;
  private final ResolvedObject target;
  private final KubeObject desired;
  private final Wish wish;
  private final Writer writer;
  private final Consumer<Event> events;
  private RequestContext request;
  private @Nullable SentPatch sent;
  private @Nullable MapValue live;
  private @Nullable Problem local;
  private boolean warned;
  private PlannedObject plan;

  /// @param writer sends the writes to `target`
  ObjectLoop(
      Cluster cluster,
      LiveObjects objects,
      WriteOptions options,
      WriteMode mode,
      ResolvedObject target,
      Wish wish,
      Writer writer,
      Consumer<Event> events) {
    this.cluster = cluster;
    this.objects = objects;
    this.options = options;
    this.mode = mode;
    this.target = target;
    this.desired = target.desired();
    this.wish = wish;
    this.writer = writer;
    this.events = events;
    this.request = RequestContext.of(desired);
    this.plan = Wish.planned(desired, null, new Action.Unchanged(), ChangeReasons.NONE);
  }

  /// Creates the loop for an object of a run.
  static ObjectLoop of(
      ApplyContext context,
      WriteMode mode,
      ResolvedObject target,
      Wish wish,
      RetryPolicy policy,
      Consumer<Event> events) {
    return new ObjectLoop(
        context.cluster(),
        context.objects(),
        context.options().writeOptions(),
        mode,
        target,
        wish,
        new Writer(target.desired(), policy, context.cancellation(), events),
        events);
  }

  /// A patch that was sent, with the live object that it was computed for.
  private record SentPatch(MapValue live, Action.Patch patch) {
    /// Whether another client has written to the object since, and only to other fields.
    boolean isUnrelatedTo(MapValue now) {
      return !LiveMetadata.version(now).equals(LiveMetadata.version(live))
          && !patch.isAbout(live, now);
    }
  }

  /// The end of the loop.
  sealed interface End
      permits End.Planned, End.Refused, WriteResult.Unknown, WriteResult.Cancelled {
    /// The planned write was carried out, was not needed, or was refused by the planner.
    ///
    /// @param lost an earlier write that may have been carried out; null if there is none
    /// @param local the reason for showing the local merge; null if the server computed the result,
    ///   or had nothing to compute
    record Planned(PlannedObject planned, @Nullable Uncertain lost, @Nullable Problem local)
        implements End {
      /// Returns the same end of another plan.
      Planned with(PlannedObject other) {
        return new Planned(other, lost, local);
      }
    }

    /// The server refused.
    ///
    /// @param request the last request, with the live object
    /// @param patched whether it was a patch
    record Refused(RequestContext request, Failed result, boolean patched, ChangeReasons reasons)
        implements End {
      ClusterException failure() {
        return result.failure();
      }

      /// Returns the same refusal after more rules have applied.
      Refused using(Collection<String> rules) {
        return new Refused(request, result, patched, reasons.using(rules));
      }

      /// Returns the refusal of a write to `live`.
      Refused onto(MapValue live) {
        return new Refused(request.onto(live), result, patched, reasons);
      }
    }
  }

  End run() {
    while (true) {
      WriteResult result;
      try {
        live = read();
        Optional<PlannedObject> wanted = wish.plan(target, live, writer.retries());
        if (wanted.isEmpty()) {
          return new WriteResult.Cancelled();
        }
        plan = wanted.get();
        live = plan.before() instanceof MapValue before ? before : null;
        if (!isSent(plan.action())) {
          return planned(plan);
        }
        warn();
        result = send(plan);
      } catch (ClusterException e) {
        result = new NotSent(e);
      }
      Optional<WriteResult> end = writer.next(result);
      if (end.isPresent()) {
        return end(end.get());
      }
    }
  }

  /// Whether an action is one write.
  private static boolean isSent(Action action) {
    return action instanceof Action.Create || isPatch(action);
  }

  private End end(WriteResult result) {
    return switch (result) {
      case Stored(MapValue after) -> planned(plan.withAfter(after));
      case Failed failed ->
          new End.Refused(
              request,
              failed,
              isPatch(plan.action()) && !(failed instanceof NotSent),
              plan.reasons());
      case WriteResult.Unknown unknown -> unknown;
      case WriteResult.Cancelled cancelled -> cancelled;
    };
  }

  private static boolean isPatch(Action action) {
    return action instanceof Action.Patch || action instanceof Action.Apply;
  }

  private End planned(PlannedObject planned) {
    return new End.Planned(planned, writer.retries().lost(), local);
  }

  /// Reads the live object; null if there is none. There is none of a type that the server does not
  /// have yet.
  private @Nullable MapValue read() {
    request = RequestContext.of(desired);
    boolean skipped =
        switch (mode.reads()) {
          case BULK -> {
            // After a conflict the object of the bulk read is out of date.
            live = writer.retries().isRetry() ? null : objects.readInBulk(target).orElse(null);
            yield true;
          }
          case UNTIL_LOST_RESPONSE, IF_ALLOWED -> writer.retries().lost() != null;
          case ALWAYS -> isOfNewType();
        };
    if (skipped) {
      sent = null;
      return live;
    }
    MapValue read = readObject();
    if (read != null && sent != null && sent.isUnrelatedTo(read)) {
      writer.ignoreUnrelatedConflict();
    }
    if (read != null && mode.warns() && !writer.retries().isRetry()) {
      ApplyWarnings.missingAnnotation(target, read)
          .ifPresent(warning -> events.accept(new Event.Warned(warning)));
    }
    sent = null;
    return read;
  }

  private @Nullable MapValue readObject() {
    try {
      return writer.read(() -> objects.read(target)).orElse(null);
    } catch (ClusterException e) {
      if (mode.reads() == WriteMode.Reads.IF_ALLOWED && e.status() == FORBIDDEN) {
        return null;
      }
      throw e;
    }
  }

  private boolean isOfNewType() {
    return mode.isPreview() && target.definition() != null;
  }

  private void warn() {
    if (plan.action() instanceof Action.Patch && !warned) {
      warned = true;
      wish.warnings(plan).forEach(warning -> events.accept(new Event.Warned(warning)));
    }
  }

  private WriteResult send(PlannedObject planned) {
    MapValue expected = planned.after() instanceof MapValue known ? known : null;
    return switch (planned.action()) {
      case Action.Create create -> create(create);
      case Action.Patch patch -> patch(Objects.requireNonNull(live), patch);
      case Action.Apply apply -> apply(apply, expected);
      case Action other -> throw new IllegalArgumentException("not one write: " + planned);
    };
  }

  private WriteResult create(Action.Create create) {
    MapValue body = create.body();
    request = new RequestContext(desired, null, null, this::schema);
    return send(
        new WriteRequest(
            WriteRequest.Kind.POST,
            body,
            () -> cluster.create(target.resource(), desired.namespace(), body, options)),
        body);
  }

  private WriteResult patch(MapValue before, Action.Patch patch) {
    request =
        new RequestContext(
            desired,
            before,
            patch.result(),
            this::schema,
            () -> JointRefusalHints.of(desired, patch.result()));
    sent = new SentPatch(before, patch);
    var type = patch.strategic() ? Patch.Type.STRATEGIC : Patch.Type.MERGE;
    MapValue body = isGuarded(patch) ? patch.onlyOnto(before) : patch.body();
    return send(write(WriteRequest.Kind.PATCH, new Patch(type, body).onto(before)), patch.result());
  }

  /// Whether the server is to refuse `patch` if the object has changed since it was read. The last
  /// dry run of a preview is made in any case.
  private boolean isGuarded(Action.Patch patch) {
    return mode.isPreview()
        ? !writer.retries().isLast()
        : patch.guarded() || writer.retries().lost() != null;
  }

  /// Without the server, the result is known only of an object that does not exist yet.
  private WriteResult apply(Action.Apply apply, @Nullable MapValue expected) {
    request = new RequestContext(desired, live, null, this::schema);
    MapValue manifest = apply.manifest();
    boolean guarded = mode.isPreview() && !writer.retries().isLast();
    MapValue body = guarded && live != null ? ServerSideManifest.bound(manifest, live) : manifest;
    Patch patch =
        new Patch(Patch.Type.APPLY, body).forcing(apply.force()).of(apply.subresource()).onto(live);
    return send(write(WriteRequest.Kind.APPLY, patch), expected);
  }

  private WriteRequest write(WriteRequest.Kind kind, Patch patch) {
    return new WriteRequest(kind, patch.body(), () -> sent(patch));
  }

  /// Shows the annotation as it will be. After a write, [ServerSideMigration] mends it.
  private MapValue sent(Patch patch) {
    MapValue after = target.patch(cluster, patch, options);
    return patch.type() == Patch.Type.APPLY && options.dryRun()
        ? ServerSideManifest.unbound(after, desired.tree())
        : after;
  }

  /// Sends or simulates `write`, as the mode requires.
  ///
  /// @param expected the object afterwards, without additions of the server; null if only the
  ///   server can compute it
  private WriteResult send(WriteRequest write, @Nullable MapValue expected) {
    local = null;
    return switch (mode.send()) {
      case WRITE -> writer.send(write);
      case CLIENT_DRY_RUN -> new Stored(Objects.requireNonNull(expected));
      case LOCAL -> expected == null ? writer.send(write) : stored(expected);
      case SERVER_ELSE_LOCAL -> expected == null ? writer.send(write) : preview(write, expected);
    };
  }

  private WriteResult preview(WriteRequest write, MapValue expected) {
    if (isOfNewType()) {
      local = ApplyWarnings.kindToCome(desired);
      return stored(expected);
    }
    WriteResult result = writer.send(write);
    local = result instanceof Failed failed ? localReason(failed.failure()).orElse(null) : null;
    return local == null ? result : stored(expected);
  }

  private Optional<Problem> localReason(ClusterException e) {
    boolean inNewNamespace = e.isNotFound() && mode.newNamespaces().contains(desired.namespace());
    return inNewNamespace || ApplyWarnings.refusesDryRun(e)
        ? Optional.of(ApplyWarnings.noDryRun(desired, e))
        : Optional.empty();
  }

  private static WriteResult stored(MapValue expected) {
    return new Stored(ServerNormalization.stored(expected));
  }

  private Optional<Schema> schema() {
    return cluster.schema(target.resource().gvk());
  }
}
