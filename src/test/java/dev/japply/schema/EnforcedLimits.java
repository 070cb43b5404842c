package dev.japply.schema;

import dev.japply.schema.TypeDef.FieldDef;
import dev.japply.schema.TypeDef.TypeRef;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/// The limits in Kubernetes' OpenAPI documents that real servers enforce. A document also requires
/// fields that a server fills in or does not need, and an enumeration does not show whether an
/// empty string is allowed.
///
/// `EnforcedLimitsTest` tries each of them on a server and writes `enforced-limits.txt`. A line is
/// `1.37 required io.k8s.api.core.v1.Container.name`: without that field, the object is refused.
/// `enum` is a field that refuses other values, `nonempty` one that also refuses an empty string.
final class EnforcedLimits {
  static final String FILE = "enforced-limits.txt";

  private final String version;

  /// The lines by their versions.
  private final Map<String, Set<String>> facts = new HashMap<>();

  private EnforcedLimits(String version) {
    this.version = version;
  }

  /// Reads the limits that the servers of a version enforce.
  static EnforcedLimits of(String version) {
    var limits = new EnforcedLimits(version);
    for (String line : lines()) {
      int space = line.indexOf(' ');
      limits
          .facts
          .computeIfAbsent(line.substring(0, space), key -> new HashSet<>())
          .add(line.substring(space + 1));
    }
    return limits;
  }

  static List<String> lines() {
    try (InputStream file = EnforcedLimits.class.getResourceAsStream(FILE)) {
      return file == null
          ? List.of()
          : new String(file.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Whether servers of the version enforce it. Of a version without a server, the others count.
  private boolean holds(String fact) {
    Set<String> own = facts.get(version);
    return own != null
        ? own.contains(fact)
        : !facts.isEmpty() && facts.values().stream().allMatch(each -> each.contains(fact));
  }

  /// Returns the type without limits that the servers do not enforce.
  TypeDef enforced(String name, TypeDef type) {
    List<String> required =
        type.limits().required().stream()
            .filter(field -> holds("required " + name + "." + field))
            .toList();
    var fields = new HashMap<String, FieldDef>();
    type.fields()
        .forEach((key, field) -> {
          String path = name + "." + key;
          fields.put(
              key, new FieldDef(values(field.type(), def -> values(path, def)), field.rule()));
        });
    return new TypeDef(
        type.kind(),
        type.format(),
        fields,
        type.additional(),
        type.items(),
        type.topology(),
        limits(required, type.limits().values()));
  }

  private static TypeRef values(TypeRef ref, UnaryOperator<TypeDef> change) {
    return switch (ref) {
      case TypeRef.Named named -> named;
      case TypeRef.Inline(TypeDef type) -> new TypeRef.Inline(change.apply(type));
    };
  }

  private TypeDef values(String path, TypeDef type) {
    if (type.items() != null) {
      TypeRef items = values(type.items(), item -> values(path, item));
      return new TypeDef(
          type.kind(),
          type.format(),
          type.fields(),
          type.additional(),
          items,
          type.topology(),
          type.limits());
    }
    if (type.limits().values().isEmpty()) {
      return type;
    }
    if (!holds("enum " + path)) {
      return type.with(Limits.NONE);
    }
    var values = new ArrayList<String>(new TreeSet<>(type.limits().values()));
    if (!holds("nonempty " + path) && !values.contains("")) {
      values.addFirst("");
    }
    return type.with(new Limits(List.of(), values));
  }

  private static Limits limits(List<String> required, List<String> values) {
    return required.isEmpty() && values.isEmpty() ? Limits.NONE : new Limits(required, values);
  }
}
