package dev.japply.plan.file;

import dev.japply.cluster.Cluster;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ClusterException.Kind;
import dev.japply.cluster.DeleteOptions;
import dev.japply.cluster.ListPage;
import dev.japply.cluster.LogRequest;
import dev.japply.cluster.Patch;
import dev.japply.cluster.Resource;
import dev.japply.cluster.ServedType;
import dev.japply.cluster.TypeList;
import dev.japply.cluster.Watch;
import dev.japply.cluster.WriteOptions;
import dev.japply.object.Gvk;
import dev.japply.object.KubeObject;
import dev.japply.plan.SecretDigests;
import dev.japply.plan.file.PlanFile.Target;
import dev.japply.plan.file.Snapshot.Entry;
import dev.japply.plan.file.Snapshot.Place;
import dev.japply.plan.file.Snapshot.TypeRecord;
import dev.japply.schema.Schema;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A read-only cluster that responds from a snapshot.
public final class SnapshotCluster implements Cluster {
  private static final Place SYSTEM = new Place(new Gvk("", "v1", "Namespace"), "", "kube-system");
  private static final int FORBIDDEN = 403;

  private final Snapshot snapshot;
  private final String namespace;
  private final SecretDigests digests;
  private final Map<Place, Optional<MapValue>> objects = new HashMap<>();

  /// @param manifests the manifests whose values replace digests
  public SnapshotCluster(Snapshot snapshot, String namespace, List<KubeObject> manifests) {
    this.snapshot = snapshot;
    this.namespace = namespace;
    var secrets = new SnapshotSecrets(snapshot.digests());
    manifests.forEach(manifest -> secrets.add(placed(manifest)));
    for (Entry entry : snapshot.entries()) {
      objects.put(entry.place(), Optional.ofNullable(entry.object()).map(secrets::opened));
    }
    this.digests = new SecretDigests(snapshot.digests().salt(), secrets.standIns());
  }

  private KubeObject placed(KubeObject manifest) {
    MapValue metadata = manifest.tree().map("metadata");
    boolean namespaced = snapshot.type(manifest.gvk()).filter(TypeRecord::namespaced).isPresent();
    if (!namespaced) {
      return manifest.withTree(manifest.tree().with("metadata", metadata.without("namespace")));
    }
    return manifest.namespace().isEmpty()
        ? manifest.withTree(
            manifest.tree().with("metadata", metadata.with("namespace", Value.text(namespace))))
        : manifest;
  }

  /// Returns the digests for plans, with the salt of the snapshot.
  public SecretDigests digests() {
    return digests;
  }

  @Override
  public String address() {
    return snapshot.made().target().server();
  }

  @Override
  public boolean hasOtherObjects() {
    return false;
  }

  @Override
  public String defaultNamespace() {
    return namespace;
  }

  @Override
  public Optional<Resource> resource(Gvk gvk) {
    return snapshot.type(gvk).filter(TypeRecord::isServed).map(SnapshotCluster::resource);
  }

  private static Resource resource(TypeRecord type) {
    return new Resource(type.gvk(), type.plural(), type.namespaced());
  }

  @Override
  public TypeList types() {
    return new TypeList(
        snapshot.types().stream()
            .filter(TypeRecord::isServed)
            .map(type ->
                new ServedType(resource(type), "", List.of(), List.of(), /* listable= */ false))
            .toList());
  }

  @Override
  public Optional<Schema> schema(Gvk gvk) {
    return snapshot.schemas().stream()
        .flatMap(each -> each.object(gvk.group(), gvk.version(), gvk.kind()).stream())
        .findFirst();
  }

  @Override
  public Optional<MapValue> get(Resource resource, String namespace, String name) {
    var place = new Place(resource.gvk(), namespace, name);
    Optional<MapValue> object = objects.get(place);
    if (object != null) {
      return object;
    }
    if (place.equals(SYSTEM)) {
      return Optional.of(system());
    }
    throw absent(resource.gvk().kind() + " " + name);
  }

  /// Returns the namespace `kube-system` with the fields that identify the cluster.
  private MapValue system() {
    Target target = snapshot.made().target();
    if (target.uid().isEmpty()) {
      throw new ClusterException(FORBIDDEN, "Forbidden", "not in the snapshot", MapValue.EMPTY);
    }
    return MapValue.of("metadata", MapValue.of("uid", Value.text(target.uid())));
  }

  /// Fails: a snapshot has no lists, since objects are read one by one.
  @Override
  public ListPage page(Resource resource, String namespace, ListPage.Request request) {
    throw absent("a list of " + resource.plural());
  }

  @Override
  public void watch(Resource resource, String namespace, Watch watch) {
    throw absent("what happens to " + resource.plural());
  }

  @Override
  public String log(LogRequest request) {
    throw absent("logs");
  }

  private static ClusterException absent(String what) {
    return new ClusterException(
        Kind.CONFIGURATION, "the snapshot does not have " + what, "take it again", null);
  }

  @Override
  public MapValue create(
      Resource resource, String namespace, MapValue object, WriteOptions options) {
    throw readOnly();
  }

  @Override
  public MapValue patch(
      Resource resource, String namespace, String name, Patch patch, WriteOptions options) {
    throw readOnly();
  }

  @Override
  public void delete(Resource resource, String namespace, String name, DeleteOptions options) {
    throw readOnly();
  }

  private static ClusterException readOnly() {
    return new ClusterException(Kind.CONFIGURATION, "a snapshot takes no writes", "", null);
  }

  @Override
  public void close() {}
}
