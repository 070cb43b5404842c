package dev.japply.kpt;

import dev.japply.object.Gvk;
import dev.japply.object.ObjectKey;
import dev.japply.problem.Origin;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value.MapValue;
import org.jspecify.annotations.Nullable;

/// An object in a file of a package; or another document, which is known by its place.
///
/// @param index the how manieth segment of it, from 0
record PackageResource(String path, int index, YamlDocumentText segment) {
  ObjectKey key() {
    if (!segment.isResource()) {
      return new ObjectKey("", "", path, String.valueOf(index));
    }
    MapValue tree = (MapValue) segment.value();
    Gvk gvk = Gvk.of(tree);
    MapValue metadata = tree.map("metadata");
    return new ObjectKey(
        gvk.group(), gvk.kind(), metadata.text("namespace"), metadata.text("name"));
  }

  /// Returns the key from kpt's comment, recorded at the fetch; null if there is no comment.
  @Nullable ObjectKey fetchedKey() {
    return segment.isResource() && segment.body().contains("kpt-merge:")
        ? MergeComments.fetchedKey(key(), MergeComments.metadataLine(segment))
        : null;
  }

  MapValue tree() {
    return (MapValue) segment.value();
  }

  /// The position of its first line.
  Origin place() {
    return new Origin(path, segment.line(), 0);
  }

  Origin placeOf(FieldPath field) {
    return new Origin(path, segment.line() + segment.document().line(field) - 1, 0);
  }

  /// The object in messages, as `Deployment web`; empty if it is another document.
  String subject() {
    return segment.isResource() ? key().subject() : "";
  }

  /// Whether both have the same lines, except for blank ones around them.
  boolean hasLinesOf(PackageResource other) {
    return segment.body().strip().equals(other.segment.body().strip());
  }

  boolean isSameText(PackageResource other) {
    return segment.body().equals(other.segment.body());
  }

  /// Whether it has the value of `fetched`, and no comment that `fetched` does not have. The marks
  /// that kpt adds to each object, and its formatting, do not count.
  boolean isUnedited(PackageResource fetched) {
    return KptMarks.without(tree()).equals(KptMarks.without(fetched.tree()))
        && !KptMarks.hasMoreComments(segment.text(), fetched.segment.text());
  }
}
