package dev.japply.cluster;

import dev.japply.diff.SimilarName;
import dev.japply.schema.BuiltinSchemas;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Suggests a built-in type for one that the server does not have.
public final class SimilarKind {
  private SimilarKind() {}

  record Type(String group, String version, String kind) {
    private static Type of(String key) {
      String[] parts = key.split("/", -1);
      return new Type(parts[0], parts[1], parts[2]);
    }

    private boolean isStable() {
      return version.matches("v\\d+");
    }

    @Override
    public String toString() {
      return (group.isEmpty() ? version : group + "/" + version) + " " + kind;
    }
  }

  /// Returns a question such as `did you mean apps/v1 Deployment?`; empty when no type is similar.
  ///
  /// @param kind the kind of the unknown type
  /// @param apiVersion its group and version
  public static String question(String kind, String apiVersion) {
    List<Type> types = BuiltinSchemas.load().objects().stream().map(Type::of).toList();
    Set<String> kinds =
        types.stream().map(Type::kind).collect(Collectors.toCollection(TreeSet::new));
    String meant = kinds.contains(kind) ? kind : SimilarName.find(kinds, kind).orElse("");
    String group = apiVersion.contains("/") ? apiVersion.replaceFirst("/.*", "") : "";
    return types.stream()
        .filter(type -> type.kind().equals(meant))
        .filter(type -> !type.toString().equals(apiVersion + " " + kind))
        .min(
            Comparator.comparing((Type type) -> !type.group().equals(group))
                .thenComparing(type -> !type.isStable())
                .thenComparing(Type::version, Comparator.reverseOrder())
                .thenComparing(Type::group))
        .map(type -> "did you mean " + type + "?")
        .orElse("");
  }
}
