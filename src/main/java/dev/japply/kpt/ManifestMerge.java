package dev.japply.kpt;

import dev.japply.kpt.ManifestFiles.PackageResource;
import dev.japply.kpt.UpdateConflict.Resolution;
import dev.japply.kpt.YamlFile.YamlDocumentText;
import dev.japply.problem.Origin;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The manifests after a merge: the local files with changed, deleted and added objects.
///
/// A file that one side alone changed is that side's, byte for byte.
final class ManifestMerge {
  private final ManifestFiles before;
  private final ManifestFiles theirs;
  private final ManifestFiles ours;
  private final boolean upstreamWins;
  private final List<UpdateConflict> conflicts = new ArrayList<>();

  /// The texts of remaining documents, by file and segment of the local version.
  private final Map<String, Map<Integer, String>> kept = new HashMap<>();

  /// The texts of added documents, by file and segment of upstream's version.
  private final Map<String, Map<Integer, String>> added = new HashMap<>();

  /// @param upstreamWins whether upstream's comments win where both sides changed them
  ManifestMerge(
      ManifestFiles before, ManifestFiles theirs, ManifestFiles ours, boolean upstreamWins) {
    this.before = before;
    this.theirs = theirs;
    this.ours = ours;
    this.upstreamWins = upstreamWins;
  }

  /// Comments between documents that both sides changed.
  List<UpdateConflict> conflicts() {
    return conflicts;
  }

  /// Keeps a local document where it is, with that text.
  void keep(PackageResource local, String text) {
    put(kept, local, text);
  }

  /// Adds a document of upstream at its position there, with that text.
  void add(PackageResource updated, String text) {
    put(added, updated, text);
  }

  private static void put(
      Map<String, Map<Integer, String>> texts, PackageResource resource, String text) {
    texts.computeIfAbsent(resource.path(), none -> new HashMap<>()).put(resource.index(), text);
  }

  /// The file at `path`; null when nothing is to be there.
  @Nullable PackageFile file(String path) {
    PackageFile local = ours.tree().file(path);
    PackageFile updated = theirs.tree().file(path);
    PackageFile origin = before.tree().file(path);
    YamlFile here = ours.file(path);
    YamlFile upstream = theirs.file(path);
    boolean untouched = local != null && local.equals(origin);
    if (untouched && updated != null && upstream != null && isUpstreams(path, upstream)) {
      return updated;
    }
    if (local == null || here == null) {
      boolean nothing = origin != null || (upstream != null && !isEmpty(upstream));
      return updated == null || upstream == null || (nothing && !added.containsKey(path))
          ? null
          : only(updated, upstream, at(added, path));
    }
    List<YamlDocumentText> segments = segments(path, here, upstream);
    boolean empty = segments.stream().allMatch(segment -> segment.source() == null);
    boolean wasEmpty = isEmpty(here);
    boolean goes = empty && (!wasEmpty || (untouched && updated == null));
    PackageFile result = here.with(local, segments);
    return goes && !hasOwnComments(result, origin)
        ? null
        : origin == null || updated == null ? result : withMode(result, origin, updated);
  }

  /// Whether it has nothing but comments.
  private static boolean isEmpty(YamlFile file) {
    return file.segments().stream().allMatch(segment -> segment.source() == null);
  }

  /// Whether what remains of a local file has comments that were not fetched.
  private static boolean hasOwnComments(PackageFile rest, @Nullable PackageFile origin) {
    return KptMarks.hasMoreComments(rest.text(), origin == null ? "" : origin.text());
  }

  private static PackageFile withMode(PackageFile file, PackageFile origin, PackageFile updated) {
    return updated.executable() == origin.executable()
        ? file
        : new PackageFile(file.bytes(), updated.executable());
  }

  private static Map<Integer, String> at(Map<String, Map<Integer, String>> texts, String path) {
    return texts.getOrDefault(path, Map.of());
  }

  /// Whether the file becomes what it is upstream: all that is there is what came of the merge, and
  /// nothing else.
  private boolean isUpstreams(String path, YamlFile upstream) {
    var texts = new ArrayList<String>(at(kept, path).values());
    texts.addAll(at(added, path).values());
    List<String> wanted =
        new ArrayList<>(
            upstream.segments().stream()
                .filter(segment -> segment.source() != null)
                .map(YamlDocumentText::body)
                .toList());
    texts.sort(null);
    wanted.sort(null);
    return texts.equals(wanted);
  }

  /// Returns upstream's file, reduced to the documents that belong here.
  private static PackageFile only(PackageFile file, YamlFile upstream, Map<Integer, String> texts) {
    var segments = new ArrayList<YamlDocumentText>();
    for (int i = 0; i < upstream.segments().size(); i++) {
      YamlDocumentText segment = upstream.segments().get(i);
      String text = texts.get(i);
      if (text != null) {
        segments.add(segment.with(text));
      } else if (segment.source() == null) {
        segments.add(segment);
      }
    }
    return segments.size() == upstream.segments().size()
        ? upstream.with(file, segments)
        : upstream.with(file, begun(segments));
  }

  /// A file does not begin with the line between documents, unless it did.
  private static List<YamlDocumentText> begun(List<YamlDocumentText> segments) {
    YamlDocumentText first = segments.getFirst();
    var begun = new ArrayList<>(segments);
    begun.set(0, first.behind(""));
    return begun;
  }

  private List<YamlDocumentText> segments(String path, YamlFile here, @Nullable YamlFile upstream) {
    Map<Integer, String> texts = at(kept, path);
    var comments = new SeparateComments(before.file(path), upstream, here, upstreamWins);
    conflicts.addAll(comments.conflicts(path));
    var segments = new ArrayList<YamlDocumentText>();
    Set<Integer> gone = new HashSet<>();
    for (int i = 0; i < here.segments().size(); i++) {
      YamlDocumentText segment = here.segments().get(i);
      String text = texts.get(i);
      if (text != null) {
        segments.add(segment.body().equals(text) ? segment : segment.with(text));
      } else if (segment.source() == null) {
        Optional<YamlDocumentText> merged = comments.merged(i, segment);
        if (merged.isPresent()) {
          segments.add(merged.get());
        } else {
          gone.add(i);
        }
      } else {
        gone.add(i);
      }
    }
    if (!gone.isEmpty() && !segments.isEmpty() && gone.contains(0)) {
      segments = new ArrayList<>(begun(segments));
    }
    if (upstream != null) {
      insert(segments, upstream, at(added, path));
      for (int i : comments.added()) {
        insertComments(segments, upstream, i);
      }
    }
    return segments;
  }

  /// Puts comments of upstream behind the document that they follow there.
  private static void insertComments(
      List<YamlDocumentText> segments, YamlFile upstream, int index) {
    boolean isFirst =
        upstream.segments().subList(0, index).stream().allMatch(each -> each.source() == null);
    int at = isFirst ? 0 : behind(segments, upstream, index);
    while (at < segments.size() && segments.get(at).source() == null) {
      at++;
    }
    YamlDocumentText fresh = upstream.segments().get(index);
    insert(segments, at, new YamlDocumentText("", ended(fresh.body()), null, fresh.line()));
  }

  /// Puts upstream's new documents behind those that they follow upstream.
  private static void insert(
      List<YamlDocumentText> segments, YamlFile upstream, Map<Integer, String> texts) {
    for (int i = 0; i < upstream.segments().size(); i++) {
      String text = texts.get(i);
      if (text == null) {
        continue;
      }
      YamlDocumentText fresh = upstream.segments().get(i);
      insert(
          segments,
          behind(segments, upstream, i),
          new YamlDocumentText("", ended(text), fresh.source(), fresh.line()));
    }
  }

  private static void insert(List<YamlDocumentText> segments, int at, YamlDocumentText fresh) {
    if (at > 0) {
      YamlDocumentText previous = segments.get(at - 1);
      if (!previous.body().isEmpty() && !previous.body().endsWith("\n")) {
        segments.set(at - 1, previous.with(previous.body() + "\n"));
      }
    }
    boolean first = at == 0;
    segments.add(at, first ? fresh : fresh.behind("---\n"));
    if (first && segments.size() > 1 && segments.get(1).separator().isEmpty()) {
      segments.set(1, segments.get(1).behind("---\n"));
    }
  }

  private static String ended(String text) {
    return text.endsWith("\n") ? text : text + "\n";
  }

  private static int behind(List<YamlDocumentText> segments, YamlFile upstream, int index) {
    for (int i = index - 1; i >= 0; i--) {
      YamlDocumentText before = upstream.segments().get(i);
      if (before.source() == null) {
        continue;
      }
      var key = new PackageResource("", i, before).key();
      for (int j = 0; j < segments.size(); j++) {
        YamlDocumentText segment = segments.get(j);
        if (segment.source() != null && new PackageResource("", i, segment).key().equals(key)) {
          return j + 1;
        }
      }
    }
    return segments.size();
  }

  /// The merge of parts of a file that have only comments, such as a license before the first
  /// document. If only one side changed them, they are that side's. If the versions have different
  /// numbers of them and both sides changed them, they are one value.
  private static final class SeparateComments {
    private final List<Comments> origin;
    private final List<Comments> updated;
    private final List<Comments> local;
    private final boolean upstreamWins;

    /// A part with comments.
    ///
    /// @param index its position in the file
    private record Comments(int index, String text, int line) {}

    /// @param origin null if there was no such file; `updated` if there is none
    SeparateComments(
        @Nullable YamlFile origin,
        @Nullable YamlFile updated,
        YamlFile local,
        boolean upstreamWins) {
      this.local = of(local);
      this.origin = origin == null ? List.of() : of(origin);
      this.updated = updated == null ? this.origin : of(updated);
      this.upstreamWins = upstreamWins;
    }

    private static List<Comments> of(YamlFile file) {
      var found = new ArrayList<Comments>();
      for (int i = 0; i < file.segments().size(); i++) {
        YamlDocumentText segment = file.segments().get(i);
        if (segment.source() == null && !segment.body().isBlank()) {
          found.add(new Comments(i, segment.body(), segment.line()));
        }
      }
      return found;
    }

    private static List<String> texts(List<Comments> parts) {
      return parts.stream().map(Comments::text).toList();
    }

    private boolean isChangedUpstream() {
      return !texts(updated).equals(texts(origin)) && !texts(updated).equals(texts(local));
    }

    private boolean isPaired() {
      return origin.size() == local.size() && updated.size() == local.size();
    }

    private boolean areReplaced() {
      return isChangedUpstream()
          && !isPaired()
          && (upstreamWins || texts(local).equals(texts(origin)));
    }

    /// Returns the part at a position of the local file after the merge; empty if it is gone.
    Optional<YamlDocumentText> merged(int index, YamlDocumentText part) {
      if (part.body().isBlank() || !isChangedUpstream()) {
        return Optional.of(part);
      }
      if (!isPaired()) {
        return areReplaced() ? Optional.empty() : Optional.of(part);
      }
      for (int i = 0; i < local.size(); i++) {
        if (local.get(i).index() == index) {
          String before = origin.get(i).text();
          String theirs = updated.get(i).text();
          boolean isTheirs = upstreamWins || part.body().equals(before);
          return Optional.of(isTheirs && !theirs.equals(before) ? part.with(theirs) : part);
        }
      }
      return Optional.of(part);
    }

    /// Returns the positions of the parts of upstream's file that the local file gets.
    List<Integer> added() {
      return areReplaced() ? updated.stream().map(Comments::index).toList() : List.of();
    }

    /// Returns the comments that both sides changed.
    List<UpdateConflict> conflicts(String path) {
      if (!isChangedUpstream() || texts(local).equals(texts(origin))) {
        return List.of();
      }
      if (!isPaired()) {
        return List.of(conflict(path, origin, updated, local));
      }
      var conflicts = new ArrayList<UpdateConflict>();
      for (int i = 0; i < local.size(); i++) {
        String mine = local.get(i).text();
        String before = origin.get(i).text();
        String theirs = updated.get(i).text();
        if (!mine.equals(before) && !theirs.equals(before) && !mine.equals(theirs)) {
          conflicts.add(
              conflict(
                  path, List.of(origin.get(i)), List.of(updated.get(i)), List.of(local.get(i))));
        }
      }
      return conflicts;
    }

    private UpdateConflict conflict(
        String path, List<Comments> before, List<Comments> theirs, List<Comments> mine) {
      int line = mine.isEmpty() ? 0 : mine.getFirst().line();
      return new UpdateConflict(
          new Origin(path, line, 0),
          "",
          "",
          joined(before),
          joined(theirs),
          joined(mine),
          upstreamWins ? Resolution.UPSTREAM : Resolution.LOCAL);
    }

    private static String joined(List<Comments> parts) {
      return parts.stream().map(Comments::text).collect(Collectors.joining());
    }
  }
}
