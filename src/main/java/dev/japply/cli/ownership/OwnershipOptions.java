package dev.japply.cli.ownership;

import dev.japply.apply.DryRun;
import dev.japply.cluster.WriteOptions;
import dev.japply.object.ManagedFields;
import dev.japply.plan.FieldReference;
import dev.japply.plan.OwnershipTransfer;
import java.util.List;

/// The fields to adopt or release, and options for that.
///
/// @param inFiles whether the manifests change, too
record OwnershipOptions(
    OwnershipTransfer direction,
    List<FieldReference> fields,
    DryRun dryRun,
    WriteOptions write,
    boolean inFiles) {
  public OwnershipOptions {
    fields = List.copyOf(fields);
  }

  /// The manager whose fields of server-side apply change: the one that is named, else the default
  /// of server-side apply.
  String serverManager() {
    return write.fieldManager().equals(ManagedFields.CLIENT_SIDE)
        ? ManagedFields.SERVER_SIDE
        : write.fieldManager();
  }
}
