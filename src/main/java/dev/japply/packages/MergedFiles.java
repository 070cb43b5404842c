package dev.japply.packages;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// The result of a merge of packages.
///
/// @param files the contents of the files, by path
/// @param conflicts the conflicting changes, ordered by file and line
public record MergedFiles(SortedMap<String, String> files, List<EditConflict> conflicts) {
  public MergedFiles {
    files = Collections.unmodifiableSortedMap(new TreeMap<>(files));
    conflicts = List.copyOf(conflicts);
  }

  /// The paths of the files and the conflicts.
  @Override
  public String toString() {
    return files.keySet() + ", conflicts " + conflicts;
  }
}
