package dev.japply.kubectl;

import dev.japply.kubectl.KubectlTableTest.Played;
import dev.japply.kubectl.Tool.Said;
import dev.japply.kubectl.Tool.Setting;
import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Where one tool plays one row.
record Stage(Servers servers, Row row, Path directory) {
  private static final String MANIFEST =
      """
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: c}
      """;

  Played play(Tool tool) throws IOException, InterruptedException {
    Files.writeString(directory.resolve("cm.yaml"), MANIFEST);
    for (var section : row.sections().entrySet()) {
      String[] words = section.getKey().split(" ", -1);
      if (words.length == 2 && (words[0].equals("file") || words[0].equals("program"))) {
        write(words[1], words[0].equals("program"), section.getValue());
      }
    }
    servers.takeFacts();
    Said said = tool.run(new Setting(directory, environment(), fill(row.text("stdin"))), args());
    var facts = new ArrayList<>(servers.takeFacts().lines());
    facts.addAll(plugin());
    return new Played(
        new Said(said.status(), plain(said.out()), plain(said.err())),
        facts.stream().map(this::plain).toList());
  }

  private void write(String name, boolean program, String text) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, fill(text));
    if (program && !file.toFile().setExecutable(true)) {
      throw new IOException(file + " cannot be made a program");
    }
  }

  private List<String> args() {
    if (row.has("command")) {
      return words(row.text("command"));
    }
    var args = new ArrayList<>(words("apply --validate=false -f $DIR/cm.yaml"));
    args.addAll(words(row.text("args")));
    return args;
  }

  /// One argument a line where there are several lines, else with spaces between; `''` for an empty
  /// one.
  private List<String> words(String text) {
    String separator = text.strip().contains("\n") ? "\n" : " +";
    return Arrays.stream(text.strip().split(separator, -1))
        .filter(word -> !word.isEmpty())
        .map(word -> word.equals("''") ? "" : fill(word))
        .toList();
  }

  private Map<String, String> environment() {
    var environment = new LinkedHashMap<String, String>();
    environment.put("HOME", directory.resolve("home").toString());
    environment.put("PATH", directory + ":" + System.getenv("PATH"));
    environment.put("KUBECACHEDIR", directory.resolve("cache").toString());
    environment.put("XDG_CACHE_HOME", directory.resolve("cache").toString());
    if (Files.exists(directory.resolve("config"))) {
      environment.put("KUBECONFIG", directory.resolve("config").toString());
    }
    for (String line : row.lines("env")) {
      int equals = line.indexOf('=');
      environment.put(line.substring(0, equals), fill(line.substring(equals + 1)));
    }
    return environment;
  }

  /// How often a credential plugin ran, and what it was told, where it wrote that down.
  private List<String> plugin() throws IOException {
    var facts = new ArrayList<String>();
    Path runs = directory.resolve("runs");
    if (Files.exists(runs)) {
      facts.add("the plugin ran " + Files.readAllLines(runs).size() + " times");
    }
    Path told = directory.resolve("told");
    if (Files.exists(told)) {
      facts.add("told " + GoJson.write(Json.parse(Files.readAllBytes(told))));
    }
    return facts;
  }

  private String fill(String text) {
    return servers.fill(text).replace("$DIR", directory.toString());
  }

  private String plain(String text) {
    return servers.plain(text.replace(directory.toString(), "$DIR"));
  }
}
