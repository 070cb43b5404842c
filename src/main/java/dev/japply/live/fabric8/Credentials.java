package dev.japply.live.fabric8;

import dev.japply.live.ClusterException;
import dev.japply.live.ClusterException.Kind;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import io.fabric8.kubernetes.client.Config;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Fills a fabric8 configuration with a kubeconfig's user, starting from an empty one, so that no
/// variable or system property gets in.
final class Credentials {
  private Credentials() {}

  /// What says to `target`'s server who is asking.
  static Config config(Target target) {
    Config config = Config.empty();
    MapValue user = target.user();
    config.setMasterUrl(target.server().toString());
    config.setRequestRetryBackoffLimit(0);
    impersonate(config, user);
    authenticate(config, target);
    return config;
  }

  private static void authenticate(Config config, Target target) {
    MapValue user = target.user();
    String tokenFile = user.text("tokenFile");
    if (!user.text("token").isEmpty()) {
      config.setOauthToken(user.text("token"));
    } else if (!tokenFile.isEmpty()) {
      // Read anew for each request: tokens of service accounts are replaced while we run.
      config.setOauthTokenProvider(() -> read(Path.of(tokenFile)));
    } else if (user.has("exec") || user.has("auth-provider")) {
      ExecCredentials.fill(config, target);
    }
    if (!user.text("username").isEmpty()) {
      config.setUsername(user.text("username"));
      config.setPassword(user.text("password"));
    }
  }

  private static void impersonate(Config config, MapValue user) {
    if (user.text("as").isEmpty()) {
      return;
    }
    config.setImpersonateUsername(user.text("as"));
    config.setImpersonateGroups(texts(user, "as-groups").toArray(String[]::new));
    Map<String, List<String>> extras = new LinkedHashMap<>();
    MapValue extra = user.map("as-user-extra");
    extra.entries().keySet().forEach(key -> extras.put(key, texts(extra, key)));
    config.setImpersonateExtras(extras);
  }

  private static List<String> texts(MapValue map, String key) {
    var texts = new ArrayList<String>();
    if (map.get(key) instanceof ListValue(var items)) {
      for (var item : items) {
        if (item instanceof StringValue(String text)) {
          texts.add(text);
        }
      }
    }
    return texts;
  }

  private static String read(Path tokenFile) {
    try {
      return Files.readString(tokenFile).strip();
    } catch (IOException e) {
      throw new ClusterException(
          Kind.CONFIGURATION, "open " + tokenFile + ": the token file cannot be read", "", e);
    }
  }
}
