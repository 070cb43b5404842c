package dev.japply.plan;

import dev.japply.object.KubeObject;
import java.util.List;

/// The effect of `apply --server-side` on an object that was applied on the client side.
///
/// @param object the manifest, or the last-applied configuration
/// @param clients the field managers that applied on the client side
/// @param server the field manager for server-side apply
/// @param rules the ignore rules that match fields of the object
public record MigrationReport(
    KubeObject object,
    State state,
    List<String> clients,
    String server,
    List<String> rules,
    List<MigrationFinding> findings) {
  public MigrationReport {
    clients = List.copyOf(clients);
    rules = List.copyOf(rules);
    findings = List.copyOf(findings);
  }

  /// The state of the live object.
  public enum State {
    /// There is no live object.
    ABSENT,
    /// It was not applied on the client's side, and there is no manifest.
    NOT_APPLIED,
    /// It is there, and can be looked at.
    LIVE
  }

  /// Whether the server would refuse the manifest, so that nothing is handed over.
  public boolean isRefused() {
    return findings.stream()
        .anyMatch(finding ->
            finding instanceof MigrationFinding.Conflict
                || finding instanceof MigrationFinding.Rejected
                || (finding instanceof MigrationFinding.Removed removed
                    && removed.isOfOthers(server)));
  }
}
