package dev.japply.problem;

/// The exit statuses of every command, in one place.
public enum ExitCode {
  /// All done; `diff`: no difference.
  OK(0),
  /// Something failed, usage errors included; `diff`: differences.
  FAILED(1),
  /// `diff`: an error of any kind.
  DIFF_ERROR(2),
  /// `pkg update`: both sides changed something.
  CONFLICTS(3),
  /// Applied, but not ready in time, or it can no longer become ready.
  NOT_READY(4),
  /// `apply --exit-code`: all done, and something changed.
  CHANGED(10),
  /// Ended by Ctrl-C or SIGTERM.
  INTERRUPTED(130);

  private final int status;

  ExitCode(int status) {
    this.status = status;
  }

  public int status() {
    return status;
  }
}
