package dev.japply.execute;

import dev.japply.live.ClusterException;
import dev.japply.object.KubeObject;
import dev.japply.object.SecretMask;
import dev.japply.problem.Problem;
import dev.japply.refusal.ServerProblems;

/// Writes that may have been carried out though no answer says so.
final class LostAnswer {
  private static final int BUSY = 429;
  private static final String NOT_KNOWN = "whether the server carried out the request is not known";
  private static final String AGAIN =
      "apply again: what was done is then found, and not done twice";

  private LostAnswer() {}

  /// Whether the write that failed with `e` may have been carried out: the connection broke, the
  /// answer is about something else, or somebody on the way answered who does not know.
  static boolean mayBeDone(ClusterException e) {
    return switch (e.kind()) {
      case BROKEN, TIMEOUT, UNEXPECTED -> true;
      case ANSWERED -> onTheWay(e.status()) || fromStorage(e);
      case UNAUTHORIZED, CONFIGURATION, REFUSED, UNKNOWN_HOST, UNREACHABLE, TLS -> false;
    };
  }

  /// Whether the write that failed with `e` counts as not tried: the run is to end, and the server,
  /// which was busy, did not look at it.
  static boolean notTried(ClusterException e, Stop stop) {
    return e.status() == BUSY && stop.requested();
  }

  private static boolean onTheWay(int status) {
    return status == 502 || status == 503 || status == 504;
  }

  /// The API server gave up on etcd, which may write all the same.
  private static boolean fromStorage(ClusterException e) {
    return e.status() == 500 && String.valueOf(e.getMessage()).contains("etcdserver: ");
  }

  /// Whether to read again after a read that failed with `e`; after a time-out it took long enough.
  static boolean mayPass(ClusterException e) {
    return switch (e.kind()) {
      case BROKEN, REFUSED, UNEXPECTED -> true;
      case ANSWERED -> e.status() >= 500;
      case UNAUTHORIZED, CONFIGURATION, UNKNOWN_HOST, UNREACHABLE, TIMEOUT, TLS -> false;
    };
  }

  /// The run was ended while the answer to `verb` was awaited.
  static Problem unanswered(KubeObject desired, String verb) {
    String what = "unknown: the %s was sent, and there is no answer yet".formatted(verb);
    return Problem.error(desired.origin(), desired.key().subject(), what, AGAIN);
  }

  /// The write failed with `lost`, and then something kept japply from finding out.
  static Problem unresolved(KubeObject desired, ClusterException lost, String then) {
    String sentence = ServerProblems.sentence(lost);
    String known = sentence.contains(NOT_KNOWN) ? sentence : sentence + "; " + NOT_KNOWN;
    String what = SecretMask.scrubbed("unknown: " + known + "; " + then, desired.tree());
    return Problem.error(desired.origin(), desired.key().subject(), what, AGAIN);
  }
}
