package dev.japply.problem;

/// The exit statuses of all commands.
public enum ExitCode {
  /// Success; `diff`: no differences.
  OK(0),
  /// Something failed, usage errors included; `diff`: differences.
  FAILED(1),
  /// `diff`: an error of any kind.
  DIFF_ERROR(2),
  /// `pkg update`: both sides changed something.
  CONFLICTS(3),
  /// Applied, but not ready within the timeout, or unable to become ready.
  NOT_READY(4),
  /// `apply --exit-code`: success, and something changed.
  CHANGED(10),
  /// Ended by Ctrl-C, SIGTERM or SIGHUP.
  INTERRUPTED(130);

  private final int status;

  ExitCode(int status) {
    this.status = status;
  }

  public int status() {
    return status;
  }
}
