package dev.japply.cluster.config;

import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The cluster and the user, as given on the command line; the kubeconfig supplies the rest. An
/// option that was not given is empty.
///
/// @param kubeconfig the only kubeconfig file to read, instead of the files in `KUBECONFIG`
/// @param context the context to use instead of the current one
/// @param namespace the namespace for objects without one, instead of the context's
/// @param requiredContexts rules for the context; each must allow it
/// @param clientOptions options for requests to the cluster
/// @param plugins the credential plugins that may run
public record ConnectionOptions(
    String kubeconfig,
    String context,
    String namespace,
    List<RequiredContext> requiredContexts,
    Overrides overrides,
    ClientOptions clientOptions,
    PluginPolicy plugins) {

  public ConnectionOptions {
    requiredContexts = List.copyOf(requiredContexts);
  }

  /// Returns true if the user set a namespace, so that objects of other namespaces are rejected.
  public boolean namesNamespace() {
    return !namespace.isEmpty();
  }

  /// The current context of the default kubeconfig.
  public static final ConnectionOptions DEFAULT =
      new ConnectionOptions(
          "", "", "", List.of(), Overrides.NONE, ClientOptions.DEFAULT, PluginPolicy.ALLOW_ALL);

  /// Options for requests to a cluster.
  ///
  /// @param cache the directory for cached responses; empty for the default
  /// @param matchVersion whether the server must have the version of the emulated kubectl
  /// @param openApi the OpenAPI documents with the merge rules of fields
  public record ClientOptions(String cache, boolean matchVersion, OpenApiVersion openApi) {
    /// The options without any flag.
    public static final ClientOptions DEFAULT = new ClientOptions("", false, OpenApiVersion.ANY);

    public ClientOptions withOpenApi(OpenApiVersion documents) {
      return new ClientOptions(cache, matchVersion, documents);
    }
  }

  /// The server's OpenAPI documents with the merge rules of fields. Types that are missing there
  /// have built-in rules.
  public enum OpenApiVersion {
    /// Version 3, or version 2 if version 3 is missing.
    ANY,
    /// No documents, and no requests for them.
    NONE
  }

  /// Values that replace fields of the kubeconfig, with the same names.
  ///
  /// @param context another `cluster` or `user`
  /// @param cluster fields of the cluster, as its `server`
  /// @param user fields of the user, as its `token`
  /// @param requestTimeout the timeout of a request; zero for none
  /// @param logLevel the log level for requests: nothing below 6, everything from 10 on
  public record Overrides(
      MapValue context, MapValue cluster, MapValue user, Duration requestTimeout, int logLevel) {
    /// No replacements.
    public static final Overrides NONE =
        new Overrides(MapValue.EMPTY, MapValue.EMPTY, MapValue.EMPTY, Duration.ZERO, 0);

    /// Selects another cluster or user of the kubeconfig; empty for the context's.
    public Overrides withContext(String key, String name) {
      return new Overrides(put(context, key, name), cluster, user, requestTimeout, logLevel);
    }

    /// Replaces a field of the cluster; empty for its own value.
    public Overrides withCluster(String key, String text) {
      return new Overrides(context, put(cluster, key, text), user, requestTimeout, logLevel);
    }

    /// Replaces a field of the user; empty for its own value.
    public Overrides withUser(String key, String text) {
      return new Overrides(context, cluster, put(user, key, text), requestTimeout, logLevel);
    }

    /// Replaces a list of the user; empty for its own values.
    public Overrides withUser(String key, List<String> texts) {
      if (texts.isEmpty()) {
        return this;
      }
      return new Overrides(
          context,
          cluster,
          user.with(key, ListValue.of(texts, Value::text)),
          requestTimeout,
          logLevel);
    }

    /// Replaces a map of lists of the user; empty for its own values.
    public Overrides withUser(String key, Map<String, List<String>> texts) {
      if (texts.isEmpty()) {
        return this;
      }
      var entries = new LinkedHashMap<String, Value>();
      texts.forEach((name, values) -> entries.put(name, ListValue.of(values, Value::text)));
      return new Overrides(
          context, cluster, user.with(key, new MapValue(entries)), requestTimeout, logLevel);
    }

    /// Replaces the timeout of a request.
    public Overrides withTimeout(Duration timeout) {
      return new Overrides(context, cluster, user, timeout, logLevel);
    }

    public Overrides withLogLevel(int level) {
      return new Overrides(context, cluster, user, requestTimeout, level);
    }

    private static MapValue put(MapValue entries, String key, String text) {
      return text.isEmpty() ? entries : entries.with(key, Value.text(text));
    }
  }

  /// Creates options with this file in place of the default kubeconfig.
  public static ConnectionOptions of(String kubeconfig) {
    return new ConnectionOptions(
        kubeconfig,
        "",
        "",
        List.of(),
        Overrides.NONE,
        ClientOptions.DEFAULT,
        PluginPolicy.ALLOW_ALL);
  }

  /// Returns the same options for another context.
  public ConnectionOptions withContext(String context) {
    return new ConnectionOptions(
        kubeconfig, context, namespace, requiredContexts, overrides, clientOptions, plugins);
  }

  ConnectionOptions requiringContext(String name) {
    return new ConnectionOptions(
        kubeconfig,
        context,
        namespace,
        List.of(RequiredContext.of(name)),
        overrides,
        clientOptions,
        plugins);
  }

  ConnectionOptions withNamespace(String namespace) {
    return new ConnectionOptions(
        kubeconfig, context, namespace, requiredContexts, overrides, clientOptions, plugins);
  }

  public ConnectionOptions withOverrides(Overrides overrides) {
    return new ConnectionOptions(
        kubeconfig, context, namespace, requiredContexts, overrides, clientOptions, plugins);
  }

  public ConnectionOptions withClientOptions(ClientOptions options) {
    return new ConnectionOptions(
        kubeconfig, context, namespace, requiredContexts, overrides, options, plugins);
  }
}
