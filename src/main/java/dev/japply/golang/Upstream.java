package dev.japply.golang;

/// The versions of the Go programs that japply is compatible with. `make follow` raises them.
public final class Upstream {
  public static final String KUBECTL = "v1.37.2";

  /// The version of kustomize in that kubectl.
  public static final String KUSTOMIZE = "v5.8.1";

  private Upstream() {}
}
