package dev.japply;

import dev.japply.cli.flags.CommandContext.InterruptNotice;
import dev.japply.io.CancellationSource;
import dev.japply.problem.ExitCode;
import java.io.PrintStream;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Handles Ctrl-C, SIGTERM and SIGHUP. The first signal cancels the run: a write in progress may
/// finish, reads are interrupted, and the run reports its results. The second signal also
/// interrupts the write.
final class Interrupts {
  /// Time limit for writes in progress. Build systems kill a job a few seconds after the first
  /// signal.
  private static final Duration GRACE = Duration.ofSeconds(5);

  /// Time limit for the run to report its results after it was interrupted.
  private static final Duration FINAL_MESSAGE = Duration.ofSeconds(2);

  /// Time limit if there is nothing to report. A read from a pipe cannot be interrupted.
  private static final Duration NO_MESSAGE = Duration.ofMillis(300);

  private final CancellationSource cancellation;
  private final InterruptNotice notice;
  private final PrintStream err;
  private final Thread run;
  private final CountDownLatch done = new CountDownLatch(1);

  /// Creates a handler that interrupts the current thread.
  Interrupts(CancellationSource cancellation, InterruptNotice notice, PrintStream err) {
    this.cancellation = cancellation;
    this.notice = notice;
    this.err = err;
    this.run = Thread.currentThread();
  }

  /// Installs the signal handlers. Java has no public API for a second signal; without the private
  /// one, a shutdown hook handles the first signal only.
  void listen() {
    try {
      for (String signal : List.of("INT", "TERM", "HUP")) {
        handle(signal);
      }
    } catch (ReflectiveOperationException | IllegalArgumentException e) {
      Runtime.getRuntime().addShutdownHook(new Thread(this::ending));
    }
  }

  /// Also runs at the program's own exit.
  private void ending() {
    if (done.getCount() > 0) {
      signalled();
      endOthers();
      halt();
    }
  }

  /// Marks the run as finished, so that later signals have no effect.
  void done() {
    done.countDown();
  }

  /// Installs the handler for one signal.
  private void handle(String name) throws ReflectiveOperationException {
    var listener = new Listener(this);
    if (listener.install(name)) {
      return;
    }
    Class<?> signal = Class.forName("sun.misc.Signal");
    Class<?> handler = Class.forName("sun.misc.SignalHandler");
    Object proxy =
        Proxy.newProxyInstance(
            Interrupts.class.getClassLoader(), new Class<?>[] {handler}, listener);
    signal
        .getMethod("handle", signal, handler)
        .invoke(null, signal.getConstructor(String.class).newInstance(name), proxy);
  }

  /// Receives signals. javac cannot compile a `sun.misc.SignalHandler` without a warning, so `make
  /// dist` adds that interface to this class. Without it, a proxy is needed, whose class would be
  /// made on every start.
  private static final class Listener implements InvocationHandler {
    private final Interrupts interrupts;

    Listener(Interrupts interrupts) {
      this.interrupts = interrupts;
    }

    /// Installs this as the signal's handler; false if this class is none. `make dist` replaces
    /// this method.
    @SuppressWarnings("UnusedVariable")
    boolean install(String signal) {
      return false;
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] args) {
      if (method.getName().equals("handle")) {
        signalled();
      }
      return null;
    }

    private void signalled() {
      interrupts.signalled();
    }
  }

  private void signalled() {
    if (done.getCount() == 0) {
      return;
    }
    cancellation.cancel();
    cancellation.awaitSections(GRACE);
    cancellation.expire();
    run.interrupt();
    if (!ended(cancellation.entered() ? FINAL_MESSAGE : NO_MESSAGE)) {
      endOthers();
      // Right before the end, since the run may still print its own message.
      notice.print(this::printFinalMessage);
      halt();
    }
  }

  /// Ends the programs that this one has started, such as a credential plugin.
  private static void endOthers() {
    ProcessHandle.current().descendants().forEach(ProcessHandle::destroy);
  }

  private static void halt() {
    Runtime.getRuntime().halt(ExitCode.INTERRUPTED.status());
  }

  private void printFinalMessage() {
    err.print((cancellation.entered() ? "interrupted" : InterruptNotice.NOTHING_CHANGED) + "\n");
    err.flush();
  }

  private boolean ended(Duration limit) {
    try {
      return done.await(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      return false;
    }
  }
}
