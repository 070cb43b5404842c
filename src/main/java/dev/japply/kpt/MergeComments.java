package dev.japply.kpt;

import dev.japply.kpt.ManifestFiles.PackageResource;
import dev.japply.kpt.ResourceMatcher.ThreeWayObject;
import dev.japply.kpt.YamlFile.YamlDocumentText;
import dev.japply.object.ObjectKey;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value.MapValue;
import dev.japply.yaml.YamlSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// kpt's comments, which identify objects that were renamed: `metadata: # kpt-merge:
/// NAMESPACE/NAME`.
///
/// A line with another comment keeps that one. No comment is written if it would change a value.
final class MergeComments {
  static final String START = "# kpt-merge:";

  private static final FieldPath METADATA = FieldPath.root().key("metadata");
  private static final Pattern COMMENT =
      Pattern.compile("[ -]*metadata:[^#]*# *kpt-merge: *(\\S*)/(\\S+) *");
  private static final Pattern PLAIN = Pattern.compile(" *metadata:[^#]*");
  private static final Pattern NAMED = Pattern.compile("[^\\s#/]+");

  private MergeComments() {}

  /// The name that the comment of an object has; null if there is none.
  @FunctionalInterface
  private interface Names {
    @Nullable ObjectKey of(PackageResource resource);
  }

  /// Returns the package with a comment in each object, which is the object's own name if it has no
  /// comment yet.
  static PackageTree everywhere(PackageTree tree) {
    return in(tree, PackageResource::key, new ManifestFiles.Read());
  }

  /// Returns the fetched package with the comments that the local one has.
  static PackageTree like(PackageTree fetched, PackageTree local) {
    var commented = new PackageTree(local.files());
    for (var entry : local.files().entrySet()) {
      PackageFile file = entry.getValue();
      if (file.equals(fetched.file(entry.getKey())) || !file.text().contains(START)) {
        commented = commented.without(entry.getKey());
      }
    }
    if (commented.files().isEmpty()) {
      return fetched;
    }
    var read = new ManifestFiles.Read();
    Set<ObjectKey> keys = keys(resources(commented, read));
    return in(fetched, resource -> known(resource, keys), read);
  }

  /// Returns a document with the comment that `local` has.
  static PackageResource like(PackageResource document, PackageResource local) {
    ObjectKey fetched = local.fetchedKey();
    if (fetched == null) {
      return document;
    }
    return commented(document, resource -> fetched, new ManifestFiles.Read())
        .flatMap(segment -> YamlSource.parse(segment.body()))
        .map(source -> {
          int line = document.segment().line();
          var segment = new YamlDocumentText("", source.text(), source, line);
          return new PackageResource(document.path(), document.index(), segment);
        })
        .orElse(document);
  }

  /// Returns three versions of a package with the same comments.
  ///
  /// @param everywhere whether each object of upstream has one; otherwise, those that have one here
  static PackageUpdate aligned(
      PackageUpdate versions, boolean everywhere, ManifestFiles.Read read) {
    List<PackageResource> local = resources(versions.local(), read);
    if (!everywhere) {
      Set<ObjectKey> keys = keys(local);
      Names names = resource -> known(resource, keys);
      return keys.isEmpty()
          ? versions
          : new PackageUpdate(
              in(versions.origin(), names, read),
              versions.local(),
              in(versions.updated(), names, read));
    }
    var fetched = new HashMap<DocumentPlace, ObjectKey>();
    List<PackageResource> origin = resources(versions.origin(), read);
    List<PackageResource> updated = resources(versions.updated(), read);
    for (ThreeWayObject each : new MovedItems(origin, updated, local).objects()) {
      PackageResource source = each.origin() == null ? each.updated() : each.origin();
      if (source != null && each.local() != null) {
        fetched.put(
            DocumentPlace.of(each.local()),
            Objects.requireNonNullElseGet(source.fetchedKey(), source::key));
      }
    }
    return new PackageUpdate(
        in(versions.origin(), PackageResource::key, read),
        in(versions.local(), resource -> fetched.get(DocumentPlace.of(resource)), read),
        in(versions.updated(), PackageResource::key, read));
  }

  private record DocumentPlace(String path, int index) {
    static DocumentPlace of(PackageResource resource) {
      return new DocumentPlace(resource.path(), resource.index());
    }
  }

  private static @Nullable ObjectKey known(PackageResource resource, Set<ObjectKey> keys) {
    ObjectKey key = resource.key();
    return keys.contains(key) ? key : null;
  }

  private static List<PackageResource> resources(PackageTree tree, ManifestFiles.Read read) {
    return ManifestFiles.of(tree, tree.files().keySet(), read).resources();
  }

  private static Set<ObjectKey> keys(List<PackageResource> resources) {
    return resources.stream()
        .map(PackageResource::fetchedKey)
        .filter(Objects::nonNull)
        .collect(Collectors.toCollection(HashSet::new));
  }

  private static PackageTree in(PackageTree tree, Names names, ManifestFiles.Read read) {
    ManifestFiles files = ManifestFiles.of(tree, tree.files().keySet(), read);
    PackageTree result = tree;
    for (Map.Entry<String, YamlFile> entry : files.files().entrySet()) {
      String path = entry.getKey();
      var segments = new ArrayList<YamlDocumentText>(entry.getValue().segments());
      boolean changed = false;
      for (int i = 0; i < segments.size(); i++) {
        Optional<YamlDocumentText> commented =
            commented(new PackageResource(path, i, segments.get(i)), names, read);
        if (commented.isPresent()) {
          segments.set(i, commented.get());
          changed = true;
        }
      }
      PackageFile file = tree.file(path);
      if (changed && file != null) {
        result = result.with(path, entry.getValue().with(file, segments));
      }
    }
    return result;
  }

  private static Optional<YamlDocumentText> commented(
      PackageResource resource, Names names, ManifestFiles.Read read) {
    YamlDocumentText segment = resource.segment();
    if (!segment.isResource() || !(METADATA.in(segment.value()) instanceof MapValue)) {
      return Optional.empty();
    }
    String line = metadataLine(segment);
    ObjectKey key = names.of(resource);
    if (key == null || !isWritable(key) || !PLAIN.matcher(line).matches()) {
      return Optional.empty();
    }
    int end = start(segment) + line.length();
    String comment = " " + START + " " + key.namespace() + "/" + key.name();
    String body = segment.body().substring(0, end) + comment + segment.body().substring(end);
    return read.document(body)
        .filter(document -> document.value().equals(segment.value()))
        .map(document -> segment.with(body));
  }

  /// Returns the key of an object when it was fetched; null if the line has no comment about it.
  ///
  /// @param key its key now
  /// @param line the line where its metadata begins
  static @Nullable ObjectKey fetchedKey(ObjectKey key, String line) {
    Matcher comment = COMMENT.matcher(line);
    return comment.matches()
        ? new ObjectKey(key.group(), key.kind(), comment.group(1), comment.group(2))
        : null;
  }

  private static boolean isWritable(ObjectKey key) {
    return NAMED.matcher(key.name()).matches()
        && (key.namespace().isEmpty() || NAMED.matcher(key.namespace()).matches());
  }

  /// Returns the line where the metadata of an object begins.
  static String metadataLine(YamlDocumentText segment) {
    int start = start(segment);
    int end = segment.body().indexOf('\n', start);
    return segment.body().substring(start, end < 0 ? segment.body().length() : end);
  }

  private static int start(YamlDocumentText segment) {
    YamlSource document = segment.document();
    int at = 0;
    for (int line = document.line(METADATA); line > 1; line--) {
      at = document.text().indexOf('\n', at) + 1;
    }
    return at;
  }
}
