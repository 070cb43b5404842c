package dev.japply.report;

import dev.japply.object.KubeObject;

/// What is said of objects that were waited for.
public final class ReadyText {
  private ReadyText() {}

  /// `deployment.apps/web is ready`.
  public static String line(KubeObject object) {
    return name(object) + " is ready";
  }

  /// `deployment.apps/web`, as kubectl has it.
  public static String name(KubeObject object) {
    return ResourceName.of(object.tree());
  }
}
