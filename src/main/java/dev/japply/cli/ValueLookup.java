package dev.japply.cli;

import dev.japply.cli.flags.CommandContext.ClusterConnector;
import dev.japply.cli.flags.Console;
import dev.japply.cli.pkg.UpstreamVersions;
import dev.japply.cluster.Cluster;
import dev.japply.cluster.ListPage;
import dev.japply.cluster.Resource;
import dev.japply.cluster.ServedType;
import dev.japply.cluster.TypeNames;
import dev.japply.cluster.config.ClusterConfigResolver;
import dev.japply.cluster.config.ConnectionOptions;
import dev.japply.cluster.config.Environment;
import dev.japply.cluster.config.Kubeconfig;
import dev.japply.io.Cancellation;
import dev.japply.object.Gvk;
import dev.japply.object.LabelSelector;
import dev.japply.plan.ApplySetParent;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/// Finds values of flags and arguments.
///
/// @param console the environment variables, and nowhere for messages
record ValueLookup(
    ClusterConnector connector,
    Console console,
    Cancellation cancellation,
    ConnectionOptions connection,
    String start) {
  /// The maximum number of listed objects.
  private static final int MOST = 500;

  private static final Resource NAMESPACES =
      new Resource(new Gvk("", "v1", "Namespace"), "namespaces", false);
  private static final Resource SECRETS =
      new Resource(new Gvk("", "v1", "Secret"), "secrets", true);
  private static final Resource CONFIG_MAPS =
      new Resource(new Gvk("", "v1", "ConfigMap"), "configmaps", true);

  /// Returns the values from a source.
  ///
  /// @param arguments the arguments before the value
  List<String> find(ValueSource source, List<String> arguments) {
    return switch (source) {
      case CONTEXTS -> started(kubeconfig().contexts().keySet());
      case CLUSTERS -> started(kubeconfig().clusters().keySet());
      case USERS -> started(kubeconfig().users().keySet());
      case NAMESPACES -> on(cluster -> names(cluster, NAMESPACES, "", start));
      case APPLY_SETS -> on(this::applySets);
      case KINDS -> on(this::kinds);
      case OBJECT -> arguments.size() > 1 ? List.of() : on(cluster -> objects(cluster, arguments));
      case OBJECTS -> on(cluster -> objects(cluster, arguments));
      case PACKAGES -> arguments.isEmpty() ? versions() : List.of();
    };
  }

  private Kubeconfig kubeconfig() {
    return ClusterConfigResolver.kubeconfig(connection, Environment.of(console.environment()));
  }

  private List<String> started(Collection<String> values) {
    return values.stream().filter(value -> value.startsWith(start)).toList();
  }

  private List<String> on(Function<Cluster, List<String>> work) {
    try (Cluster cluster = connector.open(connection, console)) {
      return work.apply(cluster);
    }
  }

  private static List<String> names(
      Cluster cluster, Resource resource, String namespace, String start) {
    var request = ListPage.Request.first(name -> name.startsWith(start), MOST);
    return cluster.page(resource, namespace, request).wanted().stream()
        .map(ListPage.Item::name)
        .toList();
  }

  /// Returns types, or the names of objects if a type is there: `TYPE NAME` or `TYPE/NAME`.
  private List<String> objects(Cluster cluster, List<String> arguments) {
    int slash = start.indexOf('/');
    boolean paired = !arguments.isEmpty() && arguments.getFirst().contains("/");
    if (slash >= 0) {
      String type = start.substring(0, slash);
      return named(cluster, type, start.substring(slash + 1)).stream()
          .map(name -> type + "/" + name)
          .toList();
    }
    return arguments.isEmpty() || paired
        ? types(cluster)
        : named(cluster, arguments.getFirst(), start).stream()
            .filter(name -> !arguments.contains(name))
            .toList();
  }

  private static List<String> named(Cluster cluster, String type, String start) {
    return new TypeNames(cluster.types().served())
        .one(type)
        .map(resource ->
            names(
                cluster, resource, resource.namespaced() ? cluster.defaultNamespace() : "", start))
        .orElse(List.of());
  }

  /// Returns the plural names of types. Only the first one of a name has no group.
  private List<String> types(Cluster cluster) {
    var seen = new HashSet<String>();
    return cluster.types().served().stream()
        .map(ServedType::resource)
        .filter(type -> seen.add(type.plural() + "." + type.gvk().group()))
        .map(type ->
            seen.add(type.plural()) ? type.plural() : type.plural() + "." + type.gvk().group())
        .filter(name -> name.startsWith(start))
        .toList();
  }

  private List<String> kinds(Cluster cluster) {
    return started(
        cluster.types().served().stream()
            .map(type -> type.resource().gvk())
            .map(type ->
                (type.group().isEmpty() ? "core" : type.group())
                    + "/"
                    + type.version()
                    + "/"
                    + type.kind())
            .toList());
  }

  /// Returns the parents of ApplySets, which are Secrets where no type is named.
  private List<String> applySets(Cluster cluster) {
    return started(
        Stream.concat(
                parents(cluster, SECRETS).stream(),
                parents(cluster, CONFIG_MAPS).stream().map(name -> "configmaps/" + name))
            .toList());
  }

  private static List<String> parents(Cluster cluster, Resource resource) {
    LabelSelector parent = LabelSelector.parse(ApplySetParent.ID);
    var request = new ListPage.Request(parent, "", name -> true, MOST, "");
    return cluster.page(resource, cluster.defaultNamespace(), request).wanted().stream()
        .map(ListPage.Item::name)
        .toList();
  }

  private List<String> versions() {
    int at = start.lastIndexOf('@');
    return at < 0
        ? List.of()
        : started(
            UpstreamVersions.of(console, cancellation, start.substring(0, at)).stream()
                .map(version -> start.substring(0, at + 1) + version)
                .toList());
  }
}
