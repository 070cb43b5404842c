package dev.japply.cli.flags;

import dev.japply.apply.ApplyMethod;
import dev.japply.apply.ApplyMethod.LargeObjects;
import dev.japply.apply.ApplyMethod.Ruled;
import dev.japply.apply.ApplyMethod.ServerSide;
import dev.japply.apply.RecreateOptions;
import dev.japply.cli.flags.PlanningFlags.IgnoreFlag;
import dev.japply.object.ManagedFields;
import dev.japply.plan.ConflictRules;
import dev.japply.plan.IgnoreRules;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.problem.WarningId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The flags for server-side apply, and for the field manager.
public final class ServerSideFlags {
  /// The name of the flag without dashes, as files with defaults have it.
  public static final String SERVER_SIDE = "server-side";

  private final Flag<Boolean> serverSide;
  private final Flag<Boolean> forceConflicts;
  private final Flag<List<String>> take;
  private final Flag<List<String>> leave;
  private final Flag<String> large;
  private final Flag<String> fieldManager;

  public ServerSideFlags(Flags flags) {
    serverSide =
        flags
            .add("--server-side")
            .help("Use server-side apply: the server merges, and there is no annotation.")
            .bool(false);
    forceConflicts =
        flags
            .add("--force-conflicts")
            .rare()
            .help("Take over fields of other managers; only with --server-side.")
            .bool(false);
    take =
        flags
            .add("--take")
            .rare()
            .label("[KIND[/NAME]:]FIELD")
            .help(
                "Take over these fields from their managers if they conflict:"
                    + " Deployment/web:spec.replicas, or manager=NAME for all of a manager; only"
                    + " with --server-side; may be repeated.")
            .texts();
    leave =
        flags
            .add("--leave")
            .rare()
            .label("[KIND[/NAME]:]FIELD")
            .help(
                "Leave these fields to their managers if they conflict; only with --server-side;"
                    + " may be repeated.")
            .texts();
    large =
        flags
            .add("--large")
            .rare()
            .label("refuse|server-side")
            .help(
                "Refuse an object that is too large for the last-applied annotation, or apply it"
                    + " server-side.")
            .byDefault("refuse")
            .text("");
    fieldManager =
        flags.fieldManager(
            "The name that the server records as the owner of the fields.",
            "kubectl-client-side-apply, or kubectl with --server-side");
  }

  /// Whether server-side apply is requested.
  public boolean isWanted() {
    return serverSide.get();
  }

  /// Whether the user typed the flag for server-side apply.
  public boolean isTyped() {
    return serverSide.isTyped() && serverSide.get();
  }

  /// Checks that server-side apply is not previewed without the server. Warns if `apply` is
  /// server-side by default, and the preview is not.
  ///
  /// @throws UsageException if no dry runs are sent
  public void checkPreview(LiveFlag live, GlobalFlags global, Console console) {
    if (live.isLocal() && (isWanted() || appliesLarge())) {
      String flag = isWanted() ? serverSide.name() : large.name() + "=" + SERVER_SIDE;
      throw new UsageException(
          live.name() + " cannot be used with " + flag + ", where the server merges");
    }
    Origin applied = global.serverSideApply();
    if (applied != null && !live.isLocal() && !serverSide.isGiven()) {
      Problem other =
          Problem.warning(
              WarningId.OTHER_METHOD,
              applied,
              "",
              "apply is server-side by this default, but this preview is not",
              "%s %s shows what apply would do".formatted(global.command(), serverSide.name()));
      console.problems(global.requests()).print(other);
    }
  }

  private boolean appliesLarge() {
    return switch (large.get()) {
      case "", "refuse" -> false;
      case SERVER_SIDE -> true;
      default ->
          throw new UsageException(
              "invalid --large value \"" + large.get() + "\"; must be refuse or server-side");
    };
  }

  /// Checks the combination of these flags.
  ///
  /// @throws UsageException if the combination is invalid
  public void check() {
    if (serverSide.get() || appliesLarge()) {
      return;
    }
    if (forceConflicts.get()) {
      throw new UsageException("--force-conflicts only works with --server-side");
    }
    for (Flag<List<String>> rules : List.of(take, leave)) {
      if (rules.isTyped()) {
        throw new UsageException(rules.name() + " only works with --server-side");
      }
    }
  }

  /// Returns the field manager, or the default for the apply method.
  public String fieldManager() {
    return managerOr(serverSide.get() ? ManagedFields.SERVER_SIDE : ManagedFields.CLIENT_SIDE);
  }

  private String managerOr(String usual) {
    return fieldManager.get().isEmpty() ? usual : fieldManager.get();
  }

  private static IgnoreRules read(Flag<List<String>> flag) {
    var read =
        new IgnoreRules(flag.get().stream().map(text -> IgnoreFlag.rule(flag, text)).toList());
    return flag.isTyped() ? read : read.asStanding();
  }

  /// Returns the method of an apply that is only shown.
  ///
  /// @param ruled the rules for recreation; null if there are none
  public ApplyMethod shown(@Nullable Ruled ruled) {
    return method("", /* compared= */ false, ruled, /* forced= */ null);
  }

  /// Returns the method of the apply.
  ///
  /// @param subresource the subresource to apply; empty for the object
  /// @param compared whether to report if objects were changed
  /// @param ruled the rules for recreation; null if there are none
  /// @param forced recreation of every object that takes no patch; null if that is an error
  public ApplyMethod method(
      String subresource,
      boolean compared,
      @Nullable Ruled ruled,
      @Nullable RecreateOptions forced) {
    if (serverSide.get()) {
      return serverSide(subresource, compared, ruled);
    }
    LargeObjects applied =
        appliesLarge()
            ? new LargeObjects(
                serverSide("", compared, ruled), managerOr(ManagedFields.SERVER_SIDE))
            : null;
    return new ApplyMethod.ClientSide(forced, ruled, applied);
  }

  private ServerSide serverSide(String subresource, boolean compared, @Nullable Ruled ruled) {
    var rules = new ConflictRules(read(take), read(leave));
    return new ServerSide(forceConflicts.get(), subresource, compared, rules, ruled);
  }
}
