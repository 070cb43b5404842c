package dev.japply.kpt.git;

import dev.japply.kpt.git.Git.Answer;
import dev.japply.kpt.git.GitTree.Entry;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The files of a commit. Contents are read on request, since a build needs little of a large
/// repository.
public final class CommitTree {
  private static final String MODULES = ".gitmodules";

  private final GitTree git;
  private final String commit;
  private final Map<String, Item> items;
  private final Map<String, String> modules = new LinkedHashMap<>();

  /// An item at a path.
  public sealed interface Item {

    /// A file.
    ///
    /// @param id the name of its content
    record File(String id) implements Item {}

    /// A symbolic link.
    ///
    /// @param id object name of the link's target path
    record Link(String id) implements Item {}

    /// Another repository, as the submodules of git are.
    ///
    /// @param commit the commit of that repository
    record Module(String commit) implements Item {}
  }

  private CommitTree(GitTree git, String commit, Map<String, Item> items) {
    this.git = git;
    this.commit = commit;
    this.items = items;
  }

  static CommitTree of(GitTree git, String commit) {
    var items = new TreeMap<String, Item>();
    for (Entry entry : git.list(commit, "").orElse(List.of())) {
      items.put(entry.path(), item(entry));
    }
    return new CommitTree(git, commit, items);
  }

  private static Item item(Entry entry) {
    if (entry.isLink()) {
      return new Item.Link(entry.id());
    }
    return entry.isFile() ? new Item.File(entry.id()) : new Item.Module(entry.id());
  }

  /// All items by their paths.
  public Map<String, Item> items() {
    return Map.copyOf(items);
  }

  public byte[] content(Item.File file) {
    return blob(file.id());
  }

  /// Returns the target of a symbolic link.
  public String target(Item.Link link) {
    return new String(blob(link.id()), StandardCharsets.UTF_8);
  }

  private byte[] blob(String id) {
    Answer answer = git.git().read(git.directory(), "cat-file", "blob", id);
    if (!answer.isGood()) {
      throw new JapplyException(
          Problem.error(
              Origin.of(git.directory().toString()),
              "the fetched repository cannot be read: " + answer.err().strip(),
              "remove the directory, so that it is fetched again"));
    }
    return answer.out();
  }

  /// The address of the submodule at a path, as its repository has it; empty when that names none.
  public Optional<String> module(String path) {
    if (modules.isEmpty() && items.get(MODULES) instanceof Item.File) {
      readModules();
    }
    return Optional.ofNullable(modules.get(path));
  }

  /// Takes down the address of each path. git lists `submodule.NAME.path` and its value in two
  /// lines, and ends each with a NUL.
  private void readModules() {
    String blob = commit + ":" + MODULES;
    Answer answer = git.git().read(git.directory(), "config", "--blob", blob, "--list", "-z");
    var paths = new LinkedHashMap<String, String>();
    var addresses = new LinkedHashMap<String, String>();
    for (String entry : answer.text().split("\0", -1)) {
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
