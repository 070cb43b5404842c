package dev.japply.cluster.config;

import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ClusterException.Kind;
import dev.japply.tree.Value.MapValue;
import io.fabric8.kubernetes.client.Config;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// Creates a fabric8 configuration with a kubeconfig's user. It starts from an empty one, without
/// values from environment variables and system properties.
public final class Credentials {
  private Credentials() {}

  /// Returns the client configuration with the user's credentials, without a plugin's.
  static Config config(ClusterConfig target) {
    Config config = Config.empty();
    MapValue user = target.user();
    config.setMasterUrl(target.server().toString());
    config.setRequestRetryBackoffLimit(0);
    boolean basic = !user.text("username").isEmpty() || !user.text("password").isEmpty();
    if (!user.text("tokenFile").isEmpty()) {
      if (basic) {
        throw Kubeconfig.unusable("username/password or bearer token may be set, but not both", "");
      }
      readFrom(config, user);
    } else if (!user.text("token").isEmpty()) {
      config.setOauthToken(user.text("token"));
    } else if (user.has("auth-provider") && !basic) {
      AuthProviders.fill(config, target);
    }
    if (basic) {
      config.setUsername(user.text("username"));
      config.setPassword(user.text("password"));
    }
    return config;
  }

  /// Returns the user's credential plugin; empty if the user has none, or has other credentials.
  ///
  /// @param policy the rule for credential plugins
  public static Optional<ExecPlugin> plugin(
      ClusterConfig target, Environment environment, PluginPolicy policy) {
    MapValue user = target.user();
    boolean other =
        user.has("token")
            || user.has("tokenFile")
            || user.has("username")
            || user.has("password")
            || Kubeconfig.hasPem(user, "client-certificate");
    return user.has("exec") && !other
        ? Optional.of(new ExecPlugin(target, environment, policy))
        : Optional.empty();
  }

  /// Reads the token from the file for each request, because tokens of service accounts are
  /// replaced during a run. The file takes precedence over a `token`, which is used while the file
  /// cannot be read.
  private static void readFrom(Config config, MapValue user) {
    Path file = Path.of(user.text("tokenFile"));
    String inline = user.text("token");
    if (inline.isEmpty()) {
      read(file);
    }
    config.setOauthTokenProvider(
        () -> inline.isEmpty() || Files.isReadable(file) ? read(file) : inline);
  }

  private static String read(Path tokenFile) {
    try {
      return Files.readString(tokenFile).strip();
    } catch (IOException e) {
      String why =
          Files.exists(tokenFile) ? "the token file cannot be read" : "no such file or directory";
      throw new ClusterException(Kind.CONFIGURATION, "open " + tokenFile + ": " + why, "", e);
    }
  }
}
