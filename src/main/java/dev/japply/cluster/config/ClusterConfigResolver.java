package dev.japply.cluster.config;

import dev.japply.cluster.config.ConnectionOptions.Overrides;
import dev.japply.problem.MaskedUrl;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Finds the cluster by `kubectl`'s rules: the command line, else the kubeconfig, else the
/// credentials of the Pod that runs japply, else `localhost:8080`.
public final class ClusterConfigResolver {
  private static final String LAST_RESORT = "http://localhost:8080";
  private static final String EXTRA = "as-user-extra";
  private static final List<String> FILES = List.of("client-certificate", "client-key");
  private static final List<String> ACTING = List.of("as", "as-uid", "as-groups", EXTRA);

  private final ConnectionOptions connection;
  private final Environment environment;
  private final Kubeconfig kubeconfig;

  private ClusterConfigResolver(
      ConnectionOptions connection, Environment environment, Kubeconfig kubeconfig) {
    this.connection = connection;
    this.environment = environment;
    this.kubeconfig = kubeconfig;
  }

  /// Reads the kubeconfig that `connection` names, else the files of the environment.
  ///
  /// @throws dev.japply.cluster.ClusterException if a file is unusable, or the named one does not
  ///   exist
  public static Kubeconfig kubeconfig(ConnectionOptions connection, Environment environment) {
    return connection.kubeconfig().isEmpty()
        ? Kubeconfig.merge(environment.kubeconfigs(), environment.limit())
        : Kubeconfig.explicit(Path.of(connection.kubeconfig()), environment.limit());
  }

  public static ClusterConfig resolve(ConnectionOptions connection, Environment environment) {
    return resolve(connection, environment, kubeconfig(connection, environment));
  }

  /// Returns the cluster that `connection` selects in a kubeconfig that was read before.
  public static ClusterConfig resolve(
      ConnectionOptions connection, Environment environment, Kubeconfig kubeconfig) {
    return new ClusterConfigResolver(connection, environment, kubeconfig).resolve();
  }

  /// Returns the name of the context that `connection` selects; empty if there is none.
  public static String contextName(ConnectionOptions connection, Environment environment) {
    Kubeconfig kubeconfig = kubeconfig(connection, environment);
    return new ClusterConfigResolver(connection, environment, kubeconfig).contextName();
  }

  private ClusterConfig resolve() {
    requireContext();
    MapValue context = context();
    String userName = name(context, "user");
    MapValue user = user(userName);
    MapValue requested = requestedContext(context);
    String clusterName = name(requested, "cluster");
    MapValue cluster = cluster(clusterName);
    new KubeconfigCheck(clusterName, cluster, userName, user).run();
    if (!cluster.text("server").isEmpty()) {
      ClusterConfig config = config(cluster, user, namespace(requested), "");
      return identified(config, userName).as(account(userName));
    }
    return environment.isPod()
        ? config(
            InClusterConfig.cluster(environment, connection.overrides()),
            InClusterConfig.user(environment, connection.overrides()),
            namespace(requested),
            "")
        : lastResort(cluster, user, requested);
  }

  private String account(String userName) {
    String user = userName.isEmpty() ? "" : "user " + userName;
    String context = contextName().isEmpty() ? "" : "context " + contextName();
    return Stream.of(user, context)
        .filter(name -> !name.isEmpty())
        .collect(Collectors.joining(" of "));
  }

  private String contextName() {
    return connection.context().isEmpty() ? kubeconfig.currentContext() : connection.context();
  }

  /// Rejects a context that is not allowed, and flags that select another cluster.
  private void requireContext() {
    for (RequiredContext required : connection.requiredContexts()) {
      if (!required.allows(contextName())) {
        throw required.refuse(contextName());
      }
      if (connection.overrides().cluster().has("server")
          || connection.overrides().context().has("cluster")) {
        throw required.refuseDetour();
      }
    }
  }

  private MapValue context() {
    return kubeconfig.contexts().getOrDefault(contextName(), MapValue.EMPTY);
  }

  /// Returns the context, which must exist if it was requested.
  private MapValue requestedContext(MapValue context) {
    String name = contextName();
    if (name.isEmpty() || kubeconfig.contexts().containsKey(name)) {
      return context;
    }
    String known = Kubeconfig.names(kubeconfig.contexts());
    String hint = known.isEmpty() ? where("no kubeconfig has contexts") : "it has: " + known;
    String message =
        connection.context().isEmpty()
            ? "context was not found for specified context: " + name
            : "context \"" + name + "\" does not exist";
    throw Kubeconfig.unusable(message, hint);
  }

  /// Returns the name of the `cluster` or `user`: the flag's, else the context's.
  private String name(MapValue context, String what) {
    String named = connection.overrides().context().text(what);
    return named.isEmpty() ? context.text(what) : named;
  }

  private MapValue user(String name) {
    if (!connection.overrides().context().text("user").isEmpty()
        && !kubeconfig.users().containsKey(name)) {
      throw unknownUser(name);
    }
    MapValue own = kubeconfig.users().getOrDefault(name, MapValue.EMPTY);
    return overlaid(own, connection.overrides().user());
  }

  /// Returns the user with the flags. A file replaces the data of the kubeconfig, and extra fields
  /// are added to its own.
  private static MapValue overlaid(MapValue own, MapValue flags) {
    MapValue user = own;
    for (String key : FILES) {
      user = flags.has(key) ? user.without(key + "-data") : user;
    }
    user = Kubeconfig.overlay(user, flags);
    return flags.has(EXTRA)
        ? user.with(EXTRA, Kubeconfig.overlay(own.map(EXTRA), flags.map(EXTRA)))
        : user;
  }

  private RuntimeException unknownUser(String name) {
    return Kubeconfig.unusable(
        "auth info \"" + name + "\" does not exist",
        "the kubeconfig has: " + Kubeconfig.names(kubeconfig.users()));
  }

  /// Returns `config`. Throws if its user is missing from the kubeconfig and there are no other
  /// credentials.
  private ClusterConfig identified(ClusterConfig config, String userName) {
    boolean known = userName.isEmpty() || kubeconfig.users().containsKey(userName);
    if (!known && config.isSecure() && config.user().isEmpty()) {
      throw unknownUser(userName);
    }
    return config;
  }

  private MapValue cluster(String name) {
    MapValue flags = connection.overrides().cluster();
    boolean known = name.isEmpty() || kubeconfig.clusters().containsKey(name);
    boolean requested = !connection.overrides().context().text("cluster").isEmpty();
    if (!known && (requested || !flags.has("server"))) {
      throw Kubeconfig.unusable(
          "cluster \"" + name + "\" does not exist",
          "the kubeconfig has: " + Kubeconfig.names(kubeconfig.clusters()));
    }
    MapValue own = kubeconfig.clusters().getOrDefault(name, MapValue.EMPTY);
    if (!name.isEmpty() && own.text("server").isEmpty() && !flags.has("server")) {
      throw Kubeconfig.unusable("no server found for cluster \"" + name + "\"", "");
    }
    return Kubeconfig.overlay(replaced(own, flags), flags);
  }

  /// Removes the settings that flags replace as a whole: the trusted authorities and the server's
  /// TLS name.
  private static MapValue replaced(MapValue own, MapValue flags) {
    MapValue cluster = own;
    if (flags.has("insecure-skip-tls-verify") || flags.has("certificate-authority")) {
      cluster =
          cluster
              .without("insecure-skip-tls-verify")
              .without("certificate-authority")
              .without("certificate-authority-data");
    }
    return flags.has("server") ? cluster.without("tls-server-name") : cluster;
  }

  /// Uses `KUBERNETES_MASTER` if there is no other address, as `kubectl` does.
  private ClusterConfig lastResort(MapValue cluster, MapValue user, MapValue context) {
    String named = environment.variable("KUBERNETES_MASTER");
    String server = named.isEmpty() ? LAST_RESORT : named;
    return config(cluster.with("server", Value.text(server)), user, namespace(context), missing());
  }

  /// Returns the reason why no cluster is known.
  private String missing() {
    if (!kubeconfig.isEmpty()) {
      return where("no context is selected");
    }
    String useless =
        kubeconfig.looked().stream()
            .filter(Files::exists)
            .map(file -> file + (isBlank(file) ? " is empty" : " has no clusters and no contexts"))
            .collect(Collectors.joining("; "));
    return useless.isEmpty() ? where("no kubeconfig was found") : useless;
  }

  private static boolean isBlank(Path file) {
    try {
      return Files.size(file) == 0;
    } catch (IOException e) {
      return false;
    }
  }

  private String where(String what) {
    List<Path> looked = kubeconfig.looked();
    return what
        + ": looked at "
        + looked.stream().map(Path::toString).collect(Collectors.joining(", "));
  }

  /// Returns the namespace. The Pod's applies if no other is given, for any cluster.
  private String namespace(MapValue context) {
    String pod = environment.isPod() ? InClusterConfig.namespace(environment) : "";
    return Stream.of(connection.namespace(), context.text("namespace"), pod)
        .filter(name -> !name.isEmpty())
        .findFirst()
        .orElse("default");
  }

  private static ClusterConfig config(
      MapValue cluster, MapValue user, String namespace, String hint) {
    String text = cluster.text("server");
    String address = text.contains("://") ? text : "http://" + text;
    try {
      var server = new URI(address);
      if (server.getHost() == null) {
        throw Kubeconfig.unusable(
            "host must be a URL or a host:port pair: \"" + MaskedUrl.of(text) + "\"", "");
      }
      MapValue credentials = "https".equalsIgnoreCase(server.getScheme()) ? user : acting(user);
      return new ClusterConfig(
          bare(server), login(server), namespace, cluster, credentials, null, hint, "");
    } catch (URISyntaxException e) {
      throw Kubeconfig.unusable(
          "invalid server address \"" + MaskedUrl.of(text) + "\": " + e.getReason(), "");
    }
  }

  /// Returns the address up to the path, without a slash at the end.
  private static URI bare(URI address) {
    String port = address.getPort() < 0 ? "" : ":" + address.getPort();
    String path = address.getRawPath();
    while (path.endsWith("/")) {
      path = path.substring(0, path.length() - 1);
    }
    return URI.create(address.getScheme() + "://" + address.getHost() + port + path);
  }

  /// Returns the user name and password in an address, `name:password`; empty if there are none.
  public static String login(URI address) {
    String user = address.getUserInfo();
    return user == null || user.contains(":") ? Objects.requireNonNullElse(user, "") : user + ":";
  }

  /// Returns only the impersonation settings: credentials are not sent in plain text.
  private static MapValue acting(MapValue user) {
    MapValue acting = MapValue.EMPTY;
    for (String key : ACTING) {
      if (user.get(key) instanceof Value value) {
        acting = acting.with(key, value);
      }
    }
    return acting;
  }

  /// The cluster of a Pod in the kubeconfig's form: the address from its environment, and the files
  /// of its service account.
  private static final class InClusterConfig {
    private InClusterConfig() {}

    static MapValue cluster(Environment environment, Overrides overrides) {
      String host = environment.variable("KUBERNETES_SERVICE_HOST");
      String bracketed = host.contains(":") ? "[" + host + "]" : host;
      String server =
          "https://" + bracketed + ":" + environment.variable("KUBERNETES_SERVICE_PORT");
      MapValue cluster = MapValue.of("server", Value.text(server));
      Path authority = environment.serviceAccount().resolve("ca.crt");
      if (!overrides.cluster().has("insecure-skip-tls-verify") && Files.isReadable(authority)) {
        cluster = cluster.with("certificate-authority", Value.text(authority.toString()));
      }
      return Kubeconfig.overlay(cluster, overrides.cluster());
    }

    static MapValue user(Environment environment, Overrides overrides) {
      Path token = environment.serviceAccount().resolve("token");
      MapValue user =
          overrides.user().has("token")
              ? MapValue.EMPTY
              : MapValue.of("tokenFile", Value.text(token.toString()));
      return Kubeconfig.overlay(user, overrides.user());
    }

    /// Returns the Pod's own namespace; empty if it is unknown.
    static String namespace(Environment environment) {
      String named = environment.variable("POD_NAMESPACE");
      if (!named.isEmpty()) {
        return named;
      }
      try {
        return Files.readString(environment.serviceAccount().resolve("namespace")).strip();
      } catch (IOException e) {
        return "";
      }
    }
  }
}
