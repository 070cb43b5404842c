package dev.japply.kubectl;

import dev.japply.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// Something to run with arguments.
interface Tool {
  /// How long it may take.
  int SECONDS = 60;

  /// Puts a Pod's files in their place, and then runs the rest.
  String IN_POD =
      "mount -t tmpfs none $(readlink -f /var/run)"
          + " && mkdir -p /var/run/secrets/kubernetes.io"
          + " && cp -R pod /var/run/secrets/kubernetes.io/serviceaccount && exec \"$@\"";

  /// What it said.
  record Said(int status, String out, String err) {}

  /// What it runs in.
  record Setting(Path directory, Map<String, String> environment, String stdin) {}

  Said run(Setting setting, List<String> args) throws IOException, InterruptedException;

  /// The kubectl at a path.
  static Tool kubectl(Path program) {
    return command(List.of(program.toString()));
  }

  /// japply in a process of its own.
  static Tool japply() {
    return command(Program.command());
  }

  /// What a command starts.
  static Tool command(List<String> command) {
    return (setting, args) -> process(command, setting, args);
  }

  /// The same where the files of a Pod's service account are those of the directory `pod`, which
  /// takes Linux, and the right to make a user namespace.
  static Tool inPod(List<String> command) {
    var wrapped = new ArrayList<>(List.of("unshare", "-rm", "sh", "-c", IN_POD, "sh"));
    wrapped.addAll(command);
    return command(wrapped);
  }

  /// japply in this process, unless a program is named.
  static Tool inProcess() {
    return (setting, args) -> {
      Program.Said said = Program.run(setting.environment(), setting.stdin(), args);
      return new Said(said.status(), said.out(), said.err());
    };
  }

  private static Said process(List<String> command, Setting setting, List<String> args)
      throws IOException, InterruptedException {
    var builder =
        new ProcessBuilder(new ArrayList<>(command)).directory(setting.directory().toFile());
    builder.command().addAll(args);
    builder.environment().clear();
    builder.environment().putAll(setting.environment());
    Path in = Files.writeString(setting.directory().resolve(".in"), setting.stdin());
    Path out = setting.directory().resolve(".out");
    Path err = setting.directory().resolve(".err");
    Process process =
        builder
            .redirectInput(in.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IOException("still running: " + builder.command());
    }
    return new Said(process.exitValue(), Files.readString(out), Files.readString(err));
  }
}
