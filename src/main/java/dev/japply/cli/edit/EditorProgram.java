package dev.japply.cli.edit;

import dev.japply.cli.edit.EditSession.Editor;
import dev.japply.io.Cancellation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// The editor that the environment names, found as kubectl finds it: `KUBE_EDITOR`, `EDITOR`, else
/// `vi`, on Windows `notepad`. It gets the terminal of this program.
///
/// A command with spaces is split at them; one that also has quotes or backslashes goes to the
/// user's shell.
///
/// @param command the program and its arguments
/// @param shell whether the last argument is a line for a shell
record EditorProgram(
    List<String> command, boolean shell, Map<String, String> environment, Cancellation cancellation)
    implements Editor {
  private static final long LOOK_EVERY_MILLIS = 100;

  /// Time limit for the editor to exit by itself after Ctrl-C, which it receives, too.
  private static final long GRACE_MILLIS = 2000;

  public EditorProgram {
    command = List.copyOf(command);
    environment = Map.copyOf(environment);
  }

  static EditorProgram of(
      Map<String, String> environment, boolean windows, Cancellation cancellation) {
    String editor = environment.getOrDefault("KUBE_EDITOR", "");
    editor = editor.isEmpty() ? environment.getOrDefault("EDITOR", "") : editor;
    editor = editor.isEmpty() ? (windows ? "notepad" : "vi") : editor;
    if (!editor.contains(" ")) {
      return new EditorProgram(List.of(editor), false, environment, cancellation);
    }
    if (editor.chars().noneMatch(c -> "\"'\\".indexOf(c) >= 0)) {
      List<String> words = List.of(editor.split(" ")).stream().filter(w -> !w.isEmpty()).toList();
      return new EditorProgram(words, false, environment, cancellation);
    }
    String shell = environment.getOrDefault("SHELL", "");
    shell = shell.isEmpty() ? (windows ? "cmd" : "/bin/bash") : shell;
    String flag = shell.equals("cmd") ? "/C" : "-c";
    return new EditorProgram(List.of(shell, flag, editor), true, environment, cancellation);
  }

  List<String> commandLine(Path file) {
    var line = new ArrayList<>(command);
    String path = file.toAbsolutePath().toString();
    if (shell) {
      line.set(line.size() - 1, command.getLast() + " \"" + path + "\"");
    } else {
      line.add(path);
    }
    return line;
  }

  @Override
  public void open(Path file) throws IOException {
    var builder = new ProcessBuilder(commandLine(file)).inheritIO();
    builder.environment().clear();
    builder.environment().putAll(environment);
    Process running;
    try {
      running = builder.start();
    } catch (IOException e) {
      throw new IOException("unable to launch the editor \"%s\"".formatted(name()), e);
    }
    if (end(running) != 0) {
      throw new IOException("there was a problem with the editor \"%s\"".formatted(name()));
    }
  }

  private String name() {
    return String.join(" ", command);
  }

  /// Waits until the program exits, and returns its exit status.
  private int end(Process running) {
    try {
      while (!running.waitFor(LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS)) {
        if (cancellation.requested() && !running.waitFor(GRACE_MILLIS, TimeUnit.MILLISECONDS)) {
          running.destroy();
          return running.waitFor();
        }
      }
      return running.exitValue();
    } catch (InterruptedException e) {
      running.destroy();
      Thread.currentThread().interrupt();
      return -1;
    }
  }
}
