package dev.japply.cluster;

import java.util.List;

/// A type as a server offers it to those who look for one by name.
///
/// @param singular the name of one object of the type: `deployment`
/// @param shortNames as `deploy`
/// @param categories the names of sets that it belongs to, as `all`
public record ServedType(
    Resource resource, String singular, List<String> shortNames, List<String> categories) {
  public ServedType {
    shortNames = List.copyOf(shortNames);
    categories = List.copyOf(categories);
  }
}
