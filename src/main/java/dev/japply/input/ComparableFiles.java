package dev.japply.input;

import dev.japply.kpt.git.Checkout;
import dev.japply.kustomize.load.FileSystem;
import dev.japply.problem.ByteLimit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The files of a working tree that a comparison may show. The comment of a pull request must have
/// neither git's own files, such as a configuration with a token, nor those that git ignores.
final class ComparableFiles implements FileSystem {
  private static final String GIT = ".git";

  private final FileSystem files;
  private final Checkout checkout;
  private final Set<String> tracked;
  private final Set<String> listed;
  private final Set<String> named = ConcurrentHashMap.newKeySet();
  private final Map<Path, ComparableFiles> modules = new ConcurrentHashMap<>();

  /// @param tracked paths of files of the compared commit, which are no files of git
  /// @param listed paths of files that git does not ignore
  ComparableFiles(
      FileSystem files, Checkout checkout, Collection<String> tracked, Collection<String> listed) {
    this.files = files;
    this.checkout = checkout;
    this.tracked = new HashSet<>(tracked);
    this.listed = new HashSet<>(listed);
  }

  /// Allows an ignored file that the user has named.
  ///
  /// @param real its path behind links
  void allow(Path real) {
    if (real.startsWith(checkout.top())) {
      named.add(relative(real));
    }
  }

  @Override
  public Path real(Path path) throws IOException {
    return files.real(path);
  }

  @Override
  public Path real(Path directory, String path) throws IOException {
    return files.real(directory, path);
  }

  @Override
  public boolean isFolder(Path real) {
    return files.isFolder(real);
  }

  @Override
  public byte[] read(Path real, ByteLimit limit) throws IOException {
    require(real);
    return files.read(real, limit);
  }

  @Override
  public String name(Path shown) {
    return files.name(shown);
  }

  private void require(Path real) throws IOException {
    if (!real.startsWith(checkout.top())) {
      return;
    }
    String path = relative(real);
    for (Path part : checkout.top().relativize(real)) {
      if (part.toString().equalsIgnoreCase(GIT)) {
        throw ofGit();
      }
    }
    boolean isListed = listed.contains(path) || named.contains(path);
    if (isListed && tracked.contains(path)) {
      return;
    }
    if (checkout.directories().stream().anyMatch(real::startsWith)) {
      throw ofGit();
    }
    if (!isListed && Files.exists(real)) {
      requireInModule(real);
    }
  }

  /// Checks a file by the submodule that has it.
  private void requireInModule(Path real) throws IOException {
    Path top = checkout.top();
    for (Path part : top.relativize(real)) {
      top = top.resolve(part);
      if (!top.equals(real) && Files.exists(top.resolve(GIT))) {
        String path = relative(top);
        if (!listed.contains(path) && checkout.isIgnored(path)) {
          break;
        }
        modules.computeIfAbsent(top, module -> inModule(path)).require(real);
        return;
      }
    }
    throw new IOException("git ignores it, so it is not compared");
  }

  private ComparableFiles inModule(String path) {
    Checkout module = checkout.module(path);
    return new ComparableFiles(files, module, Set.of(), module.files());
  }

  private String relative(Path real) {
    return checkout.top().relativize(real).toString();
  }

  private static IOException ofGit() {
    return new IOException("it is git's own file, and not part of the repository");
  }
}
