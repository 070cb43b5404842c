package dev.japply.dist;

import static java.util.stream.Collectors.joining;

import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;

/// Says what of others the distribution has in it, and under which licences: for people in a list,
/// for programs in the bill of materials, to which the Java runtime is added.
public final class ThirdParty {
  private static final String HEAD =
      """
      What of others is in this distribution of japply. Its classes are in lib/japply/runtime, which
      is a Java runtime with japply in it; the licences and notices that came with them are in
      share/doc/japply/licenses. Those of the Java runtime are in lib/japply/runtime/legal.
      lib/japply/libnetty_tcnative.so is of netty-tcnative-boringssl-static; BoringSSL is in it. The jar
      beside this distribution has it for four systems.

      """;

  private ThirdParty() {}

  /// `ThirdParty BOM RUNTIME DIRECTORY`: the bill of materials that Maven made, the Java runtime,
  /// and where the results go.
  public static void main(String[] args) throws IOException {
    var bom = (MapValue) Json.parse(Files.readAllBytes(Path.of(args[0])));
    Path directory = Files.createDirectories(Path.of(args[2]));
    List<Value> components = new ArrayList<>(items(bom, "components"));
    components.add(runtime(Path.of(args[1])));
    Files.writeString(
        directory.resolve("THIRD-PARTY"),
        HEAD + components.stream().map(ThirdParty::line).sorted().collect(joining()));
    var whole = new LinkedHashMap<>(bom.entries());
    whole.put("components", new ListValue(components));
    Files.writeString(
        directory.resolve("sbom.cdx.json"), GoJson.write(MapValue.copyOf(whole)) + "\n");
  }

  private static List<Value> items(MapValue map, String key) {
    return map.entries().get(key) instanceof ListValue list ? list.items() : List.of();
  }

  private static MapValue runtime(Path home) throws IOException {
    var release = new Properties();
    try (var in = Files.newBufferedReader(home.resolve("release"))) {
      release.load(in);
    }
    String version =
        release.getProperty("JAVA_RUNTIME_VERSION", release.getProperty("JAVA_VERSION"));
    var component = new LinkedHashMap<String, Value>();
    component.put("type", Value.text("platform"));
    component.put("publisher", Value.text(unquoted(release.getProperty("IMPLEMENTOR", "OpenJDK"))));
    component.put("name", Value.text("OpenJDK"));
    component.put("version", Value.text(unquoted(version)));
    // By these names, scanners look up vulnerabilities.
    String plain = unquoted(release.getProperty("JAVA_VERSION"));
    component.put(
        "purl", Value.text("pkg:generic/openjdk@" + unquoted(version).replace("+", "%2B")));
    component.put("cpe", Value.text("cpe:2.3:a:oracle:openjdk:" + plain + ":*:*:*:*:*:*:*"));
    component.put("hashes", ListValue.of(hash(virtualMachine(home))));
    MapValue licence =
        MapValue.of("expression", Value.text("GPL-2.0-only WITH Classpath-exception-2.0"));
    component.put("licenses", ListValue.of(licence));
    component.put(
        "externalReferences",
        ListValue.of(
            MapValue.copyOf(
                Map.of(
                    "type", Value.text("vcs"),
                    "url", Value.text("https://github.com/openjdk/jdk25u")))));
    return MapValue.copyOf(component);
  }

  /// The file of the Java runtime that jlink leaves as it is in the JDK.
  private static Path virtualMachine(Path home) throws IOException {
    Path server = home.resolve("lib/server");
    for (String name : List.of("libjvm.so", "libjvm.dylib")) {
      if (Files.exists(server.resolve(name))) {
        return server.resolve(name);
      }
    }
    throw new IOException("there is no virtual machine in " + server);
  }

  private static MapValue hash(Path file) throws IOException {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
      return MapValue.of("alg", Value.text("SHA-256"))
          .with("content", Value.text(HexFormat.of().formatHex(hash)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String unquoted(String text) {
    return text.replace("\"", "");
  }

  private static String line(Value component) {
    var map = (MapValue) component;
    String name =
        Stream.of(map.text("group"), map.text("name"))
            .filter(part -> !part.isEmpty())
            .collect(joining(":"));
    String licences =
        items(map, "licenses").stream().map(ThirdParty::licence).collect(joining(", "));
    return "%s %s: %s\n".formatted(name, map.text("version"), licences);
  }

  private static String licence(Value value) {
    var choice = (MapValue) value;
    if (choice.entries().get("license") instanceof MapValue licence) {
      return licence.text("id").isEmpty() ? licence.text("name") : licence.text("id");
    }
    return choice.text("expression");
  }
}
