package dev.japply.cli.flags;

import dev.japply.apply.Replacement;
import dev.japply.plan.file.PlanFile.Deletion;
import dev.japply.plan.file.PlanFile.Prune;
import org.jspecify.annotations.Nullable;

/// That the user is to be asked before anything is written.
///
/// @param replacement how objects are deleted
/// @param deletion the same by the values of flags
/// @param prune what is pruned, by the values of flags; null for nothing
public record Confirmation(Replacement replacement, Deletion deletion, @Nullable Prune prune) {}
