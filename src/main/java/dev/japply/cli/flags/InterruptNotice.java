package dev.japply.cli.flags;

/// The message about an interrupted run. Printed once: by the run, or by the thread that ends the
/// process if the run is too slow.
public final class InterruptNotice {
  /// The message if no write was sent.
  public static final String NOTHING_CHANGED = "interrupted: nothing was changed";

  private boolean given;

  /// Runs `print`, unless the message was printed before. Other threads wait meanwhile.
  public synchronized void print(Runnable print) {
    if (!given) {
      given = true;
      print.run();
    }
  }
}
