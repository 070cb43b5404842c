package dev.japply.cli.flags;

import dev.japply.cluster.config.ConnectionOptions.Overrides;
import java.util.ArrayList;
import java.util.List;

/// The flags that replace what the kubeconfig says of the cluster and the user.
final class ConnectionFlags {
  String cluster = "";
  String user = "";
  String server = "";
  String authority = "";
  boolean insecure;
  String serverName = "";
  boolean uncompressed;
  String token = "";
  String username = "";
  String password = "";
  String certificate = "";
  String key = "";
  String impersonate = "";
  String impersonateUid = "";
  List<String> impersonateGroups = new ArrayList<>();

  /// Adds them to those of a command.
  void declare(Flags flags) {
    declareServer(flags.section("Cluster"));
    declareUser(flags.section("User"));
    declareImpersonation(flags.section("User"));
  }

  private void declareServer(Flags flags) {
    flags
        .add("--cluster")
        .label("NAME")
        .help("The kubeconfig cluster to use.")
        .text(cluster, value -> cluster = value);
    flags
        .section("User")
        .add("--user")
        .label("NAME")
        .help("The kubeconfig user to use.")
        .text(user, value -> user = value);
    flags
        .add("-s", "--server")
        .label("URL")
        .help("The address of the API server.")
        .text(server, value -> server = value);
    flags
        .add("--certificate-authority")
        .label("FILE")
        .help("The CA certificate file.")
        .text(authority, value -> authority = value);
    flags
        .add("--insecure-skip-tls-verify")
        .help("Do not verify the server's certificate.")
        .bool(insecure, value -> insecure = value);
    flags
        .add("--tls-server-name")
        .label("NAME")
        .help(
            "The server name to verify the certificate against, instead of the host of the"
                + " address.")
        .text(serverName, value -> serverName = value);
    flags
        .add("--disable-compression")
        .help("Do not ask the server for compressed responses.")
        .bool(uncompressed, value -> uncompressed = value);
  }

  private void declareUser(Flags flags) {
    flags
        .add("--token")
        .label("TOKEN")
        .help("The bearer token to send.")
        .text(token, value -> token = value);
    flags
        .add("--username")
        .label("NAME")
        .help("The user name for basic authentication.")
        .text(username, value -> username = value);
    flags
        .add("--password")
        .label("PASSWORD")
        .help("The password for basic authentication.")
        .text(password, value -> password = value);
    flags
        .add("--client-certificate")
        .label("FILE")
        .help("The client certificate file.")
        .text(certificate, value -> certificate = value);
    flags
        .add("--client-key")
        .label("FILE")
        .help("The private key file of the client certificate.")
        .text(key, value -> key = value);
  }

  private void declareImpersonation(Flags flags) {
    flags
        .add("--as")
        .label("USER")
        .help("The user to impersonate.")
        .text(impersonate, value -> impersonate = value);
    flags
        .add("--as-uid")
        .label("UID")
        .help("The UID to impersonate.")
        .text(impersonateUid, value -> impersonateUid = value);
    flags
        .add("--as-group")
        .label("GROUP")
        .help("A group to impersonate; may be repeated.")
        .texts(impersonateGroups);
  }

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
