package dev.japply.kustomize.load;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The field `openapi`: the types that determine how patches merge lists.
///
/// @param path the file with the types; null if Kubernetes' own types apply
/// @param version the version of Kubernetes' own types; null if it is not set
public record OpenApiField(@Nullable TextEntry path, @Nullable TextEntry version) {

  static OpenApiField read(FieldReader map) {
    Map<String, String> fields = map.textMap("openapi");
    return new OpenApiField(entry(map, fields.get("path")), entry(map, fields.get("version")));
  }

  private static @Nullable TextEntry entry(FieldReader map, @Nullable String text) {
    return text == null ? null : new TextEntry(text, map.place("openapi"));
  }
}
