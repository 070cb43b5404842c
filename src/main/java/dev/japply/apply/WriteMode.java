package dev.japply.apply;

import java.util.Set;

/// Difference between applying an object, a dry run, a diff, a plan and an edit of an annotation,
/// as data for [ObjectLoop].
///
/// @param warns whether a missing last-applied annotation is reported
/// @param newNamespaces namespaces that come in the same set of manifests
record WriteMode(Reads reads, Send send, boolean warns, Set<String> newNamespaces) {
  enum Reads {
    /// Before every attempt.
    ALWAYS,
    /// Before every attempt until a response is lost, so that the object before the write is kept.
    UNTIL_LOST_RESPONSE,
    /// As [#UNTIL_LOST_RESPONSE] if the user may read the object, else never.
    IF_ALLOWED,
    /// Once, if a bulk read has the object; no request for one object.
    BULK
  }

  /// Handling of the planned write.
  enum Send {
    /// The write is sent, on a dry run of the server as a dry run.
    WRITE,
    /// Nothing is sent: the planned object is the result.
    CLIENT_DRY_RUN,
    /// A dry run is sent. Where the server cannot do one, the local merge is the result.
    SERVER_ELSE_LOCAL,
    /// Nothing is sent: the result is the local merge, in the form that a server stores.
    LOCAL
  }

  WriteMode {
    newNamespaces = Set.copyOf(newNamespaces);
  }

  /// Mode for applying objects by patches from the client.
  static WriteMode clientSide(DryRun dryRun) {
    Send send = dryRun == DryRun.CLIENT ? Send.CLIENT_DRY_RUN : Send.WRITE;
    return new WriteMode(Reads.ALWAYS, send, true, Set.of());
  }

  /// Mode for a write that follows from the live object, and leaves the annotation to others: an
  /// undo, a stored plan of server-side apply, owners of fields.
  static WriteMode onto(DryRun dryRun) {
    WriteMode apply = clientSide(dryRun);
    return new WriteMode(apply.reads(), apply.send(), false, Set.of());
  }

  /// Mode for server-side apply.
  static WriteMode serverSide(Reads reads) {
    return new WriteMode(reads, Send.WRITE, false, Set.of());
  }

  /// Mode for a diff or a plan.
  static WriteMode preview(DryRun dryRun, Set<String> newNamespaces) {
    Send send = dryRun == DryRun.CLIENT ? Send.LOCAL : Send.SERVER_ELSE_LOCAL;
    return new WriteMode(Reads.ALWAYS, send, false, newNamespaces);
  }

  /// Returns this mode with a read before every attempt.
  WriteMode reading() {
    return new WriteMode(Reads.ALWAYS, send, warns, newNamespaces);
  }

  /// Whether the result is only shown.
  boolean isPreview() {
    return send == Send.SERVER_ELSE_LOCAL || send == Send.LOCAL;
  }
}
