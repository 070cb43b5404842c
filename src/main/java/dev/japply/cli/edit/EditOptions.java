package dev.japply.cli.edit;

import dev.japply.cli.flags.ChangeCause;
import dev.japply.cluster.WriteOptions;
import dev.japply.plan.Compatibility;
import dev.japply.plan.Difference;
import org.jspecify.annotations.Nullable;

/// How annotations are edited.
///
/// @param compatibility which form the annotation takes, whether writes of others are written over,
///   and whether it is told what an edit means
/// @param windows whether this is Windows
/// @param cause what is written into edited annotations about why; null for nothing
record EditOptions(
    EditForm form,
    WriteOptions write,
    Compatibility compatibility,
    boolean windows,
    @Nullable ChangeCause cause) {
  boolean allows(Difference difference) {
    return compatibility.allows(difference);
  }
}
