package dev.japply.cli.flags;

import dev.japply.apply.RecreateOptions;
import dev.japply.plan.file.PlanFile.Deletion;
import dev.japply.plan.file.PlanFile.Prune;
import dev.japply.problem.Origin;
import org.jspecify.annotations.Nullable;

/// The options of the prompt before an apply.
///
/// @param replacement the way to delete objects
/// @param prune the pruning flags; null if nothing is pruned
/// @param wide whether each field of a table is one line, however wide
/// @param flag the flag that requests it, as written
/// @param place the position of the flag in a file; [Origin#NONE] if it is typed
public record Confirmation(
    RecreateOptions replacement,
    Deletion deletion,
    @Nullable Prune prune,
    boolean wide,
    String flag,
    Origin place) {}
