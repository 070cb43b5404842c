package dev.japply.cli.run;

import dev.japply.execute.DryRun;
import dev.japply.live.WriteOptions;
import dev.japply.ownership.FieldReference;
import dev.japply.ownership.Handover;
import java.util.List;

/// Which fields change hands, and how.
public record HandoverOptions(
    Handover direction, List<FieldReference> fields, DryRun dryRun, WriteOptions write) {
  public HandoverOptions {
    fields = List.copyOf(fields);
  }
}
