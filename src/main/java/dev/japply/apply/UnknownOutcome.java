package dev.japply.apply;

import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ServerProblems;
import dev.japply.object.KubeObject;
import dev.japply.object.SecretValues;
import dev.japply.problem.Problem;

/// Problems about writes with an unknown outcome.
final class UnknownOutcome {
  private static final String NOT_KNOWN = "whether the server carried out the request is not known";
  private static final String AGAIN = "apply again: nothing is done twice";

  private UnknownOutcome() {}

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
