package dev.japply.release.rehearsal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// The ways to install that `docs/install.md` names: its chapters, with their commands.
///
/// @param chapters the text of each chapter, by its heading
record InstallPage(Map<String, String> chapters) {
  private static final Pattern CHAPTER = Pattern.compile("(?ms)^## (.+?)$(.*?)(?=^## |\\z)");
  private static final Pattern YAML = Pattern.compile("(?ms)^```yaml\n(.*?)^```$");

  static InstallPage read(Path file) throws IOException {
    var chapters = new LinkedHashMap<String, String>();
    CHAPTER
        .matcher(Files.readString(file))
        .results()
        .forEach(chapter -> chapters.put(chapter.group(1), chapter.group(2)));
    return new InstallPage(chapters);
  }

  private String chapter(String heading) {
    String text = chapters.get(heading);
    if (text == null) {
      throw new RehearsalException("docs/install.md has no chapter \"" + heading + "\"");
    }
    return text;
  }

  /// The blocks of commands of a chapter, each a script.
  List<String> commands(String heading) {
    var blocks = new ArrayList<String>();
    var block = new StringBuilder();
    for (String line : (chapter(heading) + "\n\nend").lines().toList()) {
      if (line.startsWith("    ")) {
        block.append(line.strip()).append('\n');
      } else if (!block.isEmpty()) {
        blocks.add(block.toString());
        block.setLength(0);
      }
    }
    return blocks;
  }

  /// The blocks of YAML of a chapter.
  List<String> yaml(String heading) {
    return YAML.matcher(chapter(heading)).results().map(block -> block.group(1)).toList();
  }
}
