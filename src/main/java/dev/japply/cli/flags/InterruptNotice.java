package dev.japply.cli.flags;

/// What is said when a run was interrupted: by the run, or, where that does not come to it in time,
/// by the thread that ends the process. It is said once.
public final class InterruptNotice {
  /// The words when nothing was sent that changes something.
  public static final String NOTHING_CHANGED = "interrupted: nothing was changed";

  private boolean given;

  /// Runs `print`, unless the notice was given before. While one thread prints, others wait.
  public synchronized void give(Runnable print) {
    if (!given) {
      given = true;
      print.run();
    }
  }
}
