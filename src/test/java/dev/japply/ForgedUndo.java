package dev.japply;

import static java.util.stream.Collectors.joining;

import dev.japply.golang.Sha256;
import dev.japply.tree.GoJson;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.List;

/// Undo files that somebody wrote who can make their digests.
public final class ForgedUndo {
  private ForgedUndo() {}

  /// The text of a file with these lines, each with the digest that belongs to it.
  public static String of(List<MapValue> lines) {
    var last = new String[] {""};
    return lines.stream()
        .map(line -> line.without("digest"))
        .map(line -> {
          last[0] = "sha256:" + Sha256.hex(last[0] + "\n" + GoJson.write(line));
          return GoJson.write(line.with("digest", Value.text(last[0]))) + "\n";
        })
        .collect(joining());
  }
}
