package dev.japply.apply;

import java.util.List;

/// The reason why an object is not ready, with texts from the cluster.
///
/// @param what the Pod that fails, and its failure; empty if no Pod fails
/// @param notes further details, such as events: `FailedMount: no such volume`
/// @param container the Pod and container that wrote `log`; empty if there is none
/// @param log its last lines
public record NotReadyCause(String what, List<String> notes, String container, List<String> log) {
  /// Nothing is known.
  public static final NotReadyCause NONE = new NotReadyCause("", List.of(), "", List.of());

  public NotReadyCause {
    notes = List.copyOf(notes);
    log = List.copyOf(log);
  }
}
