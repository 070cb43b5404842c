package dev.japply.kpt;

import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// The traces of kpt in each file of a fetched package: its formatting, and comments and
/// annotations that identify objects. None of them is an edit.
final class KptMarks {
  private static final String IDENTIFIER = "internal.kpt.dev/upstream-identifier";
  private static final String BLUEPRINT = "cnrm.cloud.google.com/blueprint";
  private static final Pattern COMMENT = Pattern.compile("(?m)(?:^|[ \\t])(#.*)$");

  private KptMarks() {}

  /// The object without the annotations that kpt adds.
  static MapValue without(MapValue object) {
    MapValue metadata = object.map("metadata");
    MapValue annotations = metadata.map("annotations");
    MapValue rest = annotations.without(IDENTIFIER);
    if (rest.text(BLUEPRINT).startsWith("kpt-pkg")) {
      rest = rest.without(BLUEPRINT);
    }
    if (rest.equals(annotations)) {
      return object;
    }
    return object.with(
        "metadata",
        rest.isEmpty() ? metadata.without("annotations") : metadata.with("annotations", rest));
  }

  /// Whether a file equals the fetched one, except for changes by kpt: a Kptfile in another form
  /// and from another place, a manifest with marks.
  static boolean areAllThatDiffers(String path, PackageFile fetched, PackageFile local) {
    if (fetched.executable() != local.executable()) {
      return false;
    }
    if (path.endsWith("/" + Kptfile.NAME)) {
      return Kptfile.parse(path, fetched.text()).isSameBut(Kptfile.parse(path, local.text()))
          && !hasMoreComments(local.text(), fetched.text());
    }
    if (!local.text().contains(IDENTIFIER)
        || !comments(fetched.text()).equals(comments(local.text()))) {
      return false;
    }
    Optional<Value> objects = objects(path, fetched);
    return objects.isPresent() && objects.equals(objects(path, local));
  }

  /// Whether a text has comments that `fetched` does not have. kpt's comments do not count.
  static boolean hasMoreComments(String text, String fetched) {
    return !moreComments(text, fetched).isEmpty();
  }

  /// Returns the comments of a text that `fetched` does not have.
  static List<String> moreComments(String text, String fetched) {
    var left = new ArrayList<>(comments(fetched));
    return comments(text).stream().filter(comment -> !left.remove(comment)).toList();
  }

  private static List<String> comments(String text) {
    return COMMENT
        .matcher(text)
        .results()
        .map((MatchResult comment) -> comment.group(1).strip())
        .filter(comment -> !comment.startsWith(MergeComments.START))
        .sorted()
        .toList();
  }

  private static Optional<Value> objects(String path, PackageFile file) {
    return YamlFile.parse(path, file)
        .map(yaml ->
            new ListValue(
                yaml.segments().stream()
                    .filter(segment -> segment.source() != null)
                    .<Value>map(segment -> without((MapValue) segment.value()))
                    .toList()));
  }
}
