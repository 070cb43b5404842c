package dev.japply.cli;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cli.flags.Command;
import dev.japply.cli.flags.Command.CommandGroup;
import dev.japply.cli.flags.Flag.FlagType;
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
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// [ProjectFlags] lists what a project file may say, and `docs/project.schema.json` does, too.
class ProjectFlagsTest {
  private static Map<String, FlagType> flags() {
    var flags = new TreeMap<String, FlagType>();
    add(List.of(), Commands.ALL, flags);
    return flags;
  }

  private static void add(List<String> above, CommandGroup group, Map<String, FlagType> flags) {
    for (String name : group.names()) {
      var names = Stream.concat(above.stream(), Stream.of(name)).toList();
      Command command = Commands.parsing("japply", names);
      if (command.readsProject()) {
        command
            .flags()
            .all()
            .forEach(flag ->
                flags.merge(
                    flag.name().substring(2),
                    flag.type(),
                    (one, other) -> one == FlagType.BOOL ? other : one));
      }
      add(names, group.below(name), flags);
    }
  }

  @Test
  void allThatIsAllowedIsThere() {
    assertThat(flags().keySet()).containsAll(ProjectFlags.ALLOWED);
  }

  /// Who is asked, as whom, whom to trust, what to run, what to write, what to show: the user says.
  @Test
  void whatTheUserAloneMaySayIsNotAllowed() {
    var sections = Commands.described(List.of("options")).flags().sections();
    var own = new TreeSet<String>();
    sections
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

  private static String type(FlagType type) {
    return switch (type) {
      case BOOL -> "{\"type\": \"boolean\"}";
      case NUMBER -> "{\"type\": \"integer\"}";
      case TEXTS -> "{\"$ref\": \"#/$defs/texts\"}";
      case TIME, TEXT -> "{\"$ref\": \"#/$defs/text\"}";
    };
  }

  /// A default of all commands has one meaning.
  @Test
  void flagsOfAllCommandsHaveOneType() {
    var types = new TreeMap<String, Set<FlagType>>();
    collect(List.of(), Commands.ALL, types);
    var varying = new TreeSet<String>();
    types.forEach((name, all) -> {
      if (all.size() > 1 && ProjectFlags.ALLOWED.contains(name)) {
        varying.add(name);
      }
    });
    assertThat(varying).contains("take").noneMatch(ProjectFlags::isSameEverywhere);
  }

  private static void collect(
      List<String> above, CommandGroup group, Map<String, Set<FlagType>> types) {
    for (String name : group.names()) {
      var names = Stream.concat(above.stream(), Stream.of(name)).toList();
      Command command = Commands.parsing("japply", names);
      if (command.readsProject()) {
        for (var flag : command.flags().all()) {
          types.computeIfAbsent(flag.name().substring(2), none -> new TreeSet<>()).add(flag.type());
        }
      }
      collect(names, group.below(name), types);
    }
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
