package dev.japply.kpt;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// A git repository that is made for the first test and copied for the others: copying it starts no
/// process. Nothing in it may depend on where it is.
public final class GitFixture {
  private final Recipe recipe;
  private final List<Entry> entries = new ArrayList<>();
  private List<String> commits = List.of();

  /// Adds to an empty repository.
  @FunctionalInterface
  public interface Recipe {
    void make(GitFolder folder) throws Exception;
  }

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Entry(Path name, byte[] bytes, boolean executable) {}

  public GitFixture(Recipe recipe) {
    this.recipe = recipe;
  }

  /// Returns the repository with its work tree in `path`.
  public synchronized GitFolder in(Path path) throws Exception {
    GitFolder folder = GitFolder.in(path);
    if (entries.isEmpty()) {
      recipe.make(folder);
      commits = folder.git("rev-list", "--reverse", "HEAD").lines().toList();
      read(path);
    } else {
      write(path);
    }
    return folder;
  }

  /// Returns the id of a commit of `main`, the oldest of which is 0.
  public String commit(int index) {
    return commits.get(index);
  }

  private void read(Path root) throws IOException {
    try (Stream<Path> paths = Files.walk(root)) {
      for (Path path : paths.filter(Files::isRegularFile).toList()) {
        var name = root.relativize(path);
        entries.add(new Entry(name, Files.readAllBytes(path), Files.isExecutable(path)));
      }
    }
  }

  private void write(Path root) throws IOException {
    for (Entry entry : entries) {
      Path file = root.resolve(entry.name());
      Files.createDirectories(file.getParent());
      Files.write(file, entry.bytes());
      if (entry.executable() && !file.toFile().setExecutable(true)) {
        throw new IOException(file + " cannot be made executable");
      }
    }
  }
}
