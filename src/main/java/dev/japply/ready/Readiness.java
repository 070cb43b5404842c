package dev.japply.ready;

/// How far an object is on its way to what its manifest asks for.
///
/// @param message what it has or lacks, in a few words
public record Readiness(Status status, String message) {

  /// The statuses of kstatus, by its names.
  ///
  /// <https://github.com/kubernetes-sigs/cli-utils/blob/master/pkg/kstatus/README.md>
  public enum Status {
    /// It is as it should be.
    CURRENT("Current"),
    /// Its controller is still at work.
    IN_PROGRESS("InProgress"),
    /// Its controller has given up, or has failed again and again.
    FAILED("Failed"),
    /// It is being deleted.
    TERMINATING("Terminating"),
    /// It is not there.
    NOT_FOUND("NotFound");

    private final String word;

    Status(String word) {
      this.word = word;
    }

    public String word() {
      return word;
    }
  }

  /// Of an object that is not there.
  public static final Readiness NOT_FOUND = new Readiness(Status.NOT_FOUND, "it is not there");

  static Readiness current(String message) {
    return new Readiness(Status.CURRENT, message);
  }

  static Readiness inProgress(String message) {
    return new Readiness(Status.IN_PROGRESS, message);
  }

  static Readiness failed(String message) {
    return new Readiness(Status.FAILED, message);
  }

  /// The same of a workload that has a Pod which cannot run.
  Readiness blocked() {
    return failed(message + ", and a Pod cannot run");
  }

  boolean isCurrent() {
    return status == Status.CURRENT;
  }

  public boolean isFailed() {
    return status == Status.FAILED;
  }
}
