package dev.japply.cluster;

import dev.japply.object.Gvk;
import dev.japply.object.LabelSelector;
import dev.japply.schema.Schema;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// A connection to a cluster. Objects are passed as raw trees.
///
/// All methods are safe for use by multiple threads. Failures of the server or of the connection
/// are [ClusterException]s. A request is not repeated if the server could have carried it out.
public interface Cluster extends AutoCloseable {

  /// Returns the address of the server, without user information.
  String address();

  /// Returns the namespace of objects that have none: the requested one, else the context's, else
  /// `default`.
  String defaultNamespace();

  /// Returns whether objects beyond one input can be read. A snapshot has the objects of its input
  /// alone.
  default boolean hasOtherObjects() {
    return true;
  }

  /// Returns the plural name and the scope of a type, from discovery. Empty if the server does not
  /// serve the type.
  ///
  /// @throws ClusterException if discovery fails
  Optional<Resource> resource(Gvk gvk);

  /// Returns all types that the server serves, for lookups by other names than the kind, as in
  /// [TypeNames].
  TypeList types();

  /// Returns the type's schema, with its merge rules, from the server's OpenAPI document (v3, or v2
  /// if v3 is missing). Empty if the document does not contain the type, as for some custom
  /// resources.
  Optional<Schema> schema(Gvk gvk);

  /// Returns the live object; empty if it does not exist.
  Optional<MapValue> get(Resource resource, String namespace, String name);

  /// Returns a page of the live objects of one type, in the server's order.
  ///
  /// @param namespace the namespace to list; empty for all
  ListPage page(Resource resource, String namespace, ListPage.Request request);

  /// Returns all live objects that match `selector`, each with its `apiVersion` and `kind`, in the
  /// server's order.
  ///
  /// @param namespace the namespace to list; empty for all
  default List<MapValue> list(Resource resource, String namespace, LabelSelector selector) {
    return list(resource, namespace, selector, object -> true);
  }

  /// Lists only the `wanted` objects; the others are not kept in memory.
  default List<MapValue> list(
      Resource resource, String namespace, LabelSelector selector, Predicate<MapValue> wanted) {
    return new Pager(part -> page(resource, namespace, part), selector, wanted).objects();
  }

  /// Returns the metadata of all live objects that match `selector`, each with its `apiVersion` and
  /// `kind`. The server sends nothing else, as no data of Secrets.
  ///
  /// @param namespace the namespace to list; empty for all
  default List<MapValue> listMetadata(Resource resource, String namespace, LabelSelector selector) {
    return new Pager(part -> page(resource, namespace, part.ofMetadata()), selector, object -> true)
        .objects();
  }

  /// Watches the objects of one type until the server closes the watch or the thread is
  /// interrupted. Servers close a watch after some time.
  ///
  /// @param namespace the namespace to watch; empty for all
  /// @throws ClusterException also if the resource version to start at has expired (410)
  void watch(Resource resource, String namespace, Watch watch);

  /// Returns the last lines of a container's log.
  String log(LogRequest request);

  /// Creates an object and returns it as stored by the server.
  MapValue create(Resource resource, String namespace, MapValue object, WriteOptions options);

  /// Sends one PATCH and returns the patched object.
  MapValue patch(
      Resource resource, String namespace, String name, Patch patch, WriteOptions options);

  /// Requests the deletion of an object. The object can exist for some more time: until its
  /// dependents are deleted, its finalizers are removed and its grace period is over.
  ///
  /// @throws ClusterException also if the object does not exist
  void delete(Resource resource, String namespace, String name, DeleteOptions options);

  /// Closes all connections.
  @Override
  void close();
}
