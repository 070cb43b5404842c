package dev.japply.kubectl;

import dev.japply.kubectl.KubectlTableTest.Played;
import dev.japply.kubectl.Tool.Said;
import dev.japply.kubectl.Tool.Setting;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A build of a kustomization by kubectl and by japply.
///
/// @param folder the working directory
/// @param names the names that replace texts of this run in the output
/// @param path what to build
record Kustomize(
    Path folder, Map<String, String> environment, Map<String, String> names, String path) {
  Played kubectl() throws IOException, InterruptedException {
    return run(Tool.kubectl(Answers.kubectl()), "kustomize");
  }

  Played japply() throws IOException, InterruptedException {
    return run(Tool.inProcess(), "build", "--compat=kustomize");
  }

  private Played run(Tool tool, String... command) throws IOException, InterruptedException {
    var args = new ArrayList<>(List.of(command));
    args.add(path);
    Said said = tool.run(new Setting(folder, environment, ""), args);
    return new Played(new Said(said.status(), plain(said.out()), plain(said.err())), List.of());
  }

  private String plain(String text) {
    String plain = text;
    for (var name : names.entrySet()) {
      plain = plain.replace(name.getKey(), name.getValue());
    }
    return plain;
  }
}
