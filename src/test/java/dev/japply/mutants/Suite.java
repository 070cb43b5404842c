package dev.japply.mutants;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A package with bugs to plant, and the tests that have to catch them: those of the packages, and
/// the classes, that `tests` names, in that order.
record Suite(String name, List<String> tests) {
  private static final String ROOT = "dev.japply.";

  Suite {
    tests = List.copyOf(tests);
  }

  String packageName() {
    return ROOT + name;
  }

  /// The bugs of a file that is called as the package: of each its name and class, `-` and the text
  /// to change, `+` and the text to put in its place, and `!` and a reason when it may survive.
  static List<Mutant> mutants(Path file) throws IOException {
    String name = file.getFileName().toString().replace(".txt", "");
    var suite = new Suite(name, List.of(name));
    var mutants = new ArrayList<Mutant>();
    String[] head = {};
    String from = "";
    for (String line : Files.readAllLines(file)) {
      String rest = line.substring(Math.min(2, line.length()));
      if (line.startsWith("tests ")) {
        suite = new Suite(name, List.of(line.substring("tests ".length()).split(" ")));
      } else if (line.startsWith("- ")) {
        from = rest;
      } else if (line.startsWith("+ ") || line.equals("+")) {
        mutants.add(new Mutant(suite, head[0], head[1], from, rest, ""));
      } else if (line.startsWith("! ")) {
        mutants.add(mutants.removeLast().butAllowed(rest));
      } else if (!line.startsWith("#") && !line.isBlank()) {
        head = line.split(" ", 2);
      }
    }
    return mutants;
  }

  /// The names of the test classes.
  List<String> testClasses(Path classes) throws IOException {
    var names = new ArrayList<String>();
    for (String each : tests) {
      Path path = classes.resolve((ROOT + each).replace('.', '/'));
      if (!Files.isDirectory(path)) {
        names.add(ROOT + each);
        continue;
      }
      try (var files = Files.list(path)) {
        files
            .map(file -> file.getFileName().toString())
            .filter(file -> file.endsWith("Test.class") && !file.contains("$"))
            .sorted()
            .forEach(file -> names.add(ROOT + each + "." + file.replace(".class", "")));
      }
    }
    return names;
  }
}
