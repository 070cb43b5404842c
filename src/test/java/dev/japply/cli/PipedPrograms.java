package dev.japply.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.japply.cli.flags.Console;
import dev.japply.cli.flags.ProcessRunner;
import dev.japply.io.Cancellation;
import java.io.IOException;
import java.util.List;

/// Programs whose output goes to a console, and who see no other environment than its.
///
/// @param console where it goes
public record PipedPrograms(Console console) implements ProcessRunner {

  private Process start(List<String> command) throws IOException {
    var builder = new ProcessBuilder(command);
    builder.environment().clear();
    builder.environment().putAll(console.environment());
    Process process = builder.start();
    process.getOutputStream().close();
    return process;
  }

  @Override
  public Printed print(List<String> command, Cancellation stop) throws IOException {
    Process process = start(command);
    Printed printed = ProcessRunner.printed(process, stop);
    tellErrors(process);
    return printed;
  }

  private void tellErrors(Process process) throws IOException {
    new String(process.getErrorStream().readAllBytes(), UTF_8)
        .lines()
        .forEach(console.err()::printLine);
  }

  @Override
  public int run(List<String> command, Cancellation stop) throws IOException {
    Process process = start(command);
    console.data().print(new String(process.getInputStream().readAllBytes(), UTF_8));
    tellErrors(process);
    return ProcessRunner.await(process, stop);
  }
}
