package dev.japply.e2e;

import dev.japply.live.Cluster;
import dev.japply.live.DeleteOptions;
import dev.japply.live.Page;
import dev.japply.live.Patch;
import dev.japply.live.Resource;
import dev.japply.live.TypeList;
import dev.japply.live.WriteOptions;
import dev.japply.object.Gvk;
import dev.japply.schema.Schema;
import dev.japply.tree.Value.MapValue;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/// A cluster in which somebody else acts right after each of the first reads of an object.
///
/// @param cluster the cluster
/// @param times after how many reads
/// @param reads how many there were
/// @param writer what happens, given the number of the read from 1 on
record DisturbedCluster(Cluster cluster, int times, AtomicInteger reads, IntConsumer writer)
    implements Cluster {

  DisturbedCluster(Cluster cluster, int times, IntConsumer writer) {
    this(cluster, times, new AtomicInteger(), writer);
  }

  @Override
  public Optional<MapValue> get(Resource resource, String namespace, String name) {
    Optional<MapValue> live = cluster.get(resource, namespace, name);
    int read = reads.incrementAndGet();
    if (read <= times) {
      writer.accept(read);
    }
    return live;
  }

  @Override
  public String defaultNamespace() {
    return cluster.defaultNamespace();
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
  public Page page(Resource resource, String namespace, Page.Request request) {
    return cluster.page(resource, namespace, request);
  }

  @Override
  public Optional<Schema> strategicSchema(Gvk gvk) {
    return cluster.strategicSchema(gvk);
  }

  @Override
  public MapValue create(
      Resource resource, String namespace, MapValue object, WriteOptions options) {
    return cluster.create(resource, namespace, object, options);
  }

  @Override
  public MapValue patch(
      Resource resource, String namespace, String name, Patch patch, WriteOptions options) {
    return cluster.patch(resource, namespace, name, patch, options);
  }

  @Override
  public void delete(Resource resource, String namespace, String name, DeleteOptions options) {
    cluster.delete(resource, namespace, name, options);
  }

  @Override
  public void close() {
    cluster.close();
  }
}
