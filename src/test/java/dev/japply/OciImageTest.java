package dev.japply;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program.Said;
import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.IntValue;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What `make image` puts on a base that is made here. No container engine has run it.
@UsesDistribution
class OciImageTest {
  private static final String LAYER = "a layer";
  @TempDir private Path directory;

  private static String digest(byte[] content) throws Exception {
    byte[] hash = MessageDigest.getInstance("SHA-256").digest(content);
    return "sha256:" + HexFormat.of().formatHex(hash);
  }

  private static Path blob(Path layout, String digest) {
    return layout.resolve("blobs").resolve(digest.replace(':', '/'));
  }

  /// The descriptor of stored content.
  private static String put(Path layout, String text) throws Exception {
    String digest = digest(text.getBytes(UTF_8));
    Files.writeString(blob(layout, digest), text);
    return "{\"digest\":\"%s\",\"size\":%d".formatted(digest, text.length());
  }

  private static String config(String processor) {
    return """
    {"architecture":"%s","os":"linux","config":{"Env":["A=b"],"Cmd":["sh"]},\
    "rootfs":{"type":"layers","diff_ids":["sha256:0"]},"history":[{"created_by":"base"}]}\
    """
        .formatted(processor);
  }

  /// An image for each of two processors.
  private Path base() throws Exception {
    Path base = directory.resolve("base");
    Files.createDirectories(base.resolve("blobs/sha256"));
    String layer = put(base, LAYER) + "}";
    var images = new StringBuilder();
    for (String processor : List.of("arm64", "amd64")) {
      String config = put(base, config(processor)) + "}";
      String image =
          put(base, "{\"schemaVersion\":2,\"config\":%s,\"layers\":[%s]}".formatted(config, layer));
      images.append(images.isEmpty() ? "" : ",");
      images.append(image).append(",\"platform\":{\"architecture\":\"").append(processor);
      images.append("\",\"os\":\"linux\"}}");
    }
    Files.writeString(
        base.resolve("index.json"), "{\"schemaVersion\":2,\"manifests\":[%s]}".formatted(images));
    return base;
  }

  /// The layout that `make image` makes of the base.
  private Path image(Path base) throws Exception {
    Path archive = directory.resolve("image.tar");
    var environment = new HashMap<>(System.getenv());
    environment.putAll(Map.of("BASE", base.toString(), "IMAGE", archive.toString()));
    Said made = Program.process("src/make/image", environment, "", List.of());
    assertThat(made.status()).as(made.err()).isZero();
    Path layout = Files.createDirectory(directory.resolve("layout"));
    assertThat(tar(List.of("-C", layout.toString(), "-xf", archive.toString()))).isEmpty();
    return layout;
  }

  private static String tar(List<String> args) throws IOException, InterruptedException {
    Said said = Program.process("tar", System.getenv(), "", args);
    assertThat(said.status()).as(said.err()).isZero();
    return said.out();
  }

  private static MapValue json(byte[] content) {
    return (MapValue) Json.parse(content);
  }

  private static List<Value> items(MapValue map, String key) {
    return ((ListValue) map.get(key)).items();
  }

  /// What a descriptor leads to, provided that it is what it says.
  private static byte[] follow(Path layout, Value descriptor) throws Exception {
    var map = (MapValue) descriptor;
    byte[] content = Files.readAllBytes(blob(layout, map.text("digest")));
    assertThat(digest(content)).isEqualTo(map.text("digest"));
    assertThat(map.get("size")).isEqualTo(new IntValue(content.length));
    return content;
  }

  @Test
  void isTheDistributionOnTheBase() throws Exception {
    Path layout = image(base());
    assertThat(layout.resolve("oci-layout")).hasContent("{\"imageLayoutVersion\":\"1.0.0\"}");
    MapValue index = json(Files.readAllBytes(layout.resolve("index.json")));
    assertThat(items(index, "manifests")).hasSize(1);
    MapValue manifest = json(follow(layout, items(index, "manifests").getFirst()));
    MapValue config = json(follow(layout, manifest.map("config")));
    assertThat(config.text("architecture")).isEqualTo(processor());
    assertThat(GoJson.write(config.map("config")))
        .isEqualTo("{\"Entrypoint\":[\"/usr/local/bin/japply\"],\"Env\":[\"A=b\"]}");
    List<Value> layers = items(manifest, "layers");
    assertThat(layers).hasSize(2);
    assertThat(new String(follow(layout, layers.getFirst()), UTF_8)).isEqualTo(LAYER);
    checkLayer(follow(layout, layers.getLast()), items(config.map("rootfs"), "diff_ids"));
    assertThat(items(config, "history")).hasSize(2);
  }

  private static String processor() {
    return System.getProperty("os.arch").equals("aarch64") ? "arm64" : "amd64";
  }

  private void checkLayer(byte[] compressed, List<Value> diffIds) throws Exception {
    byte[] layer = new GZIPInputStream(new ByteArrayInputStream(compressed)).readAllBytes();
    assertThat(diffIds).containsExactly(Value.text("sha256:0"), Value.text(digest(layer)));
    Path file = Files.write(directory.resolve("layer.tar"), layer);
    assertThat(tar(List.of("-tf", file.toString())).lines())
        .contains("usr/local/bin/japply", "usr/local/lib/japply/runtime/bin/java");
  }
}
