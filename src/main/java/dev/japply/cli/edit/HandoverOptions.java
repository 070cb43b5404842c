package dev.japply.cli.edit;

import dev.japply.apply.DryRun;
import dev.japply.cluster.WriteOptions;
import dev.japply.plan.FieldReference;
import dev.japply.plan.Handover;
import java.util.List;

/// Which fields change hands, and how.
///
/// @param inFiles whether they do so in the manifests, too
record HandoverOptions(
    Handover direction,
    List<FieldReference> fields,
    DryRun dryRun,
    WriteOptions write,
    boolean inFiles) {
  public HandoverOptions {
    fields = List.copyOf(fields);
  }
}
