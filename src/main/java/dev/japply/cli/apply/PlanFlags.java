package dev.japply.cli.apply;

import dev.japply.apply.Apply.PruneRequest;
import dev.japply.apply.DryRun;
import dev.japply.apply.PlanToApply;
import dev.japply.apply.RecreateOptions;
import dev.japply.cli.apply.ConfirmPrompt.Confirmation;
import dev.japply.cli.flags.BlockFlags;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.DryRunFlag;
import dev.japply.cli.flags.Flag;
import dev.japply.cli.flags.FlagSet;
import dev.japply.cli.flags.Flags;
import dev.japply.cli.flags.PruneFlags;
import dev.japply.cli.flags.RecreateFlags;
import dev.japply.cli.flags.UsageException;
import dev.japply.cli.plan.PlanFiles;
import dev.japply.plan.Compatibility;
import dev.japply.plan.Difference;
import dev.japply.plan.RecreateRules;
import dev.japply.plan.StalePlanCheck.Strictness;
import dev.japply.plan.file.PlanFile;
import dev.japply.plan.file.PlanFile.Prune;
import dev.japply.problem.ByteLimit;
import dev.japply.problem.Origin;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The flags of `apply` for carrying out a plan.
public final class PlanFlags {
  /// The flags whose values are part of a plan.
  private static final List<String> SETTLED =
      List.of(
          DryRunFlag.NAME,
          "--server-side",
          "--force-conflicts",
          "--take",
          "--leave",
          "--large",
          "--field-manager",
          "--subresource",
          "--force",
          "--cascade",
          "--grace-period",
          "--validate",
          "--overwrite",
          "--order",
          "--openapi-patch",
          "--record");

  private final FlagSet set;
  private final Flag<String> file;
  private final Flag<Boolean> strict;
  private final Flag<Boolean> confirm;
  private final BlockFlags blocks;

  PlanFlags(Flags flags) {
    set = flags.set();
    file =
        flags
            .add("--plan")
            .label("FILE")
            .help(
                "Carry out exactly this plan; refuse it if the manifests or the affected fields"
                    + " have changed.")
            .text("");
    strict =
        flags
            .add("--strict")
            .rare()
            .help("With --plan: also refuse it if an object has another resourceVersion.")
            .bool(false);
    confirm =
        flags
            .add("--confirm")
            .help("Show the plan and the target, and prompt on the terminal before writing.")
            .bool(false);
    blocks = new BlockFlags(flags);
  }

  /// Whether a default for that flag has no effect with a plan, which has its own value, or without
  /// one. A default for a dry run always has an effect.
  ///
  /// @param planned whether there is a plan
  public static boolean voids(String flag, boolean planned) {
    return planned
        ? SETTLED.contains(flag) && !flag.equals(DryRunFlag.NAME)
        : flag.equals("--strict");
  }

  /// Checks that no other flag conflicts with the plan.
  ///
  /// @param changes whether this is not a dry run
  /// @throws UsageException if another flag conflicts
  void check(boolean changes) {
    if (!file.get().isEmpty()) {
      SETTLED.stream()
          .filter(flag -> set.gives(flag) && !(changes && flag.equals(DryRunFlag.NAME)))
          .findFirst()
          .ifPresent(PlanFlags::refuse);
    } else if (strict.get()) {
      throw new UsageException("--strict only works with --plan");
    }
  }

  /// Whether a plan file is to be carried out.
  boolean isSet() {
    return !file.get().isEmpty();
  }

  /// Whether a plan is created and shown, instead of read.
  boolean showsNewPlan() {
    return confirm.get() && file.get().isEmpty();
  }

  /// Flags whose values a plan has, too, and the rules for recreation.
  ///
  /// @param prune the pruning flags; null if they are not set
  /// @param ignore the ignore rules; empty if they are not set
  record Given(@Nullable Prune prune, List<String> ignore, RecreateRules rules) {
    Given {
      ignore = List.copyOf(ignore);
    }
  }

  /// Returns the plan to carry out; empty if no plan file is set.
  ///
  /// @param replacing has the timeout for deletions
  /// @throws UsageException if flags conflict with the plan
  /// @throws dev.japply.problem.JapplyException if the plan is invalid, was edited, or is too old
  Optional<PlanToApply> use(
      CommandContext context, Compatibility compatibility, RecreateFlags replacing, Given given) {
    if (file.get().isEmpty()) {
      return Optional.empty();
    }
    ByteLimit limit = context.console().byteLimit();
    Path path = Path.of(file.get());
    PlanFile plan = PlanFiles.read(path, limit);
    PlanFiles.checkAge(path, plan, context.clock().instant());
    boolean kubectl = !compatibility.allows(Difference.ORDERS_BY_DEPENDENCY);
    if (plan.settings().isKubectl() != kubectl) {
      throw new UsageException(
          "the plan was made %s --compat=kubectl; apply it %s, too"
              .formatted(kubectl ? "without" : "with", kubectl ? "without" : "with"));
    }
    Prune prune = plan.settings().prune();
    checkIgnored(plan.settings().planning().ignore().texts(), given.ignore());
    if (given.prune() != null && !given.prune().equals(prune)) {
      throw new UsageException("the plan was made with other flags about pruning: " + flags(prune));
    }
    RecreateOptions replacement =
        replacing.replacement(context.console(), plan.settings().deletion());
    return Optional.of(
        new PlanToApply(
            plan,
            strict.get() ? Strictness.VERSION : Strictness.ACTION,
            replacement,
            given.rules(),
            prune == null
                ? null
                : new PruneRequest(
                    PruneFlags.choice(prune), replacement.deletion(), replacing.isAwaited())));
  }

  private static void checkIgnored(List<String> planned, List<String> given) {
    if (!given.isEmpty() && !Set.copyOf(given).equals(Set.copyOf(planned))) {
      String flags =
          planned.isEmpty()
              ? "without --ignore"
              : String.join(" ", planned.stream().map(rule -> "--ignore=" + rule).toList());
      throw new UsageException("the plan was made with other rules about fields: " + flags);
    }
  }

  /// Formats the flags that the plan was created with.
  private static String flags(@Nullable Prune prune) {
    if (prune == null) {
      return "without --prune";
    }
    var flags = new ArrayList<>(List.of("--prune"));
    if (prune.all()) {
      flags.add("--all");
    }
    if (!prune.selector().isEmpty()) {
      flags.add("--selector=" + prune.selector());
    }
    prune.types().forEach(type -> flags.add("--prune-allowlist=" + type));
    if (!prune.applySet().isEmpty()) {
      flags.add("--applyset=" + prune.applySet());
    }
    if (!prune.adopted().isEmpty()) {
      flags.add("--adopt-from=" + prune.adopted());
    }
    return String.join(" ", flags);
  }

  /// Returns the prompt for the user; empty if there is none.
  ///
  /// @param subresource the subresource to apply; empty for the object
  /// @param replacement the way to delete objects, from `replacing`
  /// @param prune the pruning flags; null if nothing is pruned
  /// @throws UsageException if no plan can be shown
  Optional<Confirmation> confirmation(
      String subresource,
      DryRun dryRun,
      RecreateFlags replacing,
      RecreateOptions replacement,
      @Nullable Prune prune) {
    if (!confirm.get()) {
      return Optional.empty();
    }
    if (!subresource.isEmpty()) {
      throw new UsageException("--confirm cannot be used with --subresource");
    }
    if (dryRun != DryRun.NONE) {
      throw new UsageException("--confirm cannot be used with --dry-run");
    }
    Origin place = confirm.origin();
    return Optional.of(
        new Confirmation(
            replacement,
            replacing.planned(replacement),
            prune,
            blocks.blocks(),
            confirm.asWritten(confirm.name()),
            place == null ? Origin.NONE : place));
  }

  private static void refuse(String flag) {
    throw new UsageException(flag + " cannot be used with --plan: the plan determines all writes");
  }
}
