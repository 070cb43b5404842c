package dev.japply.apply;

import java.util.List;

/// Why an object is not ready, as far as the cluster tells. The texts are those of others.
///
/// @param what which Pod fails, and how; empty where no Pod does
/// @param notes what else there is to know, as events: `FailedMount: no such volume`
/// @param container which container of which Pod has written `log`; empty for none
/// @param log its last lines
public record Cause(String what, List<String> notes, String container, List<String> log) {
  /// Nothing is known.
  public static final Cause NONE = new Cause("", List.of(), "", List.of());

  public Cause {
    notes = List.copyOf(notes);
    log = List.copyOf(log);
  }
}
