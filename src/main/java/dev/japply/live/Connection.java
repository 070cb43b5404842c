package dev.japply.live;

import java.time.Duration;

/// Which cluster to talk to, and as whom, as far as the command line says; the kubeconfig says the
/// rest. Empty strings stand for what was not given.
///
/// @param kubeconfig the only kubeconfig file to read, in place of those that `KUBECONFIG` names
/// @param context the context to take in place of the current one
/// @param namespace the namespace of objects that name none, in place of the context's
public record Connection(String kubeconfig, String context, String namespace, Overrides overrides) {

  /// Nothing given: the current context of the default kubeconfig.
  public static final Connection DEFAULT = new Connection("", "", "", Overrides.NONE);

  /// What replaces entries of the context's cluster and user.
  ///
  /// @param server the address of the API server
  /// @param token the bearer token
  /// @param impersonate the user to act as
  /// @param insecureSkipTlsVerify whether any server certificate will do
  /// @param requestTimeout how long one request may take; zero for as long as it takes
  public record Overrides(
      String server,
      String token,
      String impersonate,
      boolean insecureSkipTlsVerify,
      Duration requestTimeout) {
    /// Nothing replaced.
    public static final Overrides NONE = new Overrides("", "", "", false, Duration.ZERO);
  }

  /// The default kubeconfig replaced by this file.
  public static Connection of(String kubeconfig) {
    return new Connection(kubeconfig, "", "", Overrides.NONE);
  }

  /// This connection through another context.
  public Connection withContext(String context) {
    return new Connection(kubeconfig, context, namespace, overrides);
  }

  /// This connection with another default namespace.
  public Connection withNamespace(String namespace) {
    return new Connection(kubeconfig, context, namespace, overrides);
  }

  /// This connection with other overrides.
  public Connection withOverrides(Overrides overrides) {
    return new Connection(kubeconfig, context, namespace, overrides);
  }
}
