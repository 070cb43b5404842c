package dev.japply.faults;

import java.util.Map;
import java.util.Set;

/// A request that has come to the [Relay].
///
/// @param number its place among those of the run, from 1 on
/// @param target its path and query
/// @param headers what of its headers goes on, by their names in small letters
record Request(int number, String method, String target, Map<String, String> headers, String body) {
  private static final Set<String> READS = Set.of("GET", "HEAD");

  /// Whether it may change something.
  boolean isWrite() {
    return !READS.contains(method);
  }

  String path() {
    int query = target.indexOf('?');
    return query < 0 ? target : target.substring(0, query);
  }

  /// Whether it asks for types or schemas, and not for objects.
  boolean isDiscovery() {
    return !path().contains("/namespaces/");
  }

  /// Whether it asks for schemas.
  boolean isOpenApi() {
    return path().startsWith("/openapi/");
  }

  /// Whether its path names one object.
  boolean isOfObject() {
    return !isDiscovery() && path().split("/namespaces/", 2)[1].split("/", -1).length == 3;
  }

  /// Whether nothing would come of it but an answer.
  boolean isDry() {
    return target.contains("dryRun=All");
  }

  /// What it has in common with a repetition of it.
  String key() {
    return method + " " + path();
  }

  @Override
  public String toString() {
    return number + " " + method + " " + target;
  }
}
