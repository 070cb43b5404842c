package dev.japply.cli;

import dev.japply.live.Connection.Overrides;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/// The flags that replace what the kubeconfig says of the cluster and the user.
final class ConnectionFlags {
  @Option(names = "--cluster", paramLabel = "NAME", description = "The kubeconfig cluster to use.")
  String cluster = "";

  @Option(names = "--user", paramLabel = "NAME", description = "The kubeconfig user to use.")
  String user = "";

  @Option(
      names = {"-s", "--server"},
      paramLabel = "URL",
      description = "The address of the API server.")
  String server = "";

  @Option(
      names = "--certificate-authority",
      paramLabel = "FILE",
      description = "The certificates of those who may vouch for the server.")
  String authority = "";

  @Option(
      names = "--insecure-skip-tls-verify",
      arity = "1",
      fallbackValue = "true",
      paramLabel = "BOOL",
      description = "Take any server certificate.")
  boolean insecure;

  @Option(
      names = "--tls-server-name",
      paramLabel = "NAME",
      description =
          "The name that the server's certificate must be for, if not that of its address.")
  String serverName = "";

  @Option(
      names = "--disable-compression",
      arity = "1",
      fallbackValue = "true",
      paramLabel = "BOOL",
      description = "Ask the server not to compress its answers.")
  boolean uncompressed;

  @Option(names = "--token", paramLabel = "TOKEN", description = "The bearer token to send.")
  String token = "";

  @Option(
      names = "--username",
      paramLabel = "NAME",
      description = "The user name for basic authentication.")
  String username = "";

  @Option(
      names = "--password",
      paramLabel = "PASSWORD",
      description = "The password for basic authentication.")
  String password = "";

  @Option(
      names = "--client-certificate",
      paramLabel = "FILE",
      description = "The client certificate to show.")
  String certificate = "";

  @Option(
      names = "--client-key",
      paramLabel = "FILE",
      description = "The private key of the client certificate.")
  String key = "";

  @Option(names = "--as", paramLabel = "USER", description = "The user to act as.")
  String impersonate = "";

  @Option(names = "--as-uid", paramLabel = "UID", description = "The UID to act as.")
  String impersonateUid = "";

  @Option(
      names = "--as-group",
      paramLabel = "GROUP",
      description = "A group to act as a member of; may be given several times.")
  List<String> impersonateGroups = new ArrayList<>();

  /// What they replace.
  Overrides overrides() {
    return Overrides.NONE
        .withContext("cluster", cluster)
        .withContext("user", user)
        .withCluster("server", server)
        .withCluster("certificate-authority", authority)
        .withCluster("insecure-skip-tls-verify", insecure ? "true" : "")
        .withCluster("tls-server-name", serverName)
        .withCluster("disable-compression", uncompressed ? "true" : "")
        .withUser("token", token)
        .withUser("username", username)
        .withUser("password", password)
        .withUser("client-certificate", certificate)
        .withUser("client-key", key)
        .withUser("as", impersonate)
        .withUser("as-uid", impersonateUid)
        .withUser("as-groups", impersonateGroups);
  }
}
