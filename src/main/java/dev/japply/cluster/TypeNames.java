package dev.japply.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Finds types by the names that users give, as in kubectl: `deployments`, `deployment`, `deploy`,
/// `Deployment`, `deployments.apps`, `deployments.v1.apps`, and `all` for several.
///
/// A group may be truncated (`storageclasses.storage`). For several types with one name, the first
/// in the server's order is used; for several versions of a type, the preferred one.
///
/// @param types the served types in the server's order, the preferred version of a group first
public record TypeNames(List<ServedType> types) {
  public TypeNames {
    types = List.copyOf(types);
  }

  /// Returns the type with this name, or all types of a category; empty if there is none.
  public List<Resource> find(String name) {
    List<Resource> category = category(name);
    return category.isEmpty() ? one(name).stream().toList() : category;
  }

  private List<Resource> category(String name) {
    var found = new ArrayList<Resource>();
    for (ServedType type : types) {
      Resource resource = type.resource();
      boolean known = found.stream().anyMatch(other -> sameButVersion(other, resource));
      if (type.categories().contains(name) && !known) {
        found.add(resource);
      }
    }
    return found;
  }

  private static boolean sameButVersion(Resource a, Resource b) {
    return a.gvk().group().equals(b.gvk().group()) && a.plural().equals(b.plural());
  }

  /// Returns the type with this name; categories are ignored.
  public Optional<Resource> one(String name) {
    String[] parts = name.split("\\.", 3);
    String group = name.substring(Math.min(name.length(), parts[0].length() + 1));
    Stream<Optional<Resource>> tries =
        parts.length == 3
            ? Stream.of(named(parts[0], parts[1], parts[2]), named(parts[0], "", group))
            : Stream.of(named(parts[0], "", group));
    return tries.flatMap(Optional::stream).findFirst();
  }

  /// @param version empty for any
  /// @param group empty for any
  private Optional<Resource> named(String name, String version, String group) {
    if (name.isEmpty()) {
      return Optional.empty();
    }
    String lower = name.toLowerCase(Locale.ROOT);
    List<ServedType> served = types.stream().filter(type -> is(type, version)).toList();
    Predicate<ServedType> exact =
        type -> group.isEmpty() || type.resource().gvk().group().equals(group);
    Predicate<ServedType> prefix =
        type -> !group.isEmpty() && type.resource().gvk().group().startsWith(group);
    Predicate<ServedType> full =
        type -> type.resource().plural().equals(lower) || type.singular().equals(lower);
    Predicate<ServedType> alias = type -> type.shortNames().contains(lower);
    Predicate<ServedType> kind =
        type ->
            type.resource().gvk().kind().equals(name)
                || type.resource().gvk().kind().toLowerCase(Locale.ROOT).equals(name);
    return Stream.of(
            full.and(exact), alias.and(exact), full.and(prefix), alias.and(prefix), kind.and(exact))
        .flatMap(test -> served.stream().filter(test).findFirst().stream())
        .findFirst()
        .map(ServedType::resource);
  }

  private static boolean is(ServedType type, String version) {
    return version.isEmpty() || type.resource().gvk().version().equals(version);
  }
}
