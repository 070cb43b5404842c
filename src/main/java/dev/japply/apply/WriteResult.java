package dev.japply.apply;

import dev.japply.apply.Writer.WriteRequest.Kind;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ServerProblems;
import dev.japply.cluster.ServerSideProblems;
import dev.japply.object.KubeObject;
import dev.japply.object.SecretValues;
import dev.japply.problem.Problem;
import dev.japply.tree.Value.MapValue;
import java.util.Optional;
import java.util.regex.Pattern;

/// Result of one attempt to write an object, or of all attempts. A status and a message of the
/// server are read here and nowhere else.
public sealed interface WriteResult {
  int INTERNAL_ERROR = 500;

  /// The server has carried out the write.
  record Stored(MapValue object) implements WriteResult {}

  /// Nothing was sent, because the run is to end.
  record Cancelled() implements WriteResult, ObjectLoop.End {}

  /// No attempt has shown whether an earlier one was carried out.
  record Unknown(Problem problem) implements WriteResult, ObjectLoop.End {
    private static final String NOT_KNOWN =
        "whether the server carried out the request is not known";
    private static final String AGAIN = "apply again: nothing is done twice";

    /// Returns the problem if the run was ended before the response to `verb`.
    static Problem withoutResponse(KubeObject desired, String verb) {
      String what = "unknown: the %s was sent, and there is no response yet".formatted(verb);
      return desired.error(what, AGAIN);
    }

    /// Returns the problem if japply itself failed after it had sent a request.
    static Problem cutOff(KubeObject desired) {
      return desired.error("unknown: japply failed before the end; " + NOT_KNOWN, AGAIN);
    }

    /// Reports that the response to a write was lost by the failure `lost`, and `then` kept the
    /// outcome unknown.
    static Problem unresolved(KubeObject desired, ClusterException lost, String then) {
      String sentence = ServerProblems.sentence(lost);
      String known = sentence.contains(NOT_KNOWN) ? sentence : sentence + "; " + NOT_KNOWN;
      String what = SecretValues.scrubbed("unknown: " + known + "; " + then, desired);
      return desired.error(what, AGAIN);
    }
  }

  sealed interface Failed extends WriteResult {
    ClusterException failure();
  }

  /// Nothing was sent, because a read before the write failed.
  record NotSent(ClusterException failure) implements Failed {}

  /// The server refused the write or never received it.
  record Rejected(ClusterException failure) implements Failed {}

  /// The object to delete does not exist.
  record Gone(ClusterException failure) implements Failed {}

  /// The write was not carried out, because the object has changed since it was read.
  record Changed(Kind kind, ClusterException failure) implements Failed {}

  /// The server did not look at the write (429).
  record Busy(ClusterException failure) implements Failed {}

  /// The write was not carried out, because its admission is not ready.
  record NotReady(WebhookNotReady webhook, ClusterException failure) implements Failed {}

  /// The write may have been carried out.
  sealed interface Uncertain extends Failed {
    Kind kind();
  }

  /// The outcome is unknown: the connection broke, the response is about something else, or a proxy
  /// responded for the server. The write may also be carried out later.
  record NoResponse(Kind kind, ClusterException failure) implements Uncertain {}

  /// The server failed inside. It stores nothing later, but may have stored the object before.
  record ServerError(Kind kind, ClusterException failure) implements Uncertain {}

  /// Messages of refusals with the status 500: the server has stored nothing.
  Pattern BEFORE_STORAGE =
      Pattern.compile(
          "failed calling webhook|denied the request|not yet ready to handle request"
              + "|failed to create typed |failed to convert (?:new|live|merged) object"
              + "|request to convert CR to an invalid group/version"
              + "|request is too large|larger than max");

  /// Messages about a DELETE of another object, or of another version of it.
  Pattern PRECONDITION = Pattern.compile("(?:UID|ResourceVersion) in (?:the )?precondition");

  /// Returns the result of a write that failed with `e`.
  static Failed of(Kind kind, ClusterException e) {
    if (isUnknown(e)) {
      return new NoResponse(kind, e);
    }
    if (e.status() == 429) {
      return new Busy(e);
    }
    Optional<WebhookNotReady> webhook = WebhookNotReady.of(e);
    if (webhook.isPresent()) {
      return new NotReady(webhook.get(), e);
    }
    if (e.status() == INTERNAL_ERROR && !isBeforeStorage(e)) {
      return new ServerError(kind, e);
    }
    boolean changed =
        switch (kind) {
          case POST -> ServerProblems.alreadyExists(e) || e.isConflict();
          case PATCH -> e.isNotFound() || e.isConflict();
          case APPLY -> e.isConflict() && !ServerSideProblems.isOwnership(e);
          case DELETE -> e.isConflict() && isOfPrecondition(e);
        };
    if (changed) {
      return new Changed(kind, e);
    }
    return kind == Kind.DELETE && e.isNotFound() ? new Gone(e) : new Rejected(e);
  }

  private static boolean isUnknown(ClusterException e) {
    return switch (e.kind()) {
      case BROKEN, TIMEOUT, UNEXPECTED, TOO_LARGE -> true;
      case RESPONDED ->
          isFromProxy(e.status())
              || (isFromStorage(e) && !isBeforeStorage(e))
              || isFromConversion(e);
      case UNAUTHORIZED, CONFIGURATION, REFUSED, UNKNOWN_HOST, UNREACHABLE, TLS, CUT, UNRECORDED ->
          false;
    };
  }

  private static boolean isFromProxy(int status) {
    return status == 502 || status == 503 || status == 504;
  }

  /// Whether the API server gave up on etcd, which may write all the same.
  private static boolean isFromStorage(ClusterException e) {
    return e.status() == INTERNAL_ERROR && String.valueOf(e.getMessage()).contains("etcdserver: ");
  }

  /// Whether the sent object, or the stored one in the response, could not be converted.
  private static boolean isFromConversion(ClusterException e) {
    return e.status() == INTERNAL_ERROR
        && String.valueOf(e.getMessage()).contains("conversion webhook for ");
  }

  private static boolean isBeforeStorage(ClusterException e) {
    return BEFORE_STORAGE.matcher(String.valueOf(e.getMessage())).find();
  }

  /// Whether the server found another object of that name, or another version of it; other
  /// conflicts are refusals. The message differs between the check before the storage request and
  /// the one in it.
  private static boolean isOfPrecondition(ClusterException e) {
    return PRECONDITION.matcher(String.valueOf(e.getMessage())).find();
  }
}
