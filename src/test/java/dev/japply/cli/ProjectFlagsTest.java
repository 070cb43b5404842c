package dev.japply.cli;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cli.flags.Command;
import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/// [ProjectFlags] lists what a project file may say, and `docs/project.schema.json` does, too.
class ProjectFlagsTest {
  private static Map<String, OptionSpec> flags() {
    var flags = new TreeMap<String, OptionSpec>();
    add(Commands.whole(Commands.root(new RootCommand(), "japply")), flags);
    return flags;
  }

  private static void add(CommandLine line, Map<String, OptionSpec> flags) {
    if (line.<Command>getCommand().readsProject()) {
      line.getCommandSpec()
          .options()
          .forEach(option ->
              flags.merge(
                  option.longestName().substring(2),
                  option,
                  (one, other) -> one.typeInfo().isBoolean() ? other : one));
    }
    line.getSubcommands().values().forEach(each -> add(each, flags));
  }

  @Test
  void allThatIsAllowedIsThere() {
    assertThat(flags().keySet()).containsAll(ProjectFlags.ALLOWED);
  }

  /// Who is asked, as whom, whom to trust, what to run, what to write, what to show: the user says.
  @Test
  void whatTheUserAloneMaySayIsNotAllowed() {
    var line = Commands.whole(Commands.root(new OptionsCommand(), "options"));
    var own = new TreeSet<String>();
    Commands.sections(line)
        .all()
        .forEach((section, options) -> {
          if (Set.of("Cluster", "User").contains(section)) {
            options.forEach(option -> own.add(option.longestName().substring(2)));
          }
        });
    assertThat(own).contains("token", "server", "as", "kubeconfig", "context", "project");
    own.remove("namespace");
    own.addAll(
        List.of("cache-dir", "compat", "help", "version", "out", "plan", "substitute", "write"));
    own.addAll(List.of("load-restrictor", "profile", "profile-output", "show-secrets", "vmodule"));
    assertThat(flags().keySet()).containsAll(own);
    assertThat(ProjectFlags.ALLOWED).doesNotContainAnyElementsOf(own);
    assertThat(ProjectFlags.ALLOWED)
        .noneMatch(flag -> flag.matches(".*(command|editor|program|secret).*"));
  }

  @Test
  void theSchemaHasThemAll() throws IOException {
    String text = Files.readString(Path.of("docs/project.schema.json"));
    MapValue found = ((MapValue) Json.parse(text)).map("$defs").map("flags").map("properties");
    String wanted =
        flags().entrySet().stream()
            .filter(flag -> ProjectFlags.ALLOWED.contains(flag.getKey()))
            .map(flag -> "        \"%s\": %s".formatted(flag.getKey(), type(flag.getValue())))
            .collect(joining(",\n"));
    assertThat(found)
        .withFailMessage("docs/project.schema.json must have the flags\n%s", wanted)
        .isEqualTo(Json.parse("{" + wanted + "}"));
    assertThat(GoJson.write(found)).contains("\"filename\":");
  }

  private static String type(OptionSpec option) {
    if (option.typeInfo().isBoolean()) {
      return "{\"type\": \"boolean\"}";
    }
    if (option.typeInfo().isCollection()) {
      return "{\"$ref\": \"#/$defs/texts\"}";
    }
    return option.typeInfo().getType() == int.class
        ? "{\"type\": \"integer\"}"
        : "{\"$ref\": \"#/$defs/text\"}";
  }

  @ParameterizedTest
  @ValueSource(strings = {"filename kustomize", "kustomize filename", "kustomize recursive", "v v"})
  void oneInputIsInPlaceOfAnother(String flags) {
    String[] names = flags.split(" ", -1);
    assertThat(ProjectFlags.replaces(names[0], names[1])).isTrue();
    assertThat(ProjectFlags.replaces("filename", "recursive")).isFalse();
    assertThat(ProjectFlags.replaces("recursive", "kustomize")).isFalse();
    assertThat(ProjectFlags.isInput(names[0])).isEqualTo(!names[0].equals("v"));
  }
}
