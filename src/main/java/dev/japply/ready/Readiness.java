package dev.japply.ready;

/// The readiness of an object: its status and a short explanation.
///
/// @param message a few words on the present or missing state
public record Readiness(Status status, String message) {

  /// The statuses of kstatus, with their names.
  ///
  /// <https://github.com/kubernetes-sigs/cli-utils/blob/master/pkg/kstatus/README.md>
  public enum Status {
    /// The object has the desired state.
    CURRENT("Current"),
    /// The controller is still reconciling the object.
    IN_PROGRESS("InProgress"),
    /// The controller has given up, or has failed repeatedly.
    FAILED("Failed"),
    /// The object is being deleted.
    TERMINATING("Terminating"),
    /// The object does not exist.
    NOT_FOUND("NotFound");

    private final String word;

    Status(String word) {
      this.word = word;
    }

    public String word() {
      return word;
    }
  }

  /// The readiness of an object that does not exist.
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

  /// Returns the readiness of a workload that has a Pod which cannot run.
  Readiness blocked() {
    return failed(message + ", and a Pod cannot run");
  }

  public boolean isCurrent() {
    return status == Status.CURRENT;
  }

  public boolean isFailed() {
    return status == Status.FAILED;
  }
}
