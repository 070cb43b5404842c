package dev.japply.execute;

import dev.japply.live.Cluster;
import dev.japply.live.Patch;
import dev.japply.live.Resource;
import dev.japply.live.WriteOptions;
import dev.japply.object.Gvk;
import dev.japply.schema.Schema;
import dev.japply.tree.Value.MapValue;
import java.util.Optional;

/// A cluster as it will be when what the manifests bring for each other is there: it knows their
/// types, of which there are no objects yet.
record ForeseenCluster(Cluster cluster, Announced announced) implements Cluster {

  /// Whether the server does not know the type yet.
  boolean lacks(Resource resource) {
    return cluster.resource(resource.gvk()).isEmpty();
  }

  /// Whether the manifests bring that namespace.
  boolean brings(String namespace) {
    return announced.namespaces().contains(namespace);
  }

  @Override
  public String defaultNamespace() {
    return cluster.defaultNamespace();
  }

  @Override
  public Optional<Resource> resource(Gvk gvk) {
    return cluster.resource(gvk).or(() -> announced.type(gvk));
  }

  @Override
  public Optional<Schema> strategicSchema(Gvk gvk) {
    return cluster.strategicSchema(gvk);
  }

  @Override
  public Optional<MapValue> get(Resource resource, String namespace, String name) {
    return lacks(resource) ? Optional.empty() : cluster.get(resource, namespace, name);
  }

  @Override
  public MapValue create(Resource resource, String namespace, MapValue object, WriteOptions write) {
    return cluster.create(resource, namespace, object, write);
  }

  @Override
  public MapValue patch(
      Resource resource, String namespace, String name, Patch patch, WriteOptions write) {
    return cluster.patch(resource, namespace, name, patch, write);
  }

  @Override
  public void close() {
    cluster.close();
  }
}
