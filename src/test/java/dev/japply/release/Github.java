package dev.japply.release;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.release.JobShell.Ran;
import dev.japply.tree.Json;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Runs the jobs of a workflow as GitHub does: each step by a bash of its own, with the variables
/// that steps leave for those after them. Of actions it knows those of the example.
final class Github implements Forge {
  private static final Pattern EXPRESSION = Pattern.compile("\\$\\{\\{ *(.+?) *}}");
  private static final String ALWAYS = "${{ !cancelled() }}";

  private final JobShell shell;
  private final Map<String, Object> workflow;
  private final String kubeconfig;
  private final Path state;
  private int runs;

  /// @param workflow the example
  /// @param kubeconfig what the repository's secret holds
  Github(JobShell shell, Path workflow, String kubeconfig) throws IOException {
    this.shell = shell;
    this.workflow = Yaml.read(workflow);
    this.kubeconfig = kubeconfig;
    this.state = Files.createDirectories(shell.root().resolve("forge"));
    Files.createDirectories(state.resolve("runs"));
    Files.writeString(state.resolve("comments.json"), "[{\"id\": 1, \"body\": \"Nice.\"}]");
    try (InputStream program = Github.class.getResourceAsStream("gh")) {
      JobShell.program(
          shell.programs().resolve("gh"),
          new String(program.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  @Override
  public Ran review(Path checkout, String commit) throws IOException {
    runs++;
    return job("review", checkout, commit);
  }

  @Override
  public Ran apply(Path checkout, String reviewed) throws IOException {
    return job("apply", checkout, reviewed);
  }

  private Ran job(String name, Path checkout, String commit) throws IOException {
    Map<String, Object> job = Yaml.map(workflow, "jobs", name);
    Path temporary = Files.createTempDirectory(shell.root(), "runner");
    Path left = Files.createFile(temporary.resolve("env"));
    Map<String, String> expressions =
        Map.of(
            "secrets.KUBECONFIG",
            kubeconfig,
            "github.token",
            "a-token",
            "github.event.number",
            "7",
            "github.event.pull_request.head.sha",
            commit);
    var said = new StringBuilder();
    int status = 0;
    for (Map<String, Object> step : Yaml.maps(job, "steps")) {
      if (status != 0 && !ALWAYS.equals(step.get("if"))) {
        continue;
      }
      if (step.get("uses") instanceof String action) {
        use(action, step, checkout, commit);
        continue;
      }
      Map<String, String> variables = variables(left, temporary);
      Yaml.map(step, "env")
          .forEach((key, value) -> variables.put(key, evaluated((String) value, expressions)));
      Ran ran = shell.run(checkout, variables, List.of("-e"), String.valueOf(step.get("run")));
      said.append(ran.said());
      status = status == 0 ? ran.status() : status;
    }
    return new Ran(status, said.toString());
  }

  private Map<String, String> variables(Path left, Path temporary) throws IOException {
    var variables = new HashMap<String, String>();
    for (String line : Files.readAllLines(left)) {
      int equals = line.indexOf('=');
      variables.put(line.substring(0, equals), line.substring(equals + 1));
    }
    variables.put("GITHUB_ENV", left.toString());
    variables.put("RUNNER_TEMP", temporary.toString());
    variables.put("GITHUB_REPOSITORY", "me/shop");
    variables.put("GITHUB_WORKFLOW", (String) workflow.get("name"));
    variables.put("FORGE", state.toString());
    return variables;
  }

  private static String evaluated(String text, Map<String, String> expressions) {
    return EXPRESSION
        .matcher(text)
        .replaceAll(found -> {
          assertThat(expressions).containsKey(found.group(1));
          return Matcher.quoteReplacement(expressions.get(found.group(1)));
        });
  }

  private void use(String action, Map<String, Object> step, Path checkout, String commit)
      throws IOException {
    if (action.startsWith("OWNER/japply@")) {
      JobShell.japply(shell.programs().resolve("japply"));
    } else if (action.startsWith("actions/upload-artifact@")) {
      Map<String, Object> with = Yaml.map(step, "with");
      Path run = state.resolve("runs").resolve(String.valueOf(runs));
      Path artifact = Files.createDirectories(run.resolve(String.valueOf(with.get("name"))));
      Path file = Path.of(String.valueOf(with.get("path")));
      Files.copy(checkout.resolve(file), artifact.resolve(file));
      Files.writeString(run.resolve("commit"), commit);
    } else {
      assertThat(action).startsWith("actions/checkout@");
    }
  }

  @Override
  public List<String> comments() throws IOException {
    var comments = (ListValue) Json.parse(Files.readString(state.resolve("comments.json")));
    return comments.items().stream().map(one -> ((MapValue) one).text("body")).toList();
  }

  @Override
  public List<Path> artifacts() throws IOException {
    try (Stream<Path> files = Files.walk(state.resolve("runs"))) {
      return files.filter(file -> file.endsWith("plan.json")).toList();
    }
  }
}
