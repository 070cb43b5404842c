package dev.japply.cli.diff;

import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.Console;
import dev.japply.cli.flags.ProcessRunner;
import dev.japply.cli.flags.ShellWords;
import dev.japply.diff.FilePair;
import dev.japply.io.Cancellation;
import dev.japply.io.FileErrors;
import dev.japply.io.FileOwnership;
import dev.japply.plan.Compatibility;
import dev.japply.plan.Difference;
import dev.japply.problem.ExitCode;
import dev.japply.problem.JapplyException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// Compares with the program from `KUBECTL_EXTERNAL_DIFF`. Writes the objects to two directories
/// and removes them afterwards.
///
/// @param command the program and its arguments
/// @param directoriesFirst whether the directories precede the other arguments
public record ExternalDiff(List<String> command, boolean directoriesFirst) {
  private static final String VARIABLE = "KUBECTL_EXTERNAL_DIFF";

  public ExternalDiff {
    command = List.copyOf(command);
  }

  /// Whether the user configured a program.
  public static boolean wanted(Console console) {
    return !console.variable(VARIABLE).isBlank();
  }

  /// Returns the configured program. Splits the arguments as a shell does. In kubectl's mode,
  /// splits at every space, drops arguments with unusual characters and places the others after the
  /// directories.
  public static ExternalDiff of(Console console, Compatibility compatibility) {
    String line = console.variable(VARIABLE);
    return compatibility.allows(Difference.SPLITS_DIFF_PROGRAM_AS_SHELL)
        ? new ExternalDiff(ShellWords.of(VARIABLE, line), false)
        : new ExternalDiff(kubectlWords(line), true);
  }

  private static List<String> kubectlWords(String line) {
    List<String> words = Arrays.asList(line.split(" ", -1));
    var kept = new ArrayList<>(words.subList(0, 1));
    words.stream().skip(1).filter(word -> word.matches("[a-zA-Z0-9=-]+")).forEach(kept::add);
    return kept;
  }

  /// Runs the program. Its exit status decides whether there are differences.
  public ExitCode run(CommandContext context, Cancellation cancellation, List<FilePair> pairs) {
    List<Path> made = new ArrayList<>();
    try {
      Path live = directory(context.console(), "LIVE-", made);
      Path merged = directory(context.console(), "MERGED-", made);
      for (FilePair pair : pairs) {
        write(live.resolve(pair.name()), pair.before());
        write(merged.resolve(pair.name()), pair.after());
      }
      context.console().flush();
      return run(context.programs(), cancellation, List.of(live.toString(), merged.toString()));
    } catch (IOException e) {
      throw failure("cannot write the files to compare: " + e.getMessage());
    } finally {
      made.forEach(ExternalDiff::delete);
    }
  }

  private static Path directory(Console console, String prefix, List<Path> made)
      throws IOException {
    Path parent = console.temporaryDirectory();
    Path directory =
        Files.createTempDirectory(parent, prefix, FileOwnership.privateDirectory(parent));
    made.add(directory);
    return directory;
  }

  private static void write(Path file, String text) throws IOException {
    Files.writeString(Files.createFile(file, FileOwnership.privateFile(file)), text);
  }

  private ExitCode run(
      ProcessRunner programs, Cancellation cancellation, List<String> directories) {
    var all = new ArrayList<>(command);
    all.addAll(directoriesFirst ? 1 : all.size(), directories);
    String program = command.getFirst();
    try {
      return exit(program, programs.run(all, cancellation), cancellation);
    } catch (IOException e) {
      throw failure("failed to run \"%s\": %s".formatted(program, FileErrors.ofStart(e)));
    }
  }

  private static ExitCode exit(String program, int status, Cancellation cancellation) {
    return switch (status) {
      case 0 -> ExitCode.OK;
      case 1 -> ExitCode.FAILED;
      default -> {
        if (cancellation.requested()) {
          yield ExitCode.INTERRUPTED;
        }
        throw failure("failed to run \"%s\": exit status %d".formatted(program, status));
      }
    };
  }

  private static JapplyException failure(String what) {
    String hint = "see " + VARIABLE;
    return new JapplyException(what, hint);
  }

  private static void delete(Path directory) {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
