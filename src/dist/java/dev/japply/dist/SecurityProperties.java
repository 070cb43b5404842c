package dev.japply.dist;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;

/// Makes the runtime's `java.security` short, which each start that uses TLS reads: the same
/// properties without comments, and no providers but those that the runtime has. The others would
/// be looked for.
public final class SecurityProperties {
  private static final String PROVIDER = "security.provider.";
  private static final List<String> PROVIDERS =
      List.of("SUN", "SunRsaSign", "SunEC", "SunJSSE", "SunJCE");

  private SecurityProperties() {}

  /// `SecurityProperties FILE`
  public static void main(String[] args) throws IOException {
    Path file = Path.of(args[0]);
    var properties = new Properties();
    try (var in = Files.newInputStream(file)) {
      properties.load(in);
    }
    properties.keySet().removeIf(key -> ((String) key).startsWith(PROVIDER));
    for (int i = 0; i < PROVIDERS.size(); i++) {
      properties.setProperty(PROVIDER + (i + 1), PROVIDERS.get(i));
    }
    Files.writeString(file, text(properties));
  }

  /// In the order of their names.
  private static String text(Properties properties) throws IOException {
    var text = new StringWriter();
    properties.store(text, null);
    return text.toString()
        .lines()
        .filter(line -> !line.startsWith("#"))
        .sorted()
        .collect(joining("\n", "", "\n"));
  }
}
