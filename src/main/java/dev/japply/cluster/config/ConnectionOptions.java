package dev.japply.cluster.config;

import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.time.Duration;
import java.util.List;

/// Which cluster to talk to, and as whom, as far as the command line says; the kubeconfig says the
/// rest. Empty strings stand for what was not given.
///
/// @param kubeconfig the only kubeconfig file to read, in place of those that `KUBECONFIG` names
/// @param context the context to take in place of the current one
/// @param namespace the namespace of objects that name none, in place of the context's
/// @param requiredContexts what each say which context it must be, or no cluster is found
/// @param clientOptions how the cluster is talked to
public record ConnectionOptions(
    String kubeconfig,
    String context,
    String namespace,
    List<RequiredContext> requiredContexts,
    Overrides overrides,
    ClientOptions clientOptions) {

  public ConnectionOptions {
    requiredContexts = List.copyOf(requiredContexts);
  }

  /// Whether the user named a namespace, so that objects of other namespaces are refused.
  public boolean namesNamespace() {
    return !namespace.isEmpty();
  }

  /// Nothing given: the current context of the default kubeconfig.
  public static final ConnectionOptions DEFAULT =
      new ConnectionOptions("", "", "", List.of(), Overrides.NONE, ClientOptions.DEFAULT);

  /// How a cluster is talked to.
  ///
  /// @param cache the directory in which answers of servers are kept; empty for the usual one
  /// @param matchVersion whether the server must have the version of the kubectl that japply stands
  ///   in for
  /// @param openApi which documents say how fields merge
  public record ClientOptions(String cache, boolean matchVersion, OpenApiVersion openApi) {
    /// Those without any flag.
    public static final ClientOptions DEFAULT = new ClientOptions("", false, OpenApiVersion.ANY);

    /// These options with other documents.
    public ClientOptions withOpenApi(OpenApiVersion documents) {
      return new ClientOptions(cache, matchVersion, documents);
    }
  }

  /// Which of the server's OpenAPI documents say how fields merge. Where they do not, what is built
  /// in counts.
  public enum OpenApiVersion {
    /// Version 3, or version 2 where that is missing.
    ANY,
    /// Version 2.
    VERSION_2,
    /// None: nothing is asked.
    NONE
  }

  /// What replaces entries of the kubeconfig, by the names that they have there.
  ///
  /// @param context names another `cluster` or `user`
  /// @param cluster replaces entries of the cluster, as its `server`
  /// @param user replaces entries of the user, as its `token`
  /// @param requestTimeout how long one request may take; zero for as long as it takes
  /// @param logLevel how much is logged of each request: nothing below 6, all from 10 on
  public record Overrides(
      MapValue context, MapValue cluster, MapValue user, Duration requestTimeout, int logLevel) {
    /// Nothing replaced.
    public static final Overrides NONE =
        new Overrides(MapValue.EMPTY, MapValue.EMPTY, MapValue.EMPTY, Duration.ZERO, 0);

    /// Another cluster or user of the kubeconfig; empty for that of the context.
    public Overrides withContext(String key, String name) {
      return new Overrides(put(context, key, name), cluster, user, requestTimeout, logLevel);
    }

    /// Another value for an entry of the cluster; empty for its own.
    public Overrides withCluster(String key, String text) {
      return new Overrides(context, put(cluster, key, text), user, requestTimeout, logLevel);
    }

    /// Another value for an entry of the user; empty for its own.
    public Overrides withUser(String key, String text) {
      return new Overrides(context, cluster, put(user, key, text), requestTimeout, logLevel);
    }

    /// Other values for a list of the user; empty for its own.
    public Overrides withUser(String key, List<String> texts) {
      if (texts.isEmpty()) {
        return this;
      }
      var list = new ListValue(texts.stream().<Value>map(Value::text).toList());
      return new Overrides(context, cluster, user.with(key, list), requestTimeout, logLevel);
    }

    /// Another limit for one request.
    public Overrides withTimeout(Duration timeout) {
      return new Overrides(context, cluster, user, timeout, logLevel);
    }

    /// Another level of logging.
    public Overrides withLogLevel(int level) {
      return new Overrides(context, cluster, user, requestTimeout, level);
    }

    private static MapValue put(MapValue entries, String key, String text) {
      return text.isEmpty() ? entries : entries.with(key, Value.text(text));
    }
  }

  /// The default kubeconfig replaced by this file.
  public static ConnectionOptions of(String kubeconfig) {
    return new ConnectionOptions(
        kubeconfig, "", "", List.of(), Overrides.NONE, ClientOptions.DEFAULT);
  }

  /// This connection through another context.
  ConnectionOptions withContext(String context) {
    return new ConnectionOptions(
        kubeconfig, context, namespace, requiredContexts, overrides, clientOptions);
  }

  /// This connection, if it is that of the context `name`.
  ConnectionOptions requiringContext(String name) {
    return new ConnectionOptions(
        kubeconfig,
        context,
        namespace,
        List.of(RequiredContext.of(name)),
        overrides,
        clientOptions);
  }

  /// This connection with another default namespace.
  ConnectionOptions withNamespace(String namespace) {
    return new ConnectionOptions(
        kubeconfig, context, namespace, requiredContexts, overrides, clientOptions);
  }

  /// This connection with other overrides.
  public ConnectionOptions withOverrides(Overrides overrides) {
    return new ConnectionOptions(
        kubeconfig, context, namespace, requiredContexts, overrides, clientOptions);
  }

  /// This connection with other options of the client.
  public ConnectionOptions withClientOptions(ClientOptions options) {
    return new ConnectionOptions(
        kubeconfig, context, namespace, requiredContexts, overrides, options);
  }
}
