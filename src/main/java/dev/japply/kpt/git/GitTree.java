package dev.japply.kpt.git;

import dev.japply.kpt.PackageFile;
import dev.japply.kpt.PackagePath;
import dev.japply.kpt.PackageTree;
import dev.japply.kpt.git.Git.Answer;
import dev.japply.problem.ByteLimit;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/// Reads the files of a commit as they are stored: no filter and no line end of this machine
/// changes a byte.
///
/// @param directory the repository
record GitTree(Git git, Path directory) {
  private static final String EXECUTABLE = "100755";
  private static final String BLOB = "blob";
  private static final String LINK = "120000";

  /// The overhead of a file besides its bytes, on a disk or in git's output.
  private static final int OVERHEAD = 4096;

  /// A line of `git ls-tree --long`.
  ///
  /// @param size the size of a file in bytes; 0 for other entries
  record Entry(String mode, String type, String id, long size, String path) {
    boolean isFile() {
      return type.equals(BLOB) && !isLink();
    }

    boolean isLink() {
      return mode.equals(LINK);
    }
  }

  /// Lists the files below `path`; empty if it is not a directory of the commit.
  ///
  /// @throws JapplyException if a name in it leads outside
  Optional<List<Entry>> list(String commit, String path) {
    Answer listed = git.read(directory, "ls-tree", "-r", "-l", "-z", commit + ":" + path);
    if (!listed.isGood()) {
      return Optional.empty();
    }
    List<Entry> entries = entries(listed.text());
    entries.forEach(GitTree::requireInside);
    return Optional.of(entries);
  }

  /// The files below `path`; empty when that is no directory of the commit.
  Optional<FetchedFiles> read(String commit, String path) {
    return list(commit, path).map(this::fetched);
  }

  private FetchedFiles fetched(List<Entry> entries) {
    List<Entry> files = entries.stream().filter(Entry::isFile).toList();
    requireNoRepository(files);
    requireSmall(files);
    var tree = new TreeMap<String, PackageFile>();
    var contents = new Contents(blobs(files));
    for (Entry file : files) {
      tree.put(file.path(), new PackageFile(contents.next(), file.mode().equals(EXECUTABLE)));
    }
    List<String> skipped =
        entries.stream().filter(entry -> !entry.isFile()).map(Entry::path).toList();
    return new FetchedFiles(new PackageTree(tree), skipped);
  }

  private static List<Entry> entries(String listing) {
    var entries = new ArrayList<Entry>();
    for (String line : listing.split("\0", -1)) {
      int tab = line.indexOf('\t');
      if (tab > 0) {
        String[] words = line.substring(0, tab).split(" +", -1);
        long size = words[3].equals("-") ? 0 : Long.parseLong(words[3]);
        entries.add(new Entry(words[0], words[1], words[2], size, line.substring(tab + 1)));
      }
    }
    return entries;
  }

  /// Rejects paths outside the package, since the repository may be malicious.
  private static void requireInside(Entry entry) {
    if (!PackagePath.isInside(entry.path())) {
      throw new JapplyException(
          Problem.error(
              Origin.NONE,
              "the package has a file named \"" + entry.path() + "\"",
              "a package must not write outside of its directory"));
    }
  }

  /// Rejects files that git would take for a repository. The next git command there would run the
  /// programs in its configuration.
  private static void requireNoRepository(List<Entry> files) {
    var paths = new TreeSet<String>();
    files.forEach(file -> paths.add(file.path()));
    for (String path : paths) {
      String directory = path.substring(0, path.lastIndexOf('/') + 1);
      if (path.equals(directory + "HEAD")
          && isThere(paths, directory + "objects/")
          && isThere(paths, directory + "refs/")) {
        throw new JapplyException(
            Problem.error(
                Origin.NONE,
                "the package holds a git repository: \"" + path + "\"",
                "report it to its author: git runs programs that such a repository names"));
      }
    }
  }

  private static boolean isThere(TreeSet<String> paths, String directory) {
    String next = paths.ceiling(directory);
    return next != null && next.startsWith(directory);
  }

  private void requireSmall(List<Entry> files) {
    try {
      git.most().check(files.stream().mapToLong(file -> file.size() + OVERHEAD).sum());
    } catch (ByteLimit.Exceeded e) {
      throw new JapplyException(
          Problem.error(Origin.NONE, "the package is " + e.getMessage(), ""), e);
    }
  }

  private byte[] blobs(List<Entry> files) {
    var ids = new StringBuilder();
    files.forEach(file -> ids.append(file.id()).append('\n'));
    byte[] input = ids.toString().getBytes(StandardCharsets.UTF_8);
    return git.read(directory, input, List.of("cat-file", "--batch")).out();
  }

  /// The contents in the output of `git cat-file --batch`. Each follows a line that ends with its
  /// size.
  private static final class Contents {
    private final byte[] bytes;
    private int at;

    Contents(byte[] bytes) {
      this.bytes = bytes;
    }

    byte[] next() {
      int start = at;
      while (bytes[at] != '\n') {
        at++;
      }
      String header = new String(bytes, start, at - start, StandardCharsets.UTF_8);
      int size = Integer.parseInt(header.substring(header.lastIndexOf(' ') + 1));
      int from = at + 1;
      at = from + size + 1;
      return Arrays.copyOfRange(bytes, from, from + size);
    }
  }
}
