package dev.japply.plan;

import dev.japply.object.KubeObject;
import java.util.List;

/// What `apply --server-side` would do about an object that was applied on the client's side.
///
/// @param object the manifest, or what was applied last
/// @param clients who applied on the client's side
/// @param server who would apply on the server's
/// @param annotated whether the last-applied annotation is there
/// @param rules those for ignored fields that are about fields of it
public record MigrationStory(
    KubeObject object,
    State state,
    List<String> clients,
    String server,
    boolean annotated,
    List<String> rules,
    List<Finding> findings) {
  public MigrationStory {
    clients = List.copyOf(clients);
    rules = List.copyOf(rules);
    findings = List.copyOf(findings);
  }

  /// What there is to go over.
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
            finding instanceof Finding.Conflict
                || finding instanceof Finding.Rejected
                || finding instanceof Finding.Ignored);
  }
}
