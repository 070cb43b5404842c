package dev.japply.apply;

import static dev.japply.tree.Missing.MISSING;

import dev.japply.apply.Writer.WriteRequest;
import dev.japply.cluster.Cluster;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.DeleteOptions;
import dev.japply.cluster.ListPage;
import dev.japply.cluster.LogRequest;
import dev.japply.cluster.Patch;
import dev.japply.cluster.Resource;
import dev.japply.cluster.TypeList;
import dev.japply.cluster.Watch;
import dev.japply.cluster.WriteOptions;
import dev.japply.object.Gvk;
import dev.japply.object.KubeObject;
import dev.japply.object.LastApplied;
import dev.japply.object.ObjectKey;
import dev.japply.object.SecretCopies;
import dev.japply.object.SecretValues;
import dev.japply.object.SecretWalk;
import dev.japply.plan.LiveMetadata;
import dev.japply.plan.RecordedWrite;
import dev.japply.plan.RecordedWrite.Outcome;
import dev.japply.plan.RecordedWrite.Verb;
import dev.japply.plan.file.UndoLog;
import dev.japply.problem.JapplyException;
import dev.japply.schema.Schema;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A cluster that records each write in an undo file, with the object before and after it.
///
/// A patch is valid only for the version of the object that was read before. So the difference of
/// the two objects is what the write changed, and nothing that another client has changed. A
/// deletion is valid only for the version that is recorded, too. The one exception is a server-side
/// apply of an object with a last-applied annotation, which is read immediately before. Dry runs
/// are not recorded.
public final class RecordingCluster implements Cluster {
  private static final String METADATA = "metadata";
  private static final String VERSION = "resourceVersion";

  /// Maximum number of attempts to delete an object that other clients write to. The last one
  /// deletes any version of it.
  private static final int DELETIONS = 10;

  private final Cluster cluster;
  private final UndoLog log;
  private final List<KubeObject> copying;
  private final @Nullable SecretValues withheld;

  /// @param cluster stays open when this one is closed
  /// @param copying the manifests of the run that have copies of secret values
  /// @param withheld the values of Secrets: objects that have some of them are recorded without
  ///   their content; null if they are recorded whole
  public RecordingCluster(
      Cluster cluster, UndoLog log, List<KubeObject> copying, @Nullable SecretValues withheld) {
    this.cluster = cluster;
    this.log = log;
    this.copying = List.copyOf(copying);
    this.withheld = withheld;
  }

  @Override
  public MapValue create(
      Resource resource, String namespace, MapValue object, WriteOptions options) {
    Supplier<MapValue> request = () -> cluster.create(resource, namespace, object, options);
    if (options.dryRun()) {
      return request.get();
    }
    String name = object.map(METADATA).text("name");
    var write = write(Verb.CREATE, resource, namespace, name, options.fieldManager(), MISSING);
    return recorded(noting(write, object), WriteRequest.Kind.POST, request);
  }

  @Override
  public MapValue patch(
      Resource resource, String namespace, String name, Patch patch, WriteOptions options) {
    if (options.dryRun()) {
      return cluster.patch(resource, namespace, name, patch, options);
    }
    MapValue onto = patch.onto();
    Node before =
        onto != null && isGuardable(patch, onto)
            ? onto
            : node(cluster.get(resource, namespace, name).orElse(null));
    var write =
        write(
            before instanceof MapValue ? Verb.PATCH : Verb.CREATE,
            resource,
            namespace,
            name,
            options.fieldManager(),
            before);
    Patch guarded = guarded(patch, before);
    WriteRequest.Kind kind =
        patch.type() == Patch.Type.APPLY ? WriteRequest.Kind.APPLY : WriteRequest.Kind.PATCH;
    return recorded(
        write.of(patch.subresource()),
        kind,
        () -> cluster.patch(resource, namespace, name, guarded, options));
  }

  /// Returns the patch for the version of the object that was read. A JSON patch has such a guard
  /// of its own.
  private static Patch guarded(Patch patch, Node before) {
    if (!(before instanceof MapValue live)
        || !isGuardable(patch, live)
        || !(patch.body() instanceof MapValue body)
        || body.map(METADATA).has(VERSION)) {
      return patch;
    }
    Value version = Value.text(LiveMetadata.version(live));
    return patch.with(body.with(METADATA, body.map(METADATA).with(VERSION, version)));
  }

  /// Whether the version in a patch has no other effect. Server-side apply copies the manifest into
  /// a last-applied annotation that exists, and with it the version.
  private static boolean isGuardable(Patch patch, MapValue live) {
    return patch.type() != Patch.Type.APPLY || LastApplied.text(live).isEmpty();
  }

  @Override
  public void delete(Resource resource, String namespace, String name, DeleteOptions options) {
    if (options.dryRun()) {
      cluster.delete(resource, namespace, name, options);
      return;
    }
    for (int attempt = 1; ; attempt++) {
      MapValue live = cluster.get(resource, namespace, name).orElse(null);
      if (live == null || isOther(live, options.uid())) {
        cluster.delete(resource, namespace, name, options); // the server refuses it
        return;
      }
      boolean given = !options.version().isEmpty() || attempt == DELETIONS;
      DeleteOptions exact = given ? options : options.at(LiveMetadata.version(live));
      try {
        var unused =
            recorded(
                write(Verb.DELETE, resource, namespace, name, "", live),
                WriteRequest.Kind.DELETE,
                () -> {
                  cluster.delete(resource, namespace, name, exact);
                  return null;
                });
        return;
      } catch (ClusterException e) {
        boolean moved = WriteResult.of(WriteRequest.Kind.DELETE, e) instanceof WriteResult.Changed;
        if (given || !moved) {
          throw e;
        }
      }
    }
  }

  private static boolean isOther(MapValue live, String uid) {
    return !uid.isEmpty() && !LiveMetadata.uid(live).equals(uid);
  }

  private static Node node(@Nullable MapValue object) {
    return object == null ? MISSING : object;
  }

  private static RecordedWrite write(
      Verb verb, Resource resource, String namespace, String name, String manager, Node before) {
    Gvk gvk = resource.gvk();
    String place = resource.namespaced() ? namespace : "";
    return new RecordedWrite(
        verb,
        new ObjectKey(gvk.group(), gvk.kind(), place, name),
        gvk,
        manager,
        "",
        before,
        Outcome.MAYBE,
        MISSING,
        "",
        SecretCopies.NONE,
        false);
  }

  private static RecordedWrite noting(RecordedWrite write, MapValue object) {
    return write.annotated(LastApplied.text(object));
  }

  private <T extends @Nullable MapValue> T recorded(
      RecordedWrite write, WriteRequest.Kind kind, Supplier<T> request) {
    RecordedWrite begun = shown(withCopies(write));
    int number = begin(begun);
    try {
      T stored = request.get();
      RecordedWrite ended = begun.ended(Outcome.DONE, node(stored));
      log.after(number, begun.withheld() ? ended.withholding() : shown(ended));
      return stored;
    } catch (ClusterException e) {
      if (!(WriteResult.of(kind, e) instanceof WriteResult.Uncertain)) {
        log.after(number, begun.ended(Outcome.REFUSED, MISSING));
      }
      throw e;
    }
  }

  private int begin(RecordedWrite write) {
    try {
      return log.before(write);
    } catch (JapplyException e) {
      String message = Objects.requireNonNullElse(e.getMessage(), "");
      throw new ClusterException(ClusterException.Kind.UNRECORDED, message, "", e);
    }
  }

  private RecordedWrite withCopies(RecordedWrite write) {
    SecretCopies copies =
        copying.stream()
            .filter(object -> isSame(object.key(), write.key()))
            .map(object -> SecretCopies.of(object, write.before()))
            .reduce(SecretCopies.NONE, SecretCopies::and);
    return write.with(copies);
  }

  /// Compares without namespaces, which a manifest may omit.
  private static boolean isSame(ObjectKey manifest, ObjectKey written) {
    return manifest.group().equals(written.group())
        && manifest.kind().equals(written.kind())
        && manifest.name().equals(written.name());
  }

  /// Returns the write as it is recorded: without the fields that change by themselves, and without
  /// the content of an object whose values are withheld.
  private RecordedWrite shown(RecordedWrite write) {
    boolean hides =
        withheld != null
            && (SecretWalk.isSecret(write.gvk())
                || SecretWalk.isInvolvedIn(write.before())
                || SecretWalk.isInvolvedIn(write.after())
                || !write.copies().isEmpty()
                || withheld.areIn(write.before())
                || withheld.areIn(write.after())
                || withheld.isIn(write.annotation()));
    return hides ? write.withholding() : write;
  }

  @Override
  public String address() {
    return cluster.address();
  }

  @Override
  public String defaultNamespace() {
    return cluster.defaultNamespace();
  }

  @Override
  public boolean hasOtherObjects() {
    return cluster.hasOtherObjects();
  }

  @Override
  public Optional<Resource> resource(Gvk gvk) {
    return cluster.resource(gvk);
  }

  @Override
  public TypeList types() {
    return cluster.types();
  }

  @Override
  public Optional<Schema> schema(Gvk gvk) {
    return cluster.schema(gvk);
  }

  @Override
  public Optional<MapValue> get(Resource resource, String namespace, String name) {
    return cluster.get(resource, namespace, name);
  }

  @Override
  public ListPage page(Resource resource, String namespace, ListPage.Request request) {
    return cluster.page(resource, namespace, request);
  }

  @Override
  public void watch(Resource resource, String namespace, Watch watch) {
    cluster.watch(resource, namespace, watch);
  }

  @Override
  public String log(LogRequest request) {
    return cluster.log(request);
  }

  @Override
  public void close() {
    // its owner closes the cluster
  }
}
