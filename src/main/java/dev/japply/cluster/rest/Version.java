package dev.japply.cluster.rest;

/// japply's version, as people and servers are told.
public final class Version {
  /// That of `pom.xml`, which a test holds it to: the jar's manifest, which has it too, is not
  /// there in a runtime image.
  public static final String TEXT = "0.1.0";

  private Version() {}
}
