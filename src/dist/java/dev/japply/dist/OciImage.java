package dev.japply.dist;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.IntValue;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

/// Puts one layer on an image, both in the directory form of the OCI image layout
/// (<https://github.com/opencontainers/image-spec/blob/v1.1.0/image-layout.md>).
///
/// The base has one image for each platform; that of the distribution's processor is taken.
public final class OciImage {
  private static final String TYPE = "application/vnd.oci.image.";
  private static final String PROGRAM = "/usr/local/bin/japply";

  private final Path base;
  private final Path target;

  private OciImage(Path base, Path target) {
    this.base = base;
    this.target = target;
  }

  /// `OciImage BASE LAYER TARGET VERSION PROCESSOR`: a layout, an uncompressed tar archive, the
  /// directory of the new layout, the image's tag, and the processor as Go calls it.
  public static void main(String[] args) throws IOException {
    var image = new OciImage(Path.of(args[0]), Path.of(args[2]));
    image.write(Files.readAllBytes(Path.of(args[1])), args[3], args[4]);
  }

  private void write(byte[] layer, String version, String processor) throws IOException {
    Files.createDirectories(target.resolve("blobs/sha256"));
    MapValue manifest = baseManifest(processor);
    MapValue config = (MapValue) Json.parse(blob(base, manifest.map("config")));
    for (Value kept : items(manifest, "layers")) {
      put(blob(base, (MapValue) kept), "");
    }
    MapValue newConfig = put(json(withLayer(config, digest(layer))), TYPE + "config.v1+json");
    MapValue added = put(gzip(layer), TYPE + "layer.v1.tar+gzip");
    MapValue whole =
        MapValue.of("schemaVersion", new IntValue(2))
            .with("mediaType", Value.text(TYPE + "manifest.v1+json"))
            .with("config", newConfig)
            .with("layers", plus(items(manifest, "layers"), added));
    MapValue entry =
        put(json(whole), TYPE + "manifest.v1+json")
            .with("platform", platform(config))
            .with(
                "annotations",
                MapValue.of("org.opencontainers.image.ref.name", Value.text(version)));
    Files.write(
        target.resolve("index.json"),
        json(
            MapValue.of("schemaVersion", new IntValue(2))
                .with("mediaType", Value.text(TYPE + "index.v1+json"))
                .with("manifests", ListValue.of(entry))));
    Files.writeString(target.resolve("oci-layout"), "{\"imageLayoutVersion\":\"1.0.0\"}");
  }

  /// That of the processor, also where an index leads to another one.
  private MapValue baseManifest(String processor) throws IOException {
    MapValue found = (MapValue) Json.parse(Files.readAllBytes(base.resolve("index.json")));
    while (found.has("manifests")) {
      MapValue next =
          items(found, "manifests").stream()
              .map(MapValue.class::cast)
              .filter(each -> suits(each.map("platform").text("architecture"), processor))
              .findFirst()
              .orElseThrow(() -> new IOException("the base has no image for " + processor));
      found = (MapValue) Json.parse(blob(base, next));
    }
    return found;
  }

  /// An entry need not say for what it is.
  private static boolean suits(String architecture, String processor) {
    return architecture.isEmpty() || architecture.equals(processor);
  }

  private static MapValue platform(MapValue config) {
    return MapValue.of("architecture", Value.text(config.text("architecture")))
        .with("os", Value.text(config.text("os")));
  }

  private static MapValue withLayer(MapValue config, String diffId) {
    List<Value> layers = items(config.map("rootfs"), "diff_ids");
    MapValue files =
        MapValue.of("type", Value.text("layers"))
            .with("diff_ids", plus(layers, Value.text(diffId)));
    MapValue history = MapValue.of("created_by", Value.text("japply"));
    MapValue run =
        config.map("config").without("Cmd").with("Entrypoint", ListValue.of(Value.text(PROGRAM)));
    return config
        .with("config", run)
        .with("rootfs", files)
        .with("history", plus(items(config, "history"), history));
  }

  private static List<Value> items(MapValue map, String key) {
    return map.entries().get(key) instanceof ListValue list ? list.items() : List.of();
  }

  private static ListValue plus(List<Value> items, Value more) {
    return new ListValue(Stream.concat(items.stream(), Stream.of(more)).toList());
  }

  private static byte[] json(MapValue value) {
    return GoJson.write(value).getBytes(UTF_8);
  }

  /// Stores content, and answers its descriptor.
  private MapValue put(byte[] content, String type) throws IOException {
    String digest = digest(content);
    Files.write(file(target, digest), content);
    return MapValue.of("mediaType", Value.text(type))
        .with("digest", Value.text(digest))
        .with("size", new IntValue(content.length));
  }

  private static byte[] blob(Path layout, MapValue descriptor) throws IOException {
    byte[] content = Files.readAllBytes(file(layout, descriptor.text("digest")));
    if (!digest(content).equals(descriptor.text("digest"))) {
      throw new IOException("the base is damaged: " + descriptor.text("digest"));
    }
    return content;
  }

  private static Path file(Path layout, String digest) {
    return layout.resolve("blobs").resolve(digest.replace(':', '/'));
  }

  private static byte[] gzip(byte[] content) throws IOException {
    var compressed = new ByteArrayOutputStream();
    try (var out = new GZIPOutputStream(compressed)) {
      out.write(content);
    }
    return compressed.toByteArray();
  }

  private static String digest(byte[] content) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(content);
      return "sha256:" + HexFormat.of().formatHex(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
