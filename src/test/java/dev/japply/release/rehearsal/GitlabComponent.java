package dev.japply.release.rehearsal;

import dev.japply.release.Yaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/// A component of GitLab, whose inputs are filled in before its job is read.
record GitlabComponent(Path file) {
  private static final Pattern INPUT = Pattern.compile("\\$\\[\\[ inputs\\.(\\w+) ]]");
  private static final String HEAD_END = "\n---\n";

  /// Returns the script of its job, with the variables before it.
  String script(Map<String, String> given) throws IOException {
    String text = Files.readString(file);
    int end = text.indexOf(HEAD_END);
    var load = new Load(LoadSettings.builder().build());
    Map<String, Object> head =
        Yaml.map(Map.of("head", load.loadFromString(text.substring(0, end))), "head");
    var values = new TreeMap<String, String>();
    Map<String, Object> inputs = Yaml.map(head, "spec", "inputs");
    for (String name : inputs.keySet()) {
      values.put(name, String.valueOf(Yaml.map(inputs, name).get("default")));
    }
    for (String name : given.keySet()) {
      if (!values.containsKey(name)) {
        throw new RehearsalException("the component has no input " + name);
      }
    }
    values.putAll(given);
    String filled =
        INPUT
            .matcher(text.substring(end + HEAD_END.length()))
            .replaceAll(input -> Matcher.quoteReplacement(values.get(input.group(1))));
    Map<String, Object> jobs = Yaml.map(Map.of("jobs", load.loadFromString(filled)), "jobs");
    Map<String, Object> job = Yaml.map(jobs, values.getOrDefault("job", ""));
    var script = new StringBuilder();
    Yaml.map(job, "variables")
        .forEach((name, value) -> script.append("export %s='%s'\n".formatted(name, value)));
    for (String part : List.of("before_script", "script")) {
      for (String line : Yaml.texts(job, part)) {
        script.append(line).append('\n');
      }
    }
    return script.toString();
  }
}
