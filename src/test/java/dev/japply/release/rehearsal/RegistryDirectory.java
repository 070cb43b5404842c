package dev.japply.release.rehearsal;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.IntValue;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A stand-in for a registry of images: a directory with their contents by digest, their names, and
/// the digests that are signed.
record RegistryDirectory(Path root) {
  private static final String TYPE = "application/vnd.oci.image.";

  /// Writes an image for each processor, in the OCI image layout.
  static void writeBase(Path directory) throws IOException {
    var blobs = new RegistryDirectory(directory);
    String layer = blobs.put("a layer".getBytes(UTF_8));
    var manifests = new ArrayList<Value>();
    for (String processor : List.of("amd64", "arm64")) {
      String config =
          """
          {"architecture":"%s","os":"linux","config":{"Cmd":["sh"]},\
          "rootfs":{"type":"layers","diff_ids":["sha256:%s"]}}\
          """
              .formatted(processor, Digest.of("a layer".getBytes(UTF_8)));
      MapValue manifest =
          MapValue.of("schemaVersion", new IntValue(2))
              .with("config", blobs.descriptor(blobs.put(config.getBytes(UTF_8))))
              .with("layers", ListValue.of(blobs.descriptor(layer)));
      manifests.add(
          blobs
              .descriptor(blobs.put(bytes(manifest)))
              .with(
                  "platform",
                  MapValue.of("architecture", Value.text(processor))
                      .with("os", Value.text("linux"))));
    }
    MapValue index = MapValue.of("manifests", new ListValue(manifests));
    Files.write(directory.resolve("index.json"), bytes(index));
    Files.writeString(directory.resolve("oci-layout"), "{\"imageLayoutVersion\":\"1.0.0\"}");
  }

  private static byte[] bytes(MapValue value) {
    return GoJson.write(value).getBytes(UTF_8);
  }

  private Path blob(String digest) {
    return root.resolve("blobs").resolve(digest.replace(':', '/'));
  }

  private String put(byte[] content) throws IOException {
    String digest = "sha256:" + Digest.of(content);
    Files.createDirectories(blob(digest).getParent());
    Files.write(blob(digest), content);
    return digest;
  }

  private MapValue descriptor(String digest) throws IOException {
    return MapValue.of("mediaType", Value.text(TYPE + "manifest.v1+json"))
        .with("digest", Value.text(digest))
        .with("size", new IntValue(Files.size(blob(digest))));
  }

  private Path reference(String image) throws IOException {
    return Files.createDirectories(root.resolve("names"))
        .resolve(image.replaceAll("[^\\w.-]", "_"));
  }

  /// The digest of an image with a tag, or with that digest.
  String digest(String image) throws IOException {
    if (image.contains("@")) {
      return image.substring(image.indexOf('@') + 1);
    }
    if (!Files.exists(reference(image))) {
      throw new RehearsalException("the registry has no image " + image);
    }
    return Files.readString(reference(image));
  }

  byte[] manifest(String image) throws IOException {
    return content(digest(image));
  }

  private byte[] content(String digest) throws IOException {
    if (!Files.exists(blob(digest))) {
      throw new RehearsalException("the registry has nothing of the digest " + digest);
    }
    byte[] content = Files.readAllBytes(blob(digest));
    if (!digest.equals("sha256:" + Digest.of(content))) {
      throw new RehearsalException("the digest of " + digest + " differs");
    }
    return content;
  }

  /// The manifests of an image for several processors.
  List<MapValue> manifests(String image) throws IOException {
    var manifests = new ArrayList<MapValue>();
    for (Value entry : items((MapValue) Json.parse(manifest(image)), "manifests")) {
      manifests.add((MapValue) Json.parse(content(((MapValue) entry).text("digest"))));
    }
    return manifests;
  }

  /// The content that a manifest or a configuration names, as a file.
  Path file(MapValue descriptor) throws IOException {
    content(descriptor.text("digest"));
    return blob(descriptor.text("digest"));
  }

  static List<Value> items(MapValue map, String key) {
    return map.entries().get(key) instanceof ListValue list ? list.items() : List.of();
  }

  /// Stores the image in an archive of the OCI image layout.
  void push(Path archive, String image) throws IOException {
    Path layout = Files.createTempDirectory(Files.createDirectories(root), "layout");
    Shell.run(layout, List.of("tar", "-xf", archive.toAbsolutePath().toString()));
    var pushed = new RegistryDirectory(layout);
    MapValue index = (MapValue) Json.parse(Files.readAllBytes(layout.resolve("index.json")));
    if (items(index, "manifests").size() != 1) {
      throw new RehearsalException(archive + " has not one image");
    }
    String digest = ((MapValue) items(index, "manifests").getFirst()).text("digest");
    MapValue manifest = (MapValue) Json.parse(pushed.content(digest));
    put(pushed.content(digest));
    put(pushed.content(manifest.map("config").text("digest")));
    for (Value layer : items(manifest, "layers")) {
      put(pushed.content(((MapValue) layer).text("digest")));
    }
    Files.writeString(reference(image), digest);
  }

  /// Makes one image for several processors of `images`.
  void join(List<String> tags, List<String> images) throws IOException {
    var entries = new ArrayList<Value>();
    for (String image : images) {
      MapValue manifest = (MapValue) Json.parse(manifest(image));
      MapValue config = (MapValue) Json.parse(content(manifest.map("config").text("digest")));
      entries.add(
          descriptor(digest(image))
              .with(
                  "platform",
                  MapValue.of("architecture", Value.text(config.text("architecture")))
                      .with("os", Value.text(config.text("os")))));
    }
    String digest =
        put(
            bytes(
                MapValue.of("schemaVersion", new IntValue(2))
                    .with("mediaType", Value.text(TYPE + "index.v1+json"))
                    .with("manifests", new ListValue(entries))));
    for (String tag : tags) {
      Files.writeString(reference(tag), digest);
    }
  }

  private Path signature(String image) throws IOException {
    return Files.createDirectories(root.resolve("signed")).resolve(digest(image).replace(':', '-'));
  }

  /// Signs an image that the registry has.
  void sign(String image, String identity) throws IOException {
    content(digest(image));
    Files.writeString(signature(image), identity);
  }

  void verify(String image, String identity) throws IOException {
    if (!Files.exists(signature(image))) {
      throw new RehearsalException("no signatures found");
    }
    String signer = Files.readString(signature(image));
    if (!signer.equals(identity)) {
      throw new RehearsalException("expected the identity " + identity + ", got " + signer);
    }
  }
}
