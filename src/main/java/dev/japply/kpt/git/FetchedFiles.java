package dev.japply.kpt.git;

import dev.japply.kpt.PackageTree;
import java.util.List;

/// The files of a package, and what git has in its directory besides.
///
/// @param skipped symbolic links, submodules, and files whose names are not UTF-8
public record FetchedFiles(PackageTree tree, List<String> skipped) {
  public FetchedFiles {
    skipped = List.copyOf(skipped);
  }
}
