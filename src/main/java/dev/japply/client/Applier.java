package dev.japply.client;

import dev.japply.apply.Apply;
import dev.japply.apply.Event;
import dev.japply.apply.Event.Outcome;
import dev.japply.apply.NotReadyCause;
import dev.japply.apply.Preview;
import dev.japply.apply.ResolvedObjects;
import dev.japply.cluster.Cluster;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ServerProblems;
import dev.japply.cluster.rest.ClientCaches;
import dev.japply.cluster.rest.ClusterFactory;
import dev.japply.cluster.rest.ResponseCache;
import dev.japply.cluster.rest.RestCluster;
import dev.japply.diff.FilePair;
import dev.japply.diff.UnifiedDiff;
import dev.japply.io.Cancellation;
import dev.japply.io.CancellationSource;
import dev.japply.object.KubeObject;
import dev.japply.object.ObjectKey;
import dev.japply.object.SecretValues;
import dev.japply.plan.Action;
import dev.japply.plan.Compatibility;
import dev.japply.plan.PlannedObject;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Problem;
import dev.japply.ready.CauseFinder;
import dev.japply.ready.ReadyListener;
import dev.japply.ready.ReadyState;
import dev.japply.ready.ReadyWait;
import dev.japply.ready.WaitLimits;
import dev.japply.report.DiffFiles;
import dev.japply.report.FieldFilter;
import dev.japply.report.ObjectDiff;
import dev.japply.tree.GoJson;
import dev.japply.tree.Value.MapValue;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Applies objects as `japply apply` does (client-side apply, with the last-applied annotation of
/// `kubectl apply`), through a program's own fabric8 client:
///
/// ```java
/// try (KubernetesClient client = new KubernetesClientBuilder().build()) {
///   List<ApplyResult> results =
///       Applier.with(client).apply(Manifests.of(configMap, deployment));
/// }
/// ```
///
/// Every request goes through that client's HTTP client, with its credentials, interceptors and
/// time limits, and to its namespace if an object names none. The caller owns the client and closes
/// it. An applier is reusable and thread-safe. It caches the merge schemas that it used last, and
/// reads the OpenAPI document of a type again when the server has a newer one.
///
/// Each change is computed from three documents: the last applied configuration (the annotation),
/// the manifest, and the live object
/// (<https://kubernetes.io/docs/tasks/manage-kubernetes-objects/declarative-config/>). At most one
/// PATCH is sent for each object, and none when nothing changes. After a write without a response,
/// the object is read to find out whether the write took effect, before the write is sent again.
///
/// The SLF4J logger `dev.japply.requests` gets a line for each request and its status at the level
/// `DEBUG`, headers and bodies, with credentials and Secret values masked, at `TRACE`, and waits of
/// over four seconds for a busy server at `INFO`.
public final class Applier {
  private static final Logger LOG = LoggerFactory.getLogger("dev.japply.requests");

  /// The levels of kubectl's `-v` for a line of each request, and for headers and bodies.
  private static final int LINES = 6;

  private static final int BODIES = 8;

  private final KubernetesClient client;
  private final ApplyOptions options;
  private final SchemaMemory schemas;

  private Applier(KubernetesClient client, ApplyOptions options, SchemaMemory schemas) {
    this.client = client;
    this.options = options;
    this.schemas = schemas;
  }

  /// An applier through `client`, with [ApplyOptions#DEFAULT]. Nothing is sent yet.
  public static Applier with(KubernetesClient client) {
    return new Applier(client, ApplyOptions.DEFAULT, new SchemaMemory());
  }

  /// The same applier with other options.
  public Applier with(ApplyOptions options) {
    return new Applier(client, options, schemas);
  }

  /// Applies `manifests` to the cluster and leaves fields of other managers unchanged. A failed
  /// object does not stop the others.
  ///
  /// When the thread is interrupted, writes in progress finish, the remaining objects are
  /// [ApplyResult.NotTried], and the thread stays interrupted.
  ///
  /// @return one result for each object, in the order of `manifests`; empty for no objects
  /// @throws JapplyException if the server is unreachable, an object is in `manifests` twice, or
  ///   the annotations `config.kubernetes.io/depends-on` allow no order of the objects; nothing was
  ///   changed
  public List<ApplyResult> apply(Manifests manifests) {
    return onCluster(
        cluster -> new ApplyCall(cluster, options, new CancellationSource()).run(manifests));
  }

  /// Returns the changes that [#apply] would make, and makes none. Sends dry runs to the server,
  /// unless the options have `DryRun.CLIENT` or the user has no permission to write.
  ///
  /// @return one result for each object, in the order of `manifests`; empty for no objects
  /// @throws JapplyException if the server is unreachable, or an object is in `manifests` twice
  public List<DiffResult> diff(Manifests manifests) {
    return onCluster(
        cluster -> new DiffCall(cluster, options, new CancellationSource()).run(manifests));
  }

  /// Waits until the objects of `manifests` are ready, by the rules of `japply ready`: status and
  /// conditions count, also of custom resources. Of the manifests, only types and names count. The
  /// wait ends early when each object is ready or can no longer become so.
  ///
  /// ```java
  /// applier.apply(manifests);
  /// for (ReadyResult result : applier.waitUntilReady(manifests, Duration.ofMinutes(5))) {
  ///   if (result instanceof ReadyResult.NotReady(var key, var status, var state, var cause)) {
  ///     System.err.println(key.subject() + ": " + state + " " + cause.pod());
  ///   }
  /// }
  /// ```
  ///
  /// Objects are watched, which needs the permission to `list` and `watch` them; otherwise they are
  /// read once a second. The causes of the first ten objects that are not ready are looked for,
  /// with at most five requests each. When the thread is interrupted, the wait ends, and the thread
  /// stays interrupted.
  ///
  /// @param timeout the longest wait; zero to look once
  /// @return one result for each object, in the order of `manifests`; empty for no objects
  /// @throws JapplyException if the server is unreachable or does not accept the credentials, or an
  ///   object is in `manifests` twice
  public List<ReadyResult> waitUntilReady(Manifests manifests, Duration timeout) {
    return onCluster(cluster ->
        new ReadyCall(cluster, options, timeout, new CancellationSource()).run(manifests));
  }

  /// A tree of a result as a fabric8 object:
  ///
  /// ```java
  /// if (result instanceof ApplyResult.Applied applied) {
  ///   ConfigMap live = applier.read(applied.object(), ConfigMap.class);
  /// }
  /// ```
  ///
  /// Fields that `type` does not declare are retained if it has additional properties, as fabric8's
  /// own classes do. `GenericKubernetesResource` retains all, and integers of any size.
  ///
  /// @param type a model class, a custom resource class, or `GenericKubernetesResource`
  /// @throws IllegalArgumentException when the tree is of another form than `type`
  public <T extends HasMetadata> T read(MapValue tree, Class<T> type) {
    return client.getKubernetesSerialization().unmarshal(GoJson.write(tree), type);
  }

  private <T> T onCluster(Function<Cluster, T> call) {
    var memory = new ClientCaches(schemas, ResponseCache.NONE);
    var messages = new RestCluster.Messages(options.warnings(), log());
    try (Cluster cluster = ClusterFactory.through(client, memory, messages, logLevel())) {
      return call.apply(cluster);
    } catch (ClusterException e) {
      throw new JapplyException(ServerProblems.general(e), e);
    }
  }

  /// Returns the level of kubectl's `-v` whose lines the log takes.
  private static int logLevel() {
    return LOG.isTraceEnabled() ? BODIES : LOG.isDebugEnabled() ? LINES : 0;
  }

  /// Receives the lines of the level, or only those about long waits.
  private static Consumer<String> log() {
    return LOG.isTraceEnabled() ? LOG::trace : LOG.isDebugEnabled() ? LOG::debug : LOG::info;
  }

  /// One [Applier#apply]: resolves the objects, executes, and turns events into results.
  private record ApplyCall(Cluster cluster, ApplyOptions options, Cancellation cancellation) {

    List<ApplyResult> run(Manifests manifests) {
      ResolvedObjects resolved = manifests.resolve(cluster);
      Deque<ApplyResult> ended = new ArrayDeque<>();
      new Apply(
              cluster,
              Apply.Settings.of(options.execution()),
              cancellation,
              event -> take(event, ended))
          .run(resolved.targets());
      var results = new ArrayList<ApplyResult>();
      for (ResolvedObjects.Entry entry : resolved.entries()) {
        ObjectKey key =
            entry.target() == null ? entry.desired().key() : entry.target().desired().key();
        results.add(
            entry.problem() == null
                ? next(key, ended)
                : new ApplyResult.Failed(key, List.of(entry.problem())));
      }
      return List.copyOf(results);
    }

    private void take(Event event, Deque<ApplyResult> ended) {
      if (event instanceof Event.Warned(var warning)) {
        options.warn(warning);
      } else if (event instanceof Event.Ended end) {
        ended.add(result(end));
      }
    }

    /// Events come in the order of the objects, and one that was not tried has none.
    private static ApplyResult next(ObjectKey key, Deque<ApplyResult> ended) {
      ApplyResult first = ended.peek();
      return first != null && first.key().equals(key)
          ? ended.remove()
          : new ApplyResult.NotTried(key);
    }

    private static ApplyResult result(Event.Ended ended) {
      return switch (ended) {
        case Event.Applied(var desired, var outcome, var object, var planned) ->
            new ApplyResult.Applied(desired.key(), outcome(outcome), object);
        case Event.Failed(var desired, var problems, var planned) ->
            new ApplyResult.Failed(desired.key(), problems);
        case Event.Unknown(var desired, var problem) ->
            new ApplyResult.Unknown(desired.key(), problem);
      };
    }

    private static ApplyResult.Outcome outcome(Outcome outcome) {
      return switch (outcome) {
        case CREATED -> ApplyResult.Outcome.CREATED;
        case CONFIGURED -> ApplyResult.Outcome.CONFIGURED;
        case UNCHANGED, SERVERSIDE_UNCHANGED -> ApplyResult.Outcome.UNCHANGED;
        case SERVERSIDE_APPLIED -> ApplyResult.Outcome.SERVERSIDE_APPLIED;
        case RECREATED, EDITED, RELEASED, ADOPTED, SKIPPED, MOVED, PRUNED, DELETED, ABSENT, GOING ->
            throw new IllegalStateException("unexpected outcome " + outcome);
      };
    }
  }

  /// One [Applier#diff]: resolves the objects, previews them, and compares.
  private record DiffCall(Cluster cluster, ApplyOptions options, Cancellation cancellation) {
    List<DiffResult> run(Manifests manifests) {
      ResolvedObjects resolved = manifests.resolve(cluster);
      Deque<DiffResult> ended = new ArrayDeque<>();
      String stamp = FilePair.stamp(Instant.now());
      new Preview(cluster, Preview.Settings.of(options.preview(), false), cancellation, this::take)
          .preview(resolved.targets(), planned -> ended.add(result(planned, stamp)));
      var results = new ArrayList<DiffResult>();
      for (ResolvedObjects.Entry entry : resolved.entries()) {
        results.add(
            entry.problem() == null
                ? ended.remove()
                : new DiffResult.Failed(entry.desired().key(), List.of(entry.problem())));
      }
      return List.copyOf(results);
    }

    private void take(Event event) {
      if (event instanceof Event.Warned(var warning)) {
        options.warn(warning);
      }
    }

    private DiffResult result(PlannedObject planned, String stamp) {
      var key = planned.desired().key();
      if (planned.action() instanceof Action.Refused(var problems)) {
        return new DiffResult.Failed(key, problems);
      }
      boolean annotated = options.serverSide().isEmpty();
      ObjectDiff diff =
          new DiffFiles(FieldFilter.OWN, annotated, Compatibility.japply()).of(planned);
      return diff.same()
          ? new DiffResult.Same(key)
          : new DiffResult.Changed(
              key,
              diff.files().before(),
              diff.files().after(),
              diff.text(UnifiedDiff.USUAL_CONTEXT, stamp));
    }
  }

  /// One [Applier#waitUntilReady]: resolves the objects, waits, and looks for causes.
  private record ReadyCall(
      Cluster cluster, ApplyOptions options, Duration timeout, Cancellation cancellation)
      implements ReadyListener {
    List<ReadyResult> run(Manifests manifests) {
      ResolvedObjects resolved = manifests.resolve(cluster);
      var limits = new WaitLimits(timeout, /* failFast= */ false, CauseFinder.LINES);
      List<ReadyState> states =
          new ReadyWait(cluster, cancellation, limits, this).await(resolved.targets());
      if (!states.isEmpty() && states.stream().allMatch(ReadyState::isUnauthorized)) {
        throw Objects.requireNonNull(states.getFirst().failure());
      }
      var secrets = SecretValues.of(manifests.objects());
      var causes = new CauseFinder(cluster, limits.logs(), secrets);
      Deque<ReadyState> left = new ArrayDeque<>(states);
      var results = new ArrayList<ReadyResult>();
      int explained = 0;
      for (ResolvedObjects.Entry entry : resolved.entries()) {
        if (entry.problem() != null) {
          results.add(new ReadyResult.Failed(entry.desired().key(), List.of(entry.problem())));
          continue;
        }
        ReadyState state = left.remove().scrubbed(secrets);
        boolean unready = !state.isReady() && state.failure() == null;
        NotReadyCause cause =
            unready && explained < CauseFinder.MOST && !cancellation.requested()
                ? causes.of(state)
                : NotReadyCause.NONE;
        explained += unready ? 1 : 0;
        results.add(result(state, cause));
      }
      return List.copyOf(results);
    }

    private static ReadyResult result(ReadyState state, NotReadyCause cause) {
      KubeObject object = state.target().desired();
      ClusterException failure = state.failure();
      if (failure != null) {
        return new ReadyResult.Failed(object.key(), ServerProblems.of(object, failure));
      }
      String words = state.readiness().message();
      return switch (state.readiness().status()) {
        case CURRENT -> new ReadyResult.Ready(object.key());
        case IN_PROGRESS -> unready(object, ReadyResult.Status.IN_PROGRESS, words, cause);
        case FAILED -> unready(object, ReadyResult.Status.FAILED, words, cause);
        case TERMINATING -> unready(object, ReadyResult.Status.TERMINATING, words, cause);
        case NOT_FOUND -> unready(object, ReadyResult.Status.NOT_FOUND, words, cause);
      };
    }

    private static ReadyResult unready(
        KubeObject object, ReadyResult.Status status, String state, NotReadyCause cause) {
      return new ReadyResult.NotReady(
          object.key(),
          status,
          state,
          new ReadyResult.Cause(cause.what(), cause.notes(), cause.container(), cause.log()));
    }

    @Override
    public void changed(ReadyState state) {}

    @Override
    public void hindered(Problem warning) {
      options.warn(warning);
    }
  }
}
