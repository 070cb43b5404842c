package dev.japply.cli.flags;

import dev.japply.plan.Compatibility;
import dev.japply.plan.IgnoreRules;
import dev.japply.plan.PlanOptions;
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
        .forbidding(ForbidSetting.read(global, context));
  }
}
