package dev.japply.packages;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// What a merge of packages came to.
///
/// @param files the texts of the files, by their paths
/// @param conflicts what both sides changed, by files and lines
public record MergedFiles(SortedMap<String, String> files, List<EditConflict> conflicts) {
  public MergedFiles {
    files = Collections.unmodifiableSortedMap(new TreeMap<>(files));
    conflicts = List.copyOf(conflicts);
  }
}
