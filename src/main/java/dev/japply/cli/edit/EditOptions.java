package dev.japply.cli.edit;

import dev.japply.cli.flags.ChangeCause;
import dev.japply.cluster.WriteOptions;
import dev.japply.plan.Compatibility;
import dev.japply.plan.Difference;
import org.jspecify.annotations.Nullable;

/// Options for editing annotations.
///
/// @param validation whether mistakes in edited objects are errors
/// @param compatibility decides on the form of the annotation
/// @param windows whether this is Windows
/// @param cause the change cause to write into edited annotations; null if none is written
record EditOptions(
    EditBuffer form,
    WriteOptions write,
    EditValidation.Mode validation,
    Compatibility compatibility,
    boolean windows,
    @Nullable ChangeCause cause) {
  boolean allows(Difference difference) {
    return compatibility.allows(difference);
  }
}
