package dev.japply.cluster;

import java.util.List;

/// A type with the names that users can give for it.
///
/// @param singular the name of one object of the type: `deployment`
/// @param shortNames abbreviations, as `deploy`
/// @param categories the groups of types that it belongs to, as `all`
/// @param listable whether clients can create and list its objects
public record ServedType(
    Resource resource,
    String singular,
    List<String> shortNames,
    List<String> categories,
    boolean listable) {
  public ServedType {
    shortNames = List.copyOf(shortNames);
    categories = List.copyOf(categories);
  }
}
