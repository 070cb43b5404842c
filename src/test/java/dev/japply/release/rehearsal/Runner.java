package dev.japply.release.rehearsal;

import static java.util.stream.Collectors.joining;

import dev.japply.release.Yaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// Plays a workflow as GitHub does: its jobs in their order, each in a directory of its own, its
/// steps by bash or by [Actions]. A job for another machine than this one is played with a stand-in
/// for what only that machine can build.
final class Runner {
  private static final List<String> WORKFLOW_SHELL = List.of("bash", "-e");
  private static final List<String> COMPOSITE_SHELL =
      List.of("bash", "--noprofile", "--norc", "-eo", "pipefail");

  private final Stage stage;
  private final Actions actions;
  private int runs;

  Runner(Stage stage) {
    this.stage = stage;
    this.actions = new Actions(stage);
  }

  /// A run of a job.
  ///
  /// @param work its directory
  /// @param temporary the directory of the runner's own files
  /// @param values the values of expressions
  /// @param environment the variables of each step
  record Run(
      Path work,
      Path temporary,
      Machine machine,
      Map<String, String> values,
      Map<String, String> environment) {}

  /// Plays all jobs.
  void play(Workflow workflow) throws IOException {
    Set<String> skipped = new HashSet<>();
    for (String job : workflow.jobs()) {
      boolean waits = workflow.needs(job).stream().anyMatch(skipped::contains);
      if (waits || !holds(workflow.job(job), values())) {
        stage.out().println("job " + job + ": skipped");
        skipped.add(job);
        continue;
      }
      for (Map<String, String> leg : workflow.legs(job)) {
        playJob(workflow, job, leg);
      }
    }
  }

  private void playJob(Workflow workflow, String name, Map<String, String> leg) throws IOException {
    Map<String, String> values = values();
    leg.forEach((key, value) -> values.put("matrix." + key, value));
    String label = Expression.filled(String.valueOf(workflow.job(name).get("runs-on")), values);
    String token = stage.server().token(workflow.permissions(name));
    Run run = start(Machine.of(label), values, token, workflow.permissions(name));
    stage
        .out()
        .printf(
            "job %s (%s)%s%n",
            name, label, run.machine().isHere() ? "" : ", with stand-ins for its machine");
    try {
      for (Map<String, Object> step : workflow.steps(name)) {
        playStep(run, step, run.work(), WORKFLOW_SHELL);
      }
    } catch (RehearsalException e) {
      throw new RehearsalException("job %s (%s): %s".formatted(name, label, e.getMessage()));
    }
  }

  private static boolean holds(Map<String, Object> part, Map<String, String> values) {
    return part.get("if") == null || Expression.holds(String.valueOf(part.get("if")), values);
  }

  private Map<String, String> values() {
    var values = new TreeMap<String, String>();
    values.put("github.ref_name", stage.tag());
    values.put("github.ref", "refs/tags/" + stage.tag());
    values.put("github.repository", stage.repository());
    values.put("github.server_url", stage.server().address());
    stage.variables().forEach((key, value) -> values.put("vars." + key, value));
    stage.secrets().forEach((key, value) -> values.put("secrets." + key, value));
    return values;
  }

  /// A runner as a job finds it.
  private Run start(
      Machine machine, Map<String, String> values, String token, Map<String, Object> permissions)
      throws IOException {
    Path root = stage.root().resolve("jobs/" + runs++);
    Path work = Files.createDirectories(root.resolve("work"));
    Path temporary = Files.createDirectories(root.resolve("temporary"));
    Path programs = Files.createDirectories(root.resolve("programs"));
    for (String program : List.of("gh", "skopeo", "docker", "cosign", "gpg")) {
      write(programs.resolve(program), stage.program("Programs", program + " \"$@\""));
    }
    if (!machine.isHere()) {
      write(programs.resolve("uname"), machine.uname());
      write(programs.resolve("brew"), "#!/bin/sh\n[ \"$1\" = install ]\n");
    }
    values.put("github.token", token);
    values.put("runner.os", machine.os());
    values.put("runner.temp", temporary.toString());
    Map<String, String> environment = Shell.environment();
    environment.put("PATH", programs + ":" + environment.get("PATH"));
    environment.put("CI", "true");
    environment.put("GITHUB_ACTIONS", "true");
    environment.put("GITHUB_REPOSITORY", stage.repository());
    environment.put("GITHUB_SERVER_URL", stage.server().address());
    environment.put(
        "GITHUB_WORKFLOW_REF",
        stage.repository() + "/.github/workflows/release.yml@refs/tags/" + stage.tag());
    environment.put("GITHUB_API_URL", stage.server().address() + "/api");
    environment.put("RUNNER_TEMP", temporary.toString());
    environment.put("REHEARSED_REGISTRY", stage.registry().toString());
    if ("write".equals(permissions.get("id-token"))) {
      environment.put("ACTIONS_ID_TOKEN_REQUEST_URL", stage.server().address() + "/identity");
    }
    for (String file : List.of("OUTPUT", "PATH", "ENV", "STEP_SUMMARY")) {
      Path path = Files.createFile(temporary.resolve(file));
      environment.put("GITHUB_" + file, path.toString());
    }
    return new Run(work, temporary, machine, values, environment);
  }

  static void write(Path program, String text) throws IOException {
    Files.writeString(program, text);
    if (!program.toFile().setExecutable(true)) {
      throw new IOException(program + " cannot be made a program");
    }
  }

  private void playStep(Run run, Map<String, Object> step, Path directory, List<String> shell)
      throws IOException {
    if (!holds(step, run.values())) {
      return;
    }
    long start = System.nanoTime();
    String label;
    if (step.get("uses") instanceof String uses) {
      label = uses.replaceFirst("@[0-9a-f]{40}$", "");
      var with = new LinkedHashMap<String, String>();
      Yaml.map(step, "with")
          .forEach((key, value) ->
              with.put(key, Expression.filled(String.valueOf(value), run.values())));
      use(run, step, uses, with);
    } else {
      String script = String.valueOf(step.get("run"));
      label = script.lines().findFirst().orElse("");
      runScript(run, step, directory, shell, script);
    }
    stage.out().printf("  %-60s %6.1f s%n", label, (System.nanoTime() - start) / 1e9);
  }

  private void use(Run run, Map<String, Object> step, String uses, Map<String, String> with)
      throws IOException {
    if (uses.equals("./")) {
      playAction(run, step, run.work(), with, "");
    } else if (uses.startsWith(stage.repository() + "@")) {
      Path action = Files.createTempDirectory(run.temporary(), "action");
      actions.checkout(action, uses.substring(uses.indexOf('@') + 1), run.machine());
      playAction(run, step, action, with, stage.repository());
    } else {
      actions.use(run, uses, with);
    }
  }

  private void runScript(
      Run run, Map<String, Object> step, Path directory, List<String> shell, String script)
      throws IOException {
    Path file = Files.createTempFile(run.temporary(), "step", ".sh");
    Files.writeString(file, script);
    var environment = new TreeMap<>(run.environment());
    Yaml.map(step, "env")
        .forEach((key, value) ->
            environment.put(key, Expression.filled(String.valueOf(value), run.values())));
    var command = new ArrayList<>(shell);
    command.add(file.toString());
    Path log = Path.of(file + ".log");
    try {
      Shell.run(directory, command, environment, log);
    } catch (RehearsalException e) {
      throw new RehearsalException(
          script.lines().collect(joining("; ")) + ": " + e.text().replace(file + "\n", "\n"));
    }
    takeOver(run, String.valueOf(step.get("id")));
  }

  /// The outputs, variables and directories that a step leaves for those after it.
  private static void takeOver(Run run, String id) throws IOException {
    for (String line : taken(run, "OUTPUT")) {
      int equals = line.indexOf('=');
      run.values()
          .put("steps." + id + ".outputs." + line.substring(0, equals), line.substring(equals + 1));
    }
    for (String line : taken(run, "ENV")) {
      int equals = line.indexOf('=');
      run.environment().put(line.substring(0, equals), line.substring(equals + 1));
    }
    for (String line : taken(run, "PATH")) {
      run.environment().put("PATH", line + ":" + run.environment().get("PATH"));
    }
  }

  private static List<String> taken(Run run, String name) throws IOException {
    Path file = run.temporary().resolve(name);
    List<String> lines = Files.readAllLines(file);
    Files.writeString(file, "");
    return lines;
  }

  /// Plays an action that is made of steps.
  private void playAction(
      Run run, Map<String, Object> step, Path directory, Map<String, String> with, String name)
      throws IOException {
    Map<String, Object> action = Yaml.read(directory.resolve("action.yml"));
    Map<String, Object> inputs = Yaml.map(action, "inputs");
    for (String given : with.keySet()) {
      if (!inputs.containsKey(given)) {
        throw new RehearsalException("action.yml has no input " + given);
      }
    }
    var values = new TreeMap<>(run.values());
    for (String input : inputs.keySet()) {
      Object standard = Yaml.map(inputs, input).get("default");
      values.put(
          "inputs." + input,
          with.getOrDefault(input, standard == null ? "" : String.valueOf(standard)));
    }
    values.put("github.action_path", directory.toString());
    values.put("github.action_repository", name);
    Run inner = new Run(run.work(), run.temporary(), run.machine(), values, run.environment());
    for (Map<String, Object> part : Yaml.maps(Yaml.map(action, "runs"), "steps")) {
      playStep(inner, part, run.work(), COMPOSITE_SHELL);
    }
    for (String output : Yaml.map(action, "outputs").keySet()) {
      String value = String.valueOf(Yaml.map(action, "outputs", output).get("value"));
      run.values()
          .put("steps." + step.get("id") + ".outputs." + output, Expression.filled(value, values));
    }
  }

  /// Plays steps that are no part of the workflow, in a job with the permission to read.
  Run playSteps(List<Map<String, Object>> steps) throws IOException {
    Map<String, Object> permissions = Map.of("contents", "read");
    Run run = start(Machine.here(), values(), stage.server().token(permissions), permissions);
    for (Map<String, Object> step : steps) {
      playStep(run, step, run.work(), WORKFLOW_SHELL);
    }
    return run;
  }
}
