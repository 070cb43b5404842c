package dev.japply.bench;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// What is to be measured, and by which programs.
///
/// @param programs the directory that `e2e/build` prints
/// @param japply the program
/// @param helm the program, if it is wanted
/// @param results the directory for what comes out
/// @param rounds how often each case is timed
/// @param cases which of them are wanted, by their names
/// @param serverSide whether japply and kubectl use server-side apply
record Settings(
    Path programs,
    String japply,
    String helm,
    Path results,
    int rounds,
    Pattern cases,
    List<Tool> tools,
    boolean serverSide) {

  /// @param args the directory of `e2e/build`, japply, Helm, and the directory for results
  /// @param variables `ROUNDS`, `CASES`, `TOOLS` and `METHOD`, where they are not empty
  static Settings of(String[] args, Map<String, String> variables) {
    var tools = Pattern.compile(value(variables, "TOOLS", ""));
    return new Settings(
        Path.of(args[0]),
        args[1],
        args[2],
        Path.of(args[3]),
        Integer.parseInt(value(variables, "ROUNDS", "3")),
        Pattern.compile(value(variables, "CASES", "")),
        Arrays.stream(Tool.values()).filter(tool -> tools.matcher(tool.toString()).find()).toList(),
        value(variables, "METHOD", "").equals("server-side"));
  }

  private static String value(Map<String, String> variables, String name, String otherwise) {
    String value = variables.getOrDefault(name, "");
    return value.isEmpty() ? otherwise : value;
  }

  String program(Tool tool) {
    return switch (tool) {
      case JAPPLY -> japply;
      case KUBECTL -> programs.resolve("kubectl").toString();
      case HELM -> helm;
    };
  }

  /// Whether not all cases are wanted.
  boolean selects() {
    return !cases.pattern().isEmpty();
  }

  boolean wants(Case what) {
    return cases.matcher(what.toString()).find();
  }
}
