package dev.japply.cluster.rest;

/// japply's version and sources, for users and servers.
public final class Version {
  /// The version in `pom.xml`; a test compares them. The jar's manifest also has it, but is missing
  /// in a runtime image.
  public static final String TEXT = "0.1.0";

  /// The address of the sources in `pom.xml`, without a slash at the end; empty before the first
  /// release.
  public static final String SOURCES = "";

  private Version() {}
}
