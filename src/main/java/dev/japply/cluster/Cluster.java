package dev.japply.cluster;

import dev.japply.object.Gvk;
import dev.japply.object.LabelSelector;
import dev.japply.schema.Schema;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// A cluster, as far as applying needs one. Objects travel as raw trees.
///
/// Every method may be called from several threads at once. Failures of the server or of the way to
/// it are [ClusterException]s. Nothing is repeated that could have been carried out already.
public interface Cluster extends AutoCloseable {

  /// The address of the server, without what it may say of the user.
  String address();

  /// The namespace of objects that name none: the one asked for, else the context's, else
  /// `default`.
  String defaultNamespace();

  /// How the server serves a type: its plural name and whether its objects live in namespaces.
  /// Empty when the server does not know the type; it fails when the server does not say.
  Optional<Resource> resource(Gvk gvk);

  /// All types that the server serves, to find one by another name than its kind; [TypeNames] does.
  TypeList types();

  /// How fields of that type merge, and by which patch, by the server's OpenAPI document (v3, or v2
  /// where v3 is missing). Empty when that says nothing of the type, as it may of a custom
  /// resource.
  Optional<Schema> schema(Gvk gvk);

  /// The live object; empty when there is none.
  Optional<MapValue> get(Resource resource, String namespace, String name);

  /// A part of the live objects of one type, in the server's order.
  ///
  /// @param namespace where to look; empty for everywhere
  Page page(Resource resource, String namespace, Page.Request request);

  /// All live objects that `selector` chooses, each with its `apiVersion` and `kind`, in the
  /// server's order.
  ///
  /// @param namespace where to look; empty for everywhere
  default List<MapValue> list(Resource resource, String namespace, LabelSelector selector) {
    return list(resource, namespace, selector, object -> true);
  }

  /// The same, of which only those that are `wanted` are ever held at once.
  default List<MapValue> list(
      Resource resource, String namespace, LabelSelector selector, Predicate<MapValue> wanted) {
    return new Listing(part -> page(resource, namespace, part), selector, wanted).objects();
  }

  /// Tells of what happens to objects of one type, as it happens, until the server ends it, which
  /// it does after a while, or the thread is interrupted.
  ///
  /// @param namespace where to look; empty for everywhere
  /// @throws ClusterException also when the server has forgotten the version to begin at (410)
  void watch(Resource resource, String namespace, Watch watch);

  /// The last lines that a container has written.
  String log(LogRequest request);

  /// Creates an object; the answer is what the server stored.
  MapValue create(Resource resource, String namespace, MapValue object, WriteOptions options);

  /// Sends one PATCH; the answer is the object afterwards.
  MapValue patch(
      Resource resource, String namespace, String name, Patch patch, WriteOptions options);

  /// Asks the server to delete an object. It may be there for a while: until what it owns is gone,
  /// until its finalizers are removed, until its grace period is over.
  ///
  /// @throws ClusterException also when it is not there
  void delete(Resource resource, String namespace, String name, DeleteOptions options);

  /// Ends all connections.
  @Override
  void close();
}
