package dev.japply.cli.flags;

import dev.japply.apply.DryRun;
import dev.japply.cluster.config.RequiredContext;
import dev.japply.input.Project;
import dev.japply.input.Project.Forbidden;
import dev.japply.input.Project.Ignored;
import dev.japply.object.Gvk;
import dev.japply.plan.Compatibility;
import dev.japply.plan.Difference;
import dev.japply.plan.ForbidRules;
import dev.japply.plan.IgnoreRules;
import dev.japply.plan.IgnoreRules.IgnoreRule;
import dev.japply.plan.Moves;
import dev.japply.plan.Moves.Move;
import dev.japply.plan.Moves.MovedObject;
import dev.japply.plan.PlanOptions;
import dev.japply.problem.JapplyException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The flags that decide about the changes of an object, for all commands that plan or show them:
/// unknown fields, fields that other clients have changed, and ignored fields. The rules of the
/// project belong to them.
public final class PlanningFlags {
  private final Flag<String> validate;
  private final @Nullable Flag<Boolean> overwrite;
  private final IgnoreFlag ignore;

  private PlanningFlags(Flags flags, boolean overwrites) {
    validate =
        validate(
            flags, "Treat unknown and duplicate fields as errors, as warnings, or ignore them.");
    overwrite =
        overwrites
            ? flags
                .add("--overwrite")
                .rare()
                .help(
                    "Overwrite changes by other writers in fields of the manifest; if false, report"
                        + " them as errors.")
                .bool(true)
            : null;
    ignore = new IgnoreFlag(flags);
  }

  /// Creates the flags of a command whose plan can be carried out.
  public static PlanningFlags forApply(Flags flags) {
    return new PlanningFlags(flags, /* overwrites= */ true);
  }

  /// Creates the flags of a command that only shows changes, and overwrites in any case.
  public static PlanningFlags forPreview(Flags flags) {
    return new PlanningFlags(flags, /* overwrites= */ false);
  }

  /// Adds `--validate`, whose value is sent to the server: `Strict`, `Warn` or `Ignore`.
  public static Flag<String> validate(Flags flags, String help) {
    return flags
        .add("--validate")
        .rare()
        .label("strict|warn|ignore")
        .help(help)
        .bare("strict")
        .value("strict", PlanningFlags::validation);
  }

  private static String validation(String value) {
    if (GoValues.isBool(value)) {
      return GoValues.bool(value) ? "Strict" : "Ignore";
    }
    return switch (value) {
      case "strict" -> "Strict";
      case "warn" -> "Warn";
      case "ignore" -> "Ignore";
      default ->
          throw new UsageException(
              "invalid - validate option \""
                  + value
                  + "\"; must be one of: strict (or true), warn, ignore (or false)");
    };
  }

  /// Returns the validation by the server: `Strict`, `Warn` or `Ignore`.
  ///
  /// @throws UsageException if the value is invalid
  public String validation() {
    return validate.get();
  }

  /// Whether `--ignore` is set.
  public boolean isIgnoring() {
    return ignore.isGiven();
  }

  /// Returns the rules for ignored fields.
  ///
  /// @throws UsageException if a rule is invalid
  public IgnoreRules ignored(GlobalFlags global, Compatibility compatibility) {
    return ignore.read(global, compatibility);
  }

  /// Returns the options for planning, without reasons.
  ///
  /// @throws UsageException if a rule is invalid
  public PlanOptions options(
      GlobalFlags global, CommandContext context, Compatibility compatibility) {
    return new PlanOptions(compatibility, overwrite == null || overwrite.get())
        .ignoring(ignored(global, compatibility))
        .forbidding(ForbidSetting.read(global, context))
        .moving(MoveSetting.read(global));
  }

  /// The mutually exclusive flags of `apply`, with kubectl's rules, order and messages.
  ///
  /// @param selector `--selector`; empty if it is not set
  /// @param subresource `--subresource`; empty if it is not set
  public record ApplyCombinations(
      DryRun dryRun,
      ServerSideFlags serverSide,
      boolean force,
      PruneFlags pruning,
      String selector,
      String subresource) {

    /// Checks the flags.
    ///
    /// @throws UsageException for the first rule that is violated
    public void check() {
      boolean onServer = serverSide.isWanted();
      serverSide.check();
      refuse(
          dryRun == DryRun.CLIENT && onServer,
          "--dry-run=client doesn't work with --server-side (did you mean --dry-run=server"
              + " instead?)");
      refuse(onServer && force, "--force cannot be used with --server-side");
      refuse(dryRun == DryRun.SERVER && force, "--dry-run=server cannot be used with --force");
      refuse(
          pruning.isAll() && !selector.isEmpty(),
          "cannot set --all and --selector at the same time");
      pruning.checkWanted();
      if (pruning.isWanted()) {
        checkPruning();
      }
      refuse(
          !subresource.isEmpty() && !onServer,
          "--subresource can only be specified for --server-side");
    }

    private void checkPruning() {
      refuse(force, "--force cannot be used with --prune");
      if (!pruning.applySet().isEmpty()) {
        pruning.checkSet(selector);
        return;
      }
      refuse(
          !pruning.isAll() && selector.isEmpty(),
          "all resources selected for prune without explicitly passing --all. To prune all"
              + " resources, pass the --all flag. If you did not mean to prune all resources,"
              + " specify a label selector");
    }

    private static void refuse(boolean wrong, String message) {
      if (wrong) {
        throw new UsageException(message);
      }
    }
  }

  /// The project's rules for objects that must not be deleted.
  public static final class ForbidSetting {
    private ForbidSetting() {}

    /// Returns the rules that hold in the context of the command. Where no context is selected, as
    /// in a Pod, all of them hold.
    ///
    /// @throws UsageException if a rule is invalid
    public static ForbidRules read(GlobalFlags global, CommandContext context) {
      List<Forbidden> all = global.forbidden();
      boolean some = all.stream().anyMatch(rule -> !rule.contexts().isEmpty());
      String name =
          some ? context.connector().contextName(global.connection(), context.console()) : "";
      var rules = new ArrayList<ForbidRules.Rule>();
      for (Forbidden rule : all) {
        ForbidRules.Rule parsed = parsed(rule);
        if (name.isEmpty()
            || rule.contexts().isEmpty()
            || new RequiredContext(rule.contexts(), "").allows(name)) {
          rules.add(parsed);
        }
      }
      return new ForbidRules(rules);
    }

    private static ForbidRules.Rule parsed(Forbidden rule) {
      try {
        return ForbidRules.Rule.parse(rule.rule(), rule.place());
      } catch (JapplyException e) {
        throw new UsageException(e.problems().getFirst().toString()).at(rule.place().toString());
      }
    }
  }

  /// The project's moves of objects.
  public static final class MoveSetting {
    private MoveSetting() {}

    /// Returns the moves.
    ///
    /// @throws JapplyException if they contradict each other
    public static List<Move> read(GlobalFlags global) {
      if (global.moved().isEmpty()) {
        return List.of();
      }
      return Moves.of(
              global.moved().stream()
                  .map(moved -> new Move(object(moved.from()), object(moved.to())))
                  .toList())
          .moves();
    }

    private static MovedObject object(Project.MovedObject end) {
      return new MovedObject(
          new Gvk(end.group(), end.version(), end.kind()),
          end.namespace(),
          end.name(),
          end.applySet(),
          end.place());
    }
  }

  /// The flag `--ignore`: rules for fields that keep their live values.
  static final class IgnoreFlag {
    private static final String NAME = "--ignore";

    private final Flag<List<String>> texts;

    public IgnoreFlag(Flags flags) {
      texts =
          flags
              .add(NAME)
              .label("[KIND[/NAME]:]FIELD")
              .help(
                  "Keep the live values of these fields: Deployment/web:spec.replicas,"
                      + " Deployment:/spec/replicas, or manager=NAME for all fields of a field"
                      + " manager; may be repeated.")
              .texts();
    }

    /// Whether the flag is set.
    public boolean isGiven() {
      return !texts.get().isEmpty();
    }

    /// Returns the rules.
    ///
    /// @throws UsageException if a rule is invalid, or in kubectl's mode, which has no rules
    ///
    /// @param global has the project's rules
    public IgnoreRules read(GlobalFlags global, Compatibility compatibility) {
      if (isGiven() && !compatibility.allows(Difference.READS_IGNORE_ANNOTATION)) {
        throw new UsageException(NAME + " cannot be used with --compat=kubectl");
      }
      var rules = new ArrayList<IgnoreRule>();
      for (Ignored ignored : global.ignored()) {
        try {
          rules.add(IgnoreRule.parse(ignored.rule()).at(ignored.place()));
        } catch (JapplyException e) {
          throw new UsageException(e.problems().getFirst().toString())
              .at(ignored.place().toString());
        }
      }
      int standing = rules.size();
      texts.get().forEach(text -> rules.add(rule(texts, text)));
      return new IgnoreRules(rules, texts.isTyped() ? standing : rules.size());
    }

    /// Returns the rule that a value of `flag` is.
    ///
    /// @throws UsageException if it is none
    static IgnoreRule rule(Flag<List<String>> flag, String text) {
      try {
        IgnoreRule rule = IgnoreRule.parse(text);
        return flag.origin() == null ? rule : rule.at(flag.origin());
      } catch (JapplyException e) {
        var wrong =
            new UsageException(
                "invalid %s value \"%s\": %s"
                    .formatted(flag.name(), text, e.problems().getFirst()));
        throw flag.origin() == null ? wrong : wrong.at(flag.origin().toString());
      }
    }
  }
}
