package dev.japply;

import dev.japply.cli.Console;
import dev.japply.cli.Console.Terminals;
import dev.japply.cli.Japply;
import dev.japply.cli.World;
import dev.japply.execute.Stop;
import dev.japply.problem.ExitCode;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// The program: real streams, signals, and the one exit.
public final class Main {
  /// How long a request that is under way may still take after Ctrl-C.
  private static final long GRACE_SECONDS = 30;

  private Main() {}

  /// Runs japply and ends the process with its status.
  public static void main(String[] args) {
    // The JDK's HTTP client takes this to be unsafe, but proxies of clusters ask for it.
    System.setProperty("jdk.http.auth.tunneling.disabledSchemes", "");
    var stop = new Stop.Switch();
    var done = new CountDownLatch(1);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> interrupt(stop, done)));
    int status = run(args, stop);
    done.countDown();
    System.exit(status);
  }

  private static int run(String[] args, Stop stop) {
    var terminals = Terminals.parse(System.getProperty("japply.terminals", ""));
    Console console =
        Console.of(System.getenv(), System.in, System.out, System.err).with(terminals);
    return new Japply(World.of(console), stop).run(List.of(args));
  }

  /// Runs when the process is told to end, and also at its own exit, when nothing is left to do. A
  /// hook cannot change the status of a signal other than by halting.
  private static void interrupt(Stop.Switch stop, CountDownLatch done) {
    if (done.getCount() == 0) {
      return;
    }
    stop.request();
    try {
      var unused = done.await(GRACE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Runtime.getRuntime().halt(ExitCode.INTERRUPTED.status());
  }
}
