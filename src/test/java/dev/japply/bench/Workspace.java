package dev.japply.bench;

import dev.japply.bench.Command.Outcome;
import dev.japply.bench.Sample.Traffic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// A set of objects that one tool keeps in a namespace of its own.
final class Workspace {
  /// The sizes for which japply gets the heap that it must do with.
  private static final Map<Integer, String> HEAPS = Map.of(10_000, "-Xmx256m", 50_000, "-Xmx384m");

  private static final String KINDS = "configmaps,services,deployments,serviceaccounts";

  private static final String CHART = "apiVersion: v2\nname: web\nversion: 1.0.0\n";

  private static final Pattern CREATED = Pattern.compile(" created$", Pattern.MULTILINE);
  private static final Pattern UNCHANGED = Pattern.compile(" unchanged$", Pattern.MULTILINE);
  private static final Pattern CONFIGURED = Pattern.compile(" configured$", Pattern.MULTILINE);
  private static final Pattern APPLIED = Pattern.compile(" serverside-applied$", Pattern.MULTILINE);
  private static final Pattern DIFFERENCE =
      Pattern.compile("^\\+\\+\\+ .*MERGED", Pattern.MULTILINE);

  private static final Pattern CHANGING = Pattern.compile("^~ ", Pattern.MULTILINE);

  private final Tool tool;
  private final String executable;
  private final Server server;
  private final Command command;
  private final boolean serverSide;
  private final String namespace;
  private final Path directory;
  private Objects live;

  /// @param name of the namespace, which is created, and of the directory in `parent`
  Workspace(Tool tool, String executable, int count, Stage stage, String name) throws IOException {
    this.tool = tool;
    this.executable = executable;
    this.server = stage.server();
    this.command = stage.command();
    this.serverSide = stage.serverSide();
    this.namespace = name;
    this.directory = stage.directory().resolve(name);
    this.live = Objects.of(count);
    server.kubectl("create", "namespace", name);
  }

  /// Where tools work: on which server, run by what, with their files where.
  ///
  /// @param serverSide whether they use server-side apply
  record Stage(Server server, Command command, Path directory, boolean serverSide) {}

  Tool tool() {
    return tool;
  }

  /// Carries a step out, and makes sure that it did what it is measured for.
  Sample run(Step step) throws IOException {
    int count = live.count();
    Objects wanted = live.changed(step.changes(count));
    write(wanted);
    var line = new ArrayList<>(List.of(executable));
    line.addAll(tool.arguments(step, namespace, directory.toString()));
    line.addAll(serverSide ? tool.serverSide() : List.of());
    Traffic before = server.traffic();
    Outcome outcome = command.run(line, variables(step), step.status());
    Traffic traffic = server.traffic().since(before);
    check(step, outcome.out());
    if (step.writes()) {
      live = wanted;
    }
    return Sample.of(new Case(count, step), tool, outcome.measured(), traffic);
  }

  private Map<String, String> variables(Step step) throws IOException {
    if (step == Step.FIRST) {
      return Map.of("HOME", Files.createTempDirectory(directory.getParent(), "home").toString());
    }
    String heap = HEAPS.get(live.count());
    return tool == Tool.JAPPLY && heap != null ? Map.of("JAPPLY_JAVA_OPTIONS", heap) : Map.of();
  }

  private void write(Objects objects) throws IOException {
    if (tool == Tool.HELM) {
      objects.writeTo(directory.resolve("templates"));
      Files.writeString(directory.resolve("Chart.yaml"), CHART);
    } else {
      objects.writeTo(directory);
    }
  }

  private void check(Step step, String out) throws IOException {
    int count = live.count();
    int changes = step.changes(count);
    if (tool.tellsEachObject() && serverSide && step.writes()) {
      require(step, APPLIED, out, count);
    } else if (tool.tellsEachObject()) {
      switch (step) {
        case CREATED -> require(step, CREATED, out, count);
        case DIFF -> require(step, DIFFERENCE, out, changes);
        case PLAN, WHY -> require(step, CHANGING, out, changes);
        case BUILD, NESTED, VERSION, HELP, COMPLETION ->
            throw new IllegalStateException("not on a server");
        case UNCHANGED, FIRST, HALF, FEW -> {
          require(step, UNCHANGED, out, count - changes);
          require(step, CONFIGURED, out, changes);
        }
      }
    } else if (step == Step.CREATED) {
      String names = server.kubectl("get", KINDS, "--namespace", namespace, "-o", "name");
      require(step, Pattern.compile("^", Pattern.MULTILINE), names, count);
    }
  }

  private void require(Step step, Pattern pattern, String out, int count) throws IOException {
    long found = pattern.matcher(out).results().count();
    if (found != count) {
      throw new IOException(
          "%s, %s: %d times \"%s\", which must be %d"
              .formatted(tool, new Case(live.count(), step), found, pattern, count));
    }
  }
}
