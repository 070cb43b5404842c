package dev.japply;

import dev.japply.cancel.Cancellation;
import dev.japply.cancel.CancellationSource;
import dev.japply.cli.Japply;
import dev.japply.cli.RealConnector;
import dev.japply.cli.context.CommandContext;
import dev.japply.cli.context.Console;
import dev.japply.cli.context.Console.Terminals;
import dev.japply.cli.context.InterruptNotice;
import dev.japply.live.tls.NativeTls;
import dev.japply.tree.Json;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.util.List;

/// The program: real streams, signals, and the one exit.
public final class Main {
  private Main() {}

  /// Runs japply and ends the process with its status.
  public static void main(String[] args) {
    System.exit(run(args));
  }

  /// Runs japply with the process's streams, and answers its status.
  static int run(String[] args) {
    // fabric8's log goes nowhere. To look for where it may go takes time.
    System.setProperty("slf4j.provider", "org.slf4j.nop.NOPServiceProvider");
    System.setProperty("slf4j.internal.verbosity", "ERROR");
    // Types that no flag has, which picocli would look for.
    System.setProperty("picocli.converters.excludes", ".*");
    Thread.ofPlatform().daemon().name("prepare").start(Main::prepare);
    var cancellation = new CancellationSource();
    var notice = new InterruptNotice();
    var interrupts = new Interrupts(cancellation, notice, System.err);
    interrupts.listen();
    int status = run(args, cancellation, notice);
    interrupts.done();
    return status;
  }

  /// What will take its time when it is needed first, beside what comes before.
  private static void prepare() {
    NativeTls.load(System.getProperty("japply.tls", ""));
    Json.parse("0");
  }

  private static int run(String[] args, Cancellation cancellation, InterruptNotice notice) {
    var terminals = Terminals.parse(System.getProperty("japply.terminals", ""));
    // System.out keeps to itself that it could not write.
    var out = new FileOutputStream(FileDescriptor.out);
    Console console = Console.of(System.getenv(), System.in, out, System.err).with(terminals);
    String program = System.getProperty("japply.program", "japply");
    return new Japply(
            new CommandContext(console, new RealConnector()), cancellation, notice, program)
        .run(List.of(args));
  }
}
