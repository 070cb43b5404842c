package dev.japply.kustomize.generated;

import dev.japply.golang.Upstream;
import dev.japply.tree.Value.MapValue;

/// What came of a build: the output, or the error.
record Built(boolean isError, String text, String warnings) {
  /// kustomize's code does not know of its version outside of kubectl.
  private static final String UNVERSIONED = "managed-by: kustomize-(devel)";

  private static final String VERSIONED = "managed-by: kustomize-" + Upstream.KUSTOMIZE;
  private static final String BREAKDOWN = "panic: ";

  static Built ofAnswer(MapValue answer) {
    String warnings = answer.text("warnings");
    if (answer.has("buildError")) {
      return new Built(true, answer.text("buildError"), warnings);
    }
    if (answer.has("panic")) {
      return new Built(true, BREAKDOWN + answer.text("panic"), warnings);
    }
    return new Built(false, answer.text("output").replace(UNVERSIONED, VERSIONED), warnings);
  }

  /// Whether it ended as no build should.
  boolean isBreakdown() {
    return isError && text.startsWith(BREAKDOWN);
  }

  @Override
  public String toString() {
    return (isError ? "fails: " : "prints:\n") + text;
  }
}
