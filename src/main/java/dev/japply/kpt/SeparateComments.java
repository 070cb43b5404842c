package dev.japply.kpt;

import dev.japply.kpt.UpdateConflict.Resolution;
import dev.japply.problem.Origin;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The merge of parts of a file that have only comments, such as a license before the first
/// document. If only one side changed them, they are that side's. If the versions have different
/// numbers of them and both sides changed them, they are one value.
final class SeparateComments {
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
      @Nullable YamlFile origin, @Nullable YamlFile updated, YamlFile local, boolean upstreamWins) {
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
            conflict(path, List.of(origin.get(i)), List.of(updated.get(i)), List.of(local.get(i))));
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
