package dev.japply.schema;

import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.japply.tree.Json;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// The OpenAPI documents of a Kubernetes server, as files: one per group version, named after its
/// path in the `/openapi/v3` index with `__` for `/`, and `openapi_v2.json`.
record ServerDocuments(Path directory) {

  /// Where the system property says that they are; fails the assumption when it does not.
  static ServerDocuments given() {
    String directory = System.getProperty("japply.openapi", "");
    assumeFalse(directory.isEmpty(), "no server documents: they are built with Go, by make test");
    return new ServerDocuments(Path.of(directory));
  }

  /// The files of the group versions, in the order of their names.
  List<Path> groupVersions() {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> file.getFileName().toString().matches("(api__|apis__.*__).*\\.json"))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The version 2 document of the whole server.
  Path versionTwo() {
    return directory.resolve("openapi_v2.json");
  }

  /// What the objects of a file's own group version start with: `apps/v1/`. A document also names
  /// objects of others, such as `autoscaling/v1/Scale`.
  static String objectPrefix(Path file) {
    String name = file.getFileName().toString().replaceAll("(_openapi)?\\.json$", "");
    String[] path = name.split("__", -1);
    return path.length == 2 ? "/" + path[1] + "/" : path[1] + "/" + path[2] + "/";
  }

  /// The JSON in a file.
  static MapValue json(Path file) {
    try (InputStream text = Files.newInputStream(file)) {
      return (MapValue) Json.parse(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
