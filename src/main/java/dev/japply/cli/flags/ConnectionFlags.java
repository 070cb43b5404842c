package dev.japply.cli.flags;

import dev.japply.cluster.config.ConnectionOptions.Overrides;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The flags that override the cluster and the user of the kubeconfig.
final class ConnectionFlags {
  private final Flag<String> cluster;
  private final Flag<String> user;
  private final Flag<String> server;
  private final Flag<String> authority;
  private final Flag<Boolean> insecure;
  private final Flag<String> serverName;
  private final Flag<Boolean> uncompressed;
  private final Flag<String> proxy;
  private final Flag<String> token;
  private final Flag<String> username;
  private final Flag<String> password;
  private final Flag<String> certificate;
  private final Flag<String> key;
  private final Flag<String> impersonate;
  private final Flag<String> impersonateUid;
  private final Flag<List<String>> impersonateGroups;
  private final Flag<List<String>> impersonateExtras;

  ConnectionFlags(Flags flags) {
    Flags servers = flags.section("Cluster");
    Flags users = flags.section("User");
    cluster =
        servers.add("--cluster").label("NAME").help("The kubeconfig cluster to use.").text("");
    user = users.add("--user").label("NAME").help("The kubeconfig user to use.").text("");
    server =
        servers.add("-s", "--server").label("URL").help("The address of the API server.").text("");
    authority =
        servers
            .add("--certificate-authority")
            .label("FILE")
            .help("The CA certificate file.")
            .text("");
    insecure =
        servers
            .add("--insecure-skip-tls-verify")
            .help("Do not verify the server's certificate.")
            .bool(false);
    serverName =
        servers
            .add("--tls-server-name")
            .label("NAME")
            .help(
                "The server name to verify the certificate against, instead of the host of the"
                    + " address.")
            .text("");
    uncompressed =
        servers
            .add("--disable-compression")
            .help("Request no compressed responses from the server.")
            .bool(false);
    proxy =
        servers
            .add("--proxy-url")
            .label("URL")
            .help("The proxy for requests to the API server.")
            .text("");
    token = users.add("--token").label("TOKEN").help("The bearer token to send.").text("");
    username =
        users
            .add("--username")
            .label("NAME")
            .help("The user name for basic authentication.")
            .text("");
    password =
        users
            .add("--password")
            .label("PASSWORD")
            .help("The password for basic authentication.")
            .text("");
    certificate =
        users
            .add("--client-certificate")
            .label("FILE")
            .help("The client certificate file.")
            .text("");
    key =
        users
            .add("--client-key")
            .label("FILE")
            .help("The private key file of the client certificate.")
            .text("");
    impersonate = users.add("--as").label("USER").help("The user to impersonate.").text("");
    impersonateUid = users.add("--as-uid").label("UID").help("The UID to impersonate.").text("");
    impersonateGroups =
        users
            .add("--as-group")
            .label("GROUP")
            .help("A group to impersonate; may be repeated.")
            .texts();
    impersonateExtras =
        users
            .add("--as-user-extra")
            .label("KEY=VALUE")
            .help("An extra field of the user to impersonate; may be repeated.")
            .texts();
  }

  Overrides overrides() {
    return Overrides.NONE
        .withContext("cluster", cluster.get())
        .withContext("user", user.get())
        .withCluster("server", server.get())
        .withCluster("certificate-authority", authority.get())
        .withCluster("insecure-skip-tls-verify", insecure.get() ? "true" : "")
        .withCluster("tls-server-name", serverName.get())
        .withCluster("disable-compression", uncompressed.get() ? "true" : "")
        .withCluster("proxy-url", proxy.get())
        .withUser("token", token.get())
        .withUser("username", username.get())
        .withUser("password", password.get())
        .withUser("client-certificate", certificate.get())
        .withUser("client-key", key.get())
        .withUser("as", impersonate.get())
        .withUser("as-uid", impersonateUid.get())
        .withUser("as-groups", impersonateGroups.get())
        .withUser("as-user-extra", extras());
  }

  /// Returns the values of `--as-user-extra` by their keys.
  ///
  /// @throws UsageException if one has no `=`: kubectl omits it, and acts as another user
  private Map<String, List<String>> extras() {
    var extras = new LinkedHashMap<String, List<String>>();
    for (String extra : impersonateExtras.get()) {
      int equals = extra.indexOf('=');
      if (equals < 0) {
        throw new UsageException(
            "invalid argument \"%s\" for \"--as-user-extra\" flag: must be KEY=VALUE"
                .formatted(extra));
      }
      extras
          .computeIfAbsent(extra.substring(0, equals), key -> new ArrayList<>())
          .add(extra.substring(equals + 1));
    }
    return extras;
  }
}
