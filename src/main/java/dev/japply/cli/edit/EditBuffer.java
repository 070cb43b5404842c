package dev.japply.cli.edit;

import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/// The format of the file that the user edits: the objects and, if the format has comments, a
/// header for the user.
///
/// @param extension file extension: `.yaml`
/// @param comments whether the form has comments
/// @param windowsLineEnds whether lines end in `\r\n`
/// @param writer prints an object, with a line break at the end
record EditBuffer(
    String extension, boolean comments, boolean windowsLineEnds, Function<Value, String> writer) {
  private static final List<String> HEADER =
      List.of(
          "# Last-applied configuration. Lines that begin with '#' are ignored; save an empty file"
              + " to",
          "# leave everything as it is.",
          "#");

  /// The objects; several are the items of a `List`.
  String text(List<EditedObject> originals) {
    if (originals.size() == 1) {
      return writer.apply(originals.getFirst().config());
    }
    var list = new LinkedHashMap<String, Value>();
    list.put("apiVersion", Value.text("v1"));
    list.put("items", ListValue.of(originals, EditedObject::config));
    list.put("kind", Value.text("List"));
    list.put("metadata", MapValue.EMPTY);
    return writer.apply(new MapValue(list));
  }

  /// Returns the header of the file.
  ///
  /// @param problems the reasons for opening the file again
  String header(List<Problem> problems) {
    if (!comments) {
      return "";
    }
    String reasons =
        problems.stream().map(problem -> "# " + problem + "\n").collect(Collectors.joining());
    return String.join("\n", HEADER) + "\n" + reasons + (reasons.isEmpty() ? "" : "#\n");
  }

  /// Returns `problems` with their lines under the new header, which lists them.
  ///
  /// @param header the header when the text was read
  List<Problem> moved(List<Problem> problems, String header) {
    long down = header(problems).lines().count() - header.lines().count();
    return problems.stream().map(problem -> moved(problem, (int) down)).toList();
  }

  private static Problem moved(Problem problem, int down) {
    int line = problem.origin().line();
    return problem.movedTo(line == 0 ? Origin.NONE : Origin.of("line " + (line + down)));
  }

  String file(String text) {
    return windowsLineEnds ? text.replace("\n", "\r\n") : text;
  }

  /// The text that came back without the comments above it, which are ours.
  String body(String file) {
    String text = file.replace("\r\n", "\n");
    int at = 0;
    while (comments && text.startsWith("#", at)) {
      int end = text.indexOf('\n', at);
      at = end < 0 ? text.length() : end + 1;
    }
    return text.substring(at);
  }
}
