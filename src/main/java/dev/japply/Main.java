package dev.japply;

import dev.japply.cli.Japply;
import dev.japply.cli.Japply.InternalFailure;
import dev.japply.cli.RealConnector;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.CommandContext.InterruptNotice;
import dev.japply.cli.flags.Console;
import dev.japply.cli.flags.Console.Terminals;
import dev.japply.io.Cancellation;
import dev.japply.io.CancellationSource;
import dev.japply.problem.ExitCode;
import dev.japply.tree.Json;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The program: real streams, signals, and the one exit.
public final class Main {
  /// The prefix of variables that the launcher hides.
  private static final String KEPT = "JAPPLY_KEPT_";

  private Main() {}

  /// Runs japply and ends the process with its status.
  public static void main(String[] args) {
    new Run(args).start();
  }

  /// The thread of the program. Deeply nested values need more stack than the first thread has.
  static class Run extends Thread {
    private final String[] args;

    Run(String[] args) {
      super(null, null, "run", Json.STACK);
      this.args = args;
    }

    @Override
    public void run() {
      int status = ExitCode.FAILED.status();
      try {
        status = Main.run(args);
      } catch (Exception | Error e) {
        printCrash(e, args);
      }
      System.err.flush();
      end(status);
    }

    /// Ends the process. All output is written and no shutdown hook has work left, so the process
    /// does not go through the steps of an orderly exit.
    void end(int status) {
      Runtime.getRuntime().halt(status);
    }
  }

  /// Runs japply with the process's streams and returns its exit status.
  static int run(String[] args) {
    Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> printCrash(failure, args));
    // fabric8's log goes nowhere. To look for where it may go takes time.
    System.setProperty("slf4j.provider", "org.slf4j.nop.NOPServiceProvider");
    System.setProperty("slf4j.internal.verbosity", "ERROR");
    // Types that no flag has, which picocli would look for.
    System.setProperty("picocli.converters.excludes", ".*");
    var cancellation = new CancellationSource();
    var notice = new InterruptNotice();
    var interrupts = new Interrupts(cancellation, notice, System.err);
    interrupts.listen();
    int status;
    try {
      status = run(args, cancellation, notice);
    } catch (InternalFailure e) {
      printCrash(Objects.requireNonNull(e.getCause()), args);
      status = e.status().status();
    }
    interrupts.done();
    return status;
  }

  /// Checks whether the arguments request verbose output.
  private static boolean isVerbose(String[] args) {
    return Arrays.stream(args).anyMatch(arg -> arg.matches("--?v(=[^0].*)?"));
  }

  private static void printCrash(Throwable failure, String[] args) {
    CrashReport.lines(failure, isVerbose(args)).forEach(System.err::println);
  }

  /// Returns the environment as the user has it: the launcher hides options for the Java of other
  /// programs from the Java that runs japply.
  private static Map<String, String> environment(Map<String, String> own) {
    var environment = new HashMap<String, String>();
    for (Map.Entry<String, String> variable : own.entrySet()) {
      String name = variable.getKey();
      environment.put(
          name.startsWith(KEPT) ? name.substring(KEPT.length()) : name, variable.getValue());
    }
    return environment;
  }

  private static int run(String[] args, Cancellation cancellation, InterruptNotice notice) {
    var terminals = Terminals.parse(System.getProperty("japply.terminals", ""));
    // System.out keeps to itself that it could not write.
    var out = new FileOutputStream(FileDescriptor.out);
    Console console =
        Console.of(environment(System.getenv()), System.in, out, System.err).with(terminals);
    console.screen().ofProcess();
    String program = System.getProperty("japply.program", "japply");
    return new Japply(
            new CommandContext(console, new RealConnector()), cancellation, notice, program)
        .run(List.of(args));
  }
}
