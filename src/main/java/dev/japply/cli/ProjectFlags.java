package dev.japply.cli;

import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// The flags that may have defaults in a project file.
///
/// It may come from another person, with the repository or as a change that is proposed to it. So
/// it names no cluster, no credentials and no authority to trust, no files to write, no files to
/// read but those in its directory, nothing to run, and it shows no secrets. It may turn a check
/// on, and not off. A flag that is not listed here stays with the user.
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
          "large",
          "leave",
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
          "take",
          "timeout",
          "unified",
          "v",
          "validate",
          "wait",
          "warnings-as-errors",
          "why",
          "wide",
          "windows-line-endings");

  private static final Set<String> INPUT = Set.of("filename", "kustomize");

  /// Flags that check something: without them, or with another value, less is refused.
  private static final Set<String> CHECKS =
      Set.of(
          "confirm",
          "exit-code",
          "match-server-version",
          "offline",
          "require-clean",
          "strict",
          "wait",
          "warnings-as-errors");

  /// Commands whose output has no values of Secrets in any format, or that read no cluster.
  private static final Set<String> MASKED = Set.of("merge", "plan", "show", "version", "why");

  /// Flags whose values mean something else for one command than for another.
  private static final Set<String> VARYING = Set.of("dry-run", "output", "take");

  private static final Pattern TEMPLATE =
      Pattern.compile("(jsonpath|template|go-template)(-as-json|-?file)?(=.*)?", Pattern.DOTALL);

  private ProjectFlags() {}

  /// The reason why it may not give `flag` of `command` that value; empty if it may.
  static Optional<String> refusal(String flag, String command, String value) {
    return switch (flag) {
      case "output" -> {
        boolean whole = (value.equals("json") || value.equals("yaml")) && !MASKED.contains(command);
        yield whole || TEMPLATE.matcher(value).matches()
            ? Optional.of(
                "may not have whole objects printed, which may be Secrets, nor read a file")
            : Optional.empty();
      }
      case "validate" -> off(flag, value.equals("false") || value.equals("ignore"));
      case "dry-run" -> off(flag, value.equals("none"));
      default -> off(flag, CHECKS.contains(flag) && value.equals("false"));
    };
  }

  private static Optional<String> off(String flag, boolean isOff) {
    return isOff ? Optional.of("may turn --" + flag + " on, and not off") : Optional.empty();
  }

  /// Whether it may give `flag` of `command` a default. The outputs of builds are files, and an
  /// undo takes changes of others back only for its user.
  static boolean allows(String flag, String command) {
    boolean written =
        flag.equals("output") && (command.equals("build") || command.equals("kustomize"));
    boolean taking = flag.equals("take") && command.equals("undo");
    return ALLOWED.contains(flag) && !written && !taking;
  }

  /// Whether `flag` means the same for all commands that have it.
  static boolean isSameEverywhere(String flag) {
    return !VARYING.contains(flag);
  }

  /// Whether a value of `flag` makes defaults of `other` void: of `-f` and `-k` there is one.
  static boolean replaces(String flag, String other) {
    boolean recursive = flag.equals("kustomize") && other.equals("recursive");
    return flag.equals(other) || recursive || (INPUT.contains(flag) && INPUT.contains(other));
  }

  /// Checks whether the flag names the location of manifests.
  static boolean isInput(String flag) {
    return INPUT.contains(flag) || flag.equals("recursive");
  }
}
