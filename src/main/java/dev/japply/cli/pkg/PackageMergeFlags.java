package dev.japply.cli.pkg;

import dev.japply.cli.flags.Console;
import dev.japply.cli.flags.CrdsFlag;
import dev.japply.cli.flags.Flag;
import dev.japply.cli.flags.Flags;
import dev.japply.cli.flags.GlobalFlags;
import dev.japply.cli.flags.UsageException;
import dev.japply.io.Cancellation;
import dev.japply.kpt.Kptfile.UpdateStrategy;
import dev.japply.kpt.MergeOptions;
import dev.japply.kpt.MergeOptions.ConflictChoice;
import dev.japply.object.KubeObject;
import dev.japply.problem.JapplyException;
import java.util.List;
import java.util.Optional;

/// The flags of `pkg update` for merging files.
final class PackageMergeFlags {
  private final Flag<ConflictChoice> onConflict;
  private final CrdsFlag crds;
  private final Flag<Boolean> inferKeys;

  PackageMergeFlags(Flags flags) {
    onConflict =
        flags
            .add("--on-conflict")
            .label("local|upstream|fail|mark")
            .help(
                "The result for fields that changed both upstream and locally: the local value,"
                    + " upstream's value (as in kpt), no update, or both between conflict markers."
                    + " Edited objects that upstream deleted stay, except for upstream.")
            .value("local", PackageMergeFlags::choice);
    crds =
        new CrdsFlag(
            flags,
            "CustomResourceDefinitions, in addition to the package's own, with the keys"
                + " of lists that merge item by item; may be repeated.");
    inferKeys =
        flags
            .add("--infer-keys")
            .rare()
            .help(
                "Also merge lists without a schema item by item, if their items have one of "
                    + String.join(", ", MergeOptions.KEYS)
                    + ".")
            .bool(false);
  }

  /// Adds `--strategy`, whose value is empty if none is given.
  static Flag<Optional<UpdateStrategy>> strategy(Flags flags, String help) {
    return flags
        .add("--strategy")
        .label("resource-merge|fast-forward|force-delete-replace|copy-merge")
        .help(help)
        .value("", PackageMergeFlags::strategy);
  }

  static Flag<Boolean> comments(Flags flags, String help) {
    return flags.add("--merge-comments").help(help).bool(true);
  }

  private static Optional<UpdateStrategy> strategy(String value) {
    Optional<UpdateStrategy> found = UpdateStrategy.of(value);
    if (found.isEmpty() && !value.isEmpty()) {
      throw new UsageException(
          "invalid --strategy value \"" + value + "\"; must be one of " + UpdateStrategy.names());
    }
    return found;
  }

  private static ConflictChoice choice(String value) {
    return ConflictChoice.of(value)
        .orElseThrow(() ->
            new UsageException(
                "invalid --on-conflict value \""
                    + value
                    + "\"; must be one of "
                    + ConflictChoice.names()));
  }

  /// The options of the merge of files.
  ///
  /// @param cancellation ends the wait before a URL of `--crds` is tried again
  /// @throws UsageException when the flags do not go together
  /// @throws JapplyException if a source of `--crds` has no definitions
  MergeOptions read(GlobalFlags global, Console console, Cancellation cancellation) {
    global.compatibility(console);
    return new MergeOptions(
        onConflict.get(),
        inferKeys.get() ? MergeOptions.KEYS : List.of(),
        crds.read(global, console, cancellation).stream().map(KubeObject::tree).toList());
  }
}
