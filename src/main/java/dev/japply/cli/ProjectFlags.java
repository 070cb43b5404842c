package dev.japply.cli;

import java.util.Set;

/// The flags that may have defaults in a project file.
///
/// It may come from somebody else, with the repository. So it names no cluster, no credentials and
/// nobody to trust, no files to write, nothing to run, and it shows no secrets. A flag that is not
/// listed here stays with the user.
final class ProjectFlags {
  static final Set<String> ALLOWED =
      Set.of(
          "all",
          "allow-missing-template-keys",
          "allow-unmatched",
          "applyset",
          "cascade",
          "color",
          "concurrency",
          "confirm",
          "create-annotation",
          "dry-run",
          "exit-code",
          "expires",
          "field-manager",
          "filename",
          "force",
          "force-conflicts",
          "grace-period",
          "hide-unchanged",
          "json-merge",
          "kustomize",
          "local",
          "match-server-version",
          "namespace",
          "offline",
          "on-conflict",
          "openapi-patch",
          "order",
          "output",
          "overwrite",
          "prune",
          "prune-allowlist",
          "record",
          "recursive",
          "report",
          "request-timeout",
          "require-clean",
          "selector",
          "server-side",
          "show",
          "show-managed-fields",
          "show-metadata",
          "strategy",
          "strict",
          "subresource",
          "summary",
          "template",
          "timeout",
          "unified",
          "v",
          "validate",
          "wait",
          "warnings-as-errors",
          "why",
          "windows-line-endings");

  private static final Set<String> INPUT = Set.of("filename", "kustomize");

  private ProjectFlags() {}

  /// Whether it may give `flag` of `command` a default. The outputs of builds are files.
  static boolean allows(String flag, String command) {
    boolean written =
        flag.equals("output") && (command.equals("build") || command.equals("kustomize"));
    return ALLOWED.contains(flag) && !written;
  }

  /// Whether a value of `flag` makes defaults of `other` void: of `-f` and `-k` there is one.
  static boolean replaces(String flag, String other) {
    boolean recursive = flag.equals("kustomize") && other.equals("recursive");
    return flag.equals(other) || recursive || (INPUT.contains(flag) && INPUT.contains(other));
  }

  /// Whether it says where manifests are.
  static boolean isInput(String flag) {
    return INPUT.contains(flag) || flag.equals("recursive");
  }
}
