package dev.japply.kpt.git;

import dev.japply.kpt.PackageFile;
import dev.japply.kpt.PackagePath;
import dev.japply.kpt.PackageTree;
import dev.japply.kpt.git.Git.Output;
import dev.japply.kpt.git.GitRepository.FetchedFiles;
import dev.japply.problem.ByteLimit;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Reads the files of a commit as they are stored: no filter and no line end of this machine
/// changes a byte.
record GitTree(Git git, Path directory, Owner owner) {
  private static final String EXECUTABLE = "100755";
  private static final String BLOB = "blob";
  private static final String LINK = "120000";

  /// The overhead of a file besides its bytes, on a disk or in git's output.
  private static final int OVERHEAD = 4096;

  /// So many bytes are read in one run.
  private static final int BATCH = 1 << 23;

  enum Owner {
    /// A repository of the cache.
    CACHE,
    /// The user's, which may be a partial clone, so that no size of a file is known.
    USER
  }

  GitTree(Git git, Path directory) {
    this(git, directory, Owner.CACHE);
  }

  Output read(byte[] input, List<String> arguments) {
    return switch (owner) {
      case CACHE -> git.read(directory, input, arguments);
      case USER -> git.readAround(directory, input, arguments);
    };
  }

  Output read(String... arguments) {
    return read(new byte[0], List.of(arguments));
  }

  /// A line of `git ls-tree --long`.
  ///
  /// @param size the size of a file in bytes; 0 for other entries, and if it is not known
  record TreeEntry(String mode, String type, String id, long size, String path) {
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
  Optional<List<TreeEntry>> list(String commit, String path) {
    String tree = commit + ":" + path;
    Output listed =
        switch (owner) {
          case CACHE -> read("ls-tree", "-r", "-l", "-z", tree);
          case USER -> read("ls-tree", "-r", "-z", "--full-tree", tree);
        };
    if (!listed.isGood()) {
      return Optional.empty();
    }
    List<TreeEntry> entries = entries(listed.text());
    if (owner == Owner.CACHE) {
      entries.forEach(GitTree::requireInside);
    }
    return Optional.of(entries);
  }

  /// The files below `path`; empty when that is no directory of the commit.
  Optional<FetchedFiles> read(String commit, String path) {
    return list(commit, path).map(this::fetched);
  }

  private FetchedFiles fetched(List<TreeEntry> entries) {
    List<TreeEntry> files = entries.stream().filter(GitTree::isPackageFile).toList();
    requireNoRepository(files);
    requireSmall(files);
    var tree = new TreeMap<String, PackageFile>();
    var contents = new Contents(blobs(files));
    for (TreeEntry file : files) {
      tree.put(file.path(), new PackageFile(contents.next(), file.mode().equals(EXECUTABLE)));
    }
    List<String> skipped =
        entries.stream().filter(entry -> !isPackageFile(entry)).map(TreeEntry::path).toList();
    return new FetchedFiles(new PackageTree(tree), skipped);
  }

  private static boolean isPackageFile(TreeEntry entry) {
    return entry.isFile() && PackagePath.isText(entry.path());
  }

  private static List<TreeEntry> entries(String listing) {
    var entries = new ArrayList<TreeEntry>();
    for (String line : listing.split("\0", -1)) {
      int tab = line.indexOf('\t');
      if (tab > 0) {
        String[] words = line.substring(0, tab).split(" +", -1);
        boolean isSized = words.length > 3 && !words[3].equals("-");
        long size = isSized ? Long.parseLong(words[3]) : 0;
        entries.add(new TreeEntry(words[0], words[1], words[2], size, line.substring(tab + 1)));
      }
    }
    return entries;
  }

  /// Rejects paths outside the package, since the repository may be malicious.
  private static void requireInside(TreeEntry entry) {
    if (!PackagePath.isInside(entry.path())) {
      throw new JapplyException(
          "the package has a file named \"" + entry.path() + "\"",
          "a package must not write outside of its directory");
    }
  }

  /// Rejects files that git would take for a repository. The next git command there would run the
  /// programs in its configuration.
  private static void requireNoRepository(List<TreeEntry> files) {
    var paths = new TreeSet<String>();
    files.forEach(file -> paths.add(file.path()));
    for (String path : paths) {
      String directory = path.substring(0, path.lastIndexOf('/') + 1);
      if (path.equals(directory + "HEAD")
          && isThere(paths, directory + "objects/")
          && isThere(paths, directory + "refs/")) {
        throw new JapplyException(
            "the package holds a git repository: \"" + path + "\"",
            "report it to its author: git runs programs that such a repository names");
      }
    }
  }

  private static boolean isThere(TreeSet<String> paths, String directory) {
    String next = paths.ceiling(directory);
    return next != null && next.startsWith(directory);
  }

  private void requireSmall(List<TreeEntry> files) {
    try {
      git.most().check(files.stream().mapToLong(file -> file.size() + OVERHEAD).sum());
    } catch (ByteLimit.Exceeded e) {
      throw new JapplyException(
          Problem.error(Origin.NONE, "the package is " + e.getMessage(), ""), e);
    }
  }

  /// Reads files by the ids of their contents, in few runs of git. Leaves out those that are not
  /// there or too large.
  Map<String, byte[]> contents(Collection<String> ids) {
    var wanted = new LinkedHashSet<>(ids);
    if (wanted.isEmpty()) {
      return Map.of();
    }
    var contents = new HashMap<String, byte[]>();
    String format = "--batch-check=%(objectname) %(objecttype) %(objectsize)";
    var batch = new ArrayList<String>();
    long size = 0;
    for (String line : read(lines(wanted), List.of("cat-file", format)).text().lines().toList()) {
      String[] words = line.split(" ", -1);
      long bytes = words.length == 3 && words[1].equals(BLOB) ? Long.parseLong(words[2]) : -1;
      if (bytes < 0 || bytes > BATCH) {
        continue;
      }
      if (size + bytes > BATCH) {
        contents.putAll(batch(batch));
        batch.clear();
        size = 0;
      }
      batch.add(words[0]);
      size += bytes + words[0].length();
    }
    contents.putAll(batch(batch));
    return contents;
  }

  private Map<String, byte[]> batch(List<String> ids) {
    var contents = new HashMap<String, byte[]>();
    if (!ids.isEmpty()) {
      var read = new Contents(read(lines(ids), List.of("cat-file", "--batch")).out());
      ids.forEach(id -> contents.put(id, read.next()));
    }
    return contents;
  }

  private static byte[] lines(Collection<String> ids) {
    return ids.stream()
        .map(id -> id + "\n")
        .collect(Collectors.joining())
        .getBytes(StandardCharsets.UTF_8);
  }

  private byte[] blobs(List<TreeEntry> files) {
    byte[] input = lines(files.stream().map(TreeEntry::id).toList());
    return read(input, List.of("cat-file", "--batch")).out();
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
