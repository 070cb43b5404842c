package dev.japply.kpt;

import dev.japply.kpt.YamlFile.YamlDocumentText;
import dev.japply.object.Gvk;
import dev.japply.object.ObjectKey;
import dev.japply.problem.Origin;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value.MapValue;
import dev.japply.yaml.YamlSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The files of manifests in one version of a package.
///
/// @param files the files, by their paths
record ManifestFiles(PackageTree tree, Map<String, YamlFile> files) {

  /// Files that were read: what versions of a package have in common, files and documents, is read
  /// once.
  static final class Read {
    private final Map<Named, Optional<YamlFile>> files = new HashMap<>();
    private final Map<String, Optional<YamlSource>> documents = new HashMap<>();

    /// A file and its path, which limits its possible content.
    private record Named(String path, PackageFile file) {}

    private Optional<YamlFile> yaml(String path, PackageFile file) {
      return files.computeIfAbsent(
          new Named(path, file),
          named -> YamlFile.parse(named.path(), named.file(), this::document));
    }

    Optional<YamlSource> document(String text) {
      return documents.computeIfAbsent(text, YamlSource::parse);
    }
  }

  static ManifestFiles of(PackageTree tree, Set<String> paths, Read read) {
    var files = new TreeMap<String, YamlFile>();
    for (String path : paths) {
      PackageFile file = tree.file(path);
      if (file != null) {
        read.yaml(path, file).ifPresent(yaml -> files.put(path, yaml));
      }
    }
    return new ManifestFiles(tree, files);
  }

  /// Whether there is no such file, or one of manifests.
  static boolean canMerge(PackageTree tree, String path, Read read) {
    PackageFile file = tree.file(path);
    return file == null || read.yaml(path, file).isPresent();
  }

  @Nullable YamlFile file(String path) {
    return files.get(path);
  }

  /// The documents, in the order of the files.
  List<PackageResource> resources() {
    var resources = new ArrayList<PackageResource>();
    files.forEach((path, file) -> {
      for (int i = 0; i < file.segments().size(); i++) {
        YamlDocumentText segment = file.segments().get(i);
        if (segment.source() != null) {
          resources.add(new PackageResource(path, i, segment));
        }
      }
    });
    return resources;
  }

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

    /// Whether it has the value of `fetched`, and no comment that `fetched` does not have. The
    /// marks that kpt adds to each object, and its formatting, do not count.
    boolean isUnedited(PackageResource fetched) {
      return KptMarks.without(tree()).equals(KptMarks.without(fetched.tree()))
          && !KptMarks.hasMoreComments(segment.text(), fetched.segment.text());
    }
  }
}
