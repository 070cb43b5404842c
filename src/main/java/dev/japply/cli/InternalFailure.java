package dev.japply.cli;

import dev.japply.problem.ExitCode;

/// A command has failed by a defect of japply.
public final class InternalFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ExitCode status;

  InternalFailure(Throwable cause, ExitCode status) {
    super(cause);
    this.status = status;
  }

  public ExitCode status() {
    return status;
  }
}
