package dev.japply.cli.flags;

import dev.japply.apply.ApplyMethod;
import dev.japply.apply.ApplyMethod.LargeObjects;
import dev.japply.apply.ApplyMethod.Ruled;
import dev.japply.apply.ApplyMethod.ServerSide;
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

  /// Returns server-side apply of objects that are too large for the last-applied annotation; null
  /// if they are refused.
  ///
  /// @param compared whether to report if objects were changed
  /// @param ruled the rules for recreation; null if there are none
  public @Nullable LargeObjects large(boolean compared, @Nullable Ruled ruled) {
    return appliesLarge()
        ? new LargeObjects(method("", compared, ruled), managerOr(ManagedFields.SERVER_SIDE))
        : null;
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

  /// Returns the method of a preview.
  ///
  /// @param ruled the rules for recreation; null if there are none
  public ApplyMethod preview(@Nullable Ruled ruled) {
    return isWanted()
        ? method("", /* compared= */ false, ruled)
        : new ApplyMethod.ClientSide(null, ruled, large(/* compared= */ false, ruled));
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

  /// Returns the options of a server-side apply.
  ///
  /// @param compared whether to report if objects were changed
  /// @param ruled the rules for recreation; null if there are none
  public ServerSide method(String subresource, boolean compared, @Nullable Ruled ruled) {
    var rules = new ConflictRules(read(take), read(leave));
    return new ServerSide(forceConflicts.get(), subresource, compared, rules, ruled);
  }
}
