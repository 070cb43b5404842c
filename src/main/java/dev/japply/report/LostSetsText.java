package dev.japply.report;

import dev.japply.apply.ApplySetReader.LostSet;
import dev.japply.object.KubeObject;
import dev.japply.problem.Origin;
import dev.japply.problem.TerminalText;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.List;

/// Output of `japply sets --lost`: members whose parent is gone.
public final class LostSetsText {
  private LostSetsText() {}

  /// Returns the text for people: the objects below the id of their set.
  public static String text(List<LostSet> sets) {
    var text = new StringBuilder();
    for (LostSet set : sets) {
      text.append(TerminalText.line(set.id() + ", whose parent is gone:")).append('\n');
      objects(set).stream()
          .map(object -> "  " + TerminalText.line(object.key().subject()) + "\n")
          .sorted()
          .forEach(text::append);
    }
    return text
        + "adopt them by `japply apply --applyset=NAME --adopt-from=ID`, or delete them by `japply"
        + " delete --applyset-id=ID`\n";
  }

  /// Returns a JSON document.
  public static String json(List<LostSet> sets) {
    return SetsText.document(
        "LostApplySetList", MapValue.of("sets", ListValue.of(sets, LostSetsText::tree)));
  }

  private static MapValue tree(LostSet set) {
    return MapValue.of("id", Value.text(set.id()))
        .with("objects", ListValue.of(objects(set), JsonReport::identity));
  }

  private static List<KubeObject> objects(LostSet set) {
    return set.members().stream().map(live -> KubeObject.of(live, Origin.NONE)).toList();
  }
}
