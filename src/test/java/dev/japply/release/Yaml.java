package dev.japply.release;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/// YAML files that are for others than japply, as maps and lists.
public final class Yaml {
  private Yaml() {}

  public static Map<String, Object> read(Path file) throws IOException {
    var load = new Load(LoadSettings.builder().build());
    return map(load.loadFromString(Files.readString(file)));
  }

  /// The map in it at these keys; empty if there is none.
  public static Map<String, Object> map(Map<String, Object> from, String... keys) {
    Map<String, Object> at = from;
    for (String key : keys) {
      at = map(at.get(key));
    }
    return at;
  }

  @SuppressWarnings("unchecked") // the keys are strings in all files that are read here
  private static Map<String, Object> map(@Nullable Object value) {
    return value instanceof Map<?, ?> map ? (Map<String, Object>) map : Map.of();
  }

  /// The texts of the list at `key`.
  public static List<String> texts(Map<String, Object> from, String key) {
    return from.get(key) instanceof List<?> list
        ? list.stream().map(String::valueOf).toList()
        : List.of();
  }

  public static List<Map<String, Object>> maps(Map<String, Object> from, String key) {
    return from.get(key) instanceof List<?> list
        ? list.stream().map(item -> map(item)).toList()
        : List.of();
  }
}
