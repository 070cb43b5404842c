package dev.japply.kpt.git;

import dev.japply.kpt.git.Git.Output;
import dev.japply.kpt.git.GitTree.TreeEntry;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/// The files of a commit. Contents are read on request, since a build needs little of a large
/// repository.
public final class CommitTree {
  private static final String MODULES = ".gitmodules";

  private final GitTree git;
  private final String commit;
  private final Map<String, CommitEntry> items;
  private final Map<String, String> modules = new LinkedHashMap<>();
  private final Map<String, byte[]> loaded = new ConcurrentHashMap<>();

  public sealed interface CommitEntry {

    /// A file.
    ///
    /// @param id the name of its content
    record File(String id) implements CommitEntry {}

    /// A symbolic link.
    ///
    /// @param id object name of the link's target path
    record Link(String id) implements CommitEntry {}

    /// Another repository, as the submodules of git are.
    record Module(String commit) implements CommitEntry {}
  }

  private CommitTree(GitTree git, String commit, Map<String, CommitEntry> items) {
    this.git = git;
    this.commit = commit;
    this.items = items;
  }

  static CommitTree of(GitTree git, String commit) {
    var items = new TreeMap<String, CommitEntry>();
    List<TreeEntry> entries =
        git.list(commit, "")
            .orElseGet(() -> {
              if (git.owner() == GitTree.Owner.CACHE) {
                return List.of();
              }
              throw new JapplyException(
                  Origin.of(git.directory().toString()),
                  "the repository has no files of commit " + commit,
                  "git fetch it as a whole");
            });
    for (TreeEntry entry : entries) {
      items.put(entry.path(), item(entry));
    }
    return new CommitTree(git, commit, items);
  }

  private static CommitEntry item(TreeEntry entry) {
    if (entry.isLink()) {
      return new CommitEntry.Link(entry.id());
    }
    return entry.isFile() ? new CommitEntry.File(entry.id()) : new CommitEntry.Module(entry.id());
  }

  /// All items by their paths.
  public Map<String, CommitEntry> items() {
    return Map.copyOf(items);
  }

  public byte[] content(CommitEntry.File file) {
    return blob(file.id());
  }

  public String target(CommitEntry.Link link) {
    return new String(blob(link.id()), StandardCharsets.UTF_8);
  }

  /// Reads files in few runs of git. Those that cannot be read fail later, by themselves.
  public void load(Collection<CommitEntry.File> files) {
    loaded.putAll(
        git.contents(
            files.stream()
                .map(CommitEntry.File::id)
                .filter(id -> !loaded.containsKey(id))
                .toList()));
  }

  private byte[] blob(String id) {
    byte[] known = loaded.get(id);
    if (known != null) {
      return known;
    }
    Output output = git.read("cat-file", "blob", id);
    if (!output.isGood()) {
      throw unreadable(id, output.err().strip());
    }
    return output.out();
  }

  private JapplyException unreadable(String id, String reason) {
    Origin place = Origin.of(git.directory().toString());
    return new JapplyException(
        switch (git.owner()) {
          case CACHE ->
              Problem.error(
                  place,
                  "the fetched repository cannot be read: " + reason,
                  "remove the directory, so that it is fetched again");
          case USER ->
              Problem.error(
                  place,
                  "the repository has no object " + id + ", as a partial clone: " + reason,
                  "git fetch the commit with all files, as with --refetch --no-filter");
        });
  }

  /// The address of the submodule at a path, as its repository has it; empty when that names none.
  public Optional<String> module(String path) {
    if (modules.isEmpty() && items.get(MODULES) instanceof CommitEntry.File) {
      readModules();
    }
    return Optional.ofNullable(modules.get(path));
  }

  /// Takes down the address of each path. git lists `submodule.NAME.path` and its value in two
  /// lines, and ends each with a NUL.
  private void readModules() {
    String blob = commit + ":" + MODULES;
    Output output = git.read("config", "--blob", blob, "--list", "-z");
    var paths = new LinkedHashMap<String, String>();
    var addresses = new LinkedHashMap<String, String>();
    for (String entry : output.text().split("\0", -1)) {
      int end = entry.indexOf('\n');
      String key = end < 0 ? entry : entry.substring(0, end);
      String value = end < 0 ? "" : entry.substring(end + 1);
      if (key.startsWith("submodule.") && key.endsWith(".path")) {
        paths.put(key.substring(0, key.length() - ".path".length()), value);
      } else if (key.startsWith("submodule.") && key.endsWith(".url")) {
        addresses.put(key.substring(0, key.length() - ".url".length()), value);
      }
    }
    paths.forEach((name, path) -> modules.put(path, addresses.getOrDefault(name, "")));
  }
}
