package dev.japply.kpt.git;

import dev.japply.golang.Sha256;
import dev.japply.io.FileOwnership;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The cache of fetched repositories, kept between runs: one bare repository for each address.
///
/// @param root the directory of all repositories
public record GitCache(Path root) {
  private static final FileAttribute<?> MINE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  private static final long PAUSE_NANOS = 20_000_000;

  /// The repository for `address`. Its name is a hash: an address may hold a password.
  Path repository(String address) {
    return root.resolve(Sha256.hex(address));
  }

  /// The repository for the parts of `address` that are fetched file by file.
  Path parts(String address) {
    return root.resolve(Sha256.hex(address) + ".parts");
  }

  /// Makes a repository where there is none yet.
  ///
  /// @throws UncheckedIOException when that cannot be done, or it is another user's
  static void initialize(Git git, Path repository) {
    try {
      Files.createDirectories(repository, MINE);
      requireOwn(repository);
      if (!Files.exists(repository.resolve("HEAD"))) {
        Git.Output output = git.run(repository, "init", "--quiet", "--bare", "--template=", ".");
        if (!output.isGood()) {
          throw new IOException(output.err().strip());
        }
      }
      RepositoryConfig.requireOwn(repository);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Whether a repository is there that this program has made.
  ///
  /// @throws UncheckedIOException when it is another one
  static boolean isThere(Path repository) {
    if (!Files.exists(repository.resolve("HEAD"))) {
      return false;
    }
    try {
      requireOwn(repository);
      RepositoryConfig.requireOwn(repository);
      return true;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Requires a directory of this user: a writer of the directory can make git run programs in it.
  private static void requireOwn(Path directory) throws IOException {
    try {
      if (!FileOwnership.isDirectory(directory)) {
        throw new IOException(
            directory + " is a symbolic link, or others may write to it; remove it");
      }
    } catch (UnsupportedOperationException e) {
      // Files have no owners here.
    }
  }

  /// The root, which is there.
  ///
  /// @throws JapplyException when the directory cannot be written, or is another user's
  Path made() {
    try {
      Files.createDirectories(root, MINE);
      requireOwn(root);
      Path above = root.getParent();
      if (above != null && above.endsWith("japply")) {
        requireOwn(above);
      }
      return root;
    } catch (IOException e) {
      throw failure(e);
    }
  }

  /// Does `work` while no other run works in the repository.
  ///
  /// @throws JapplyException when the directory cannot be written
  <T> T locked(Path repository, Supplier<T> work) {
    Path file = repository.resolveSibling(repository.getFileName() + ".lock");
    try {
      made();
      try (FileChannel channel =
              FileChannel.open(
                  file,
                  StandardOpenOption.CREATE,
                  StandardOpenOption.WRITE,
                  LinkOption.NOFOLLOW_LINKS);
          FileLock lock = lock(channel)) {
        return lock.isValid() ? work.get() : locked(repository, work);
      }
    } catch (IOException | UncheckedIOException e) {
      throw failure(e);
    }
  }

  private JapplyException failure(Exception e) {
    return new JapplyException(
        Problem.error(
            Origin.of(root.toString()),
            "packages cannot be kept here: " + e.getMessage(),
            "name another directory with JAPPLY_CACHE_DIR"),
        e);
  }

  /// The lock is the process's: threads of it take turns by themselves.
  private static FileLock lock(FileChannel channel) throws IOException {
    while (true) {
      try {
        return channel.lock();
      } catch (OverlappingFileLockException e) {
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }

  /// The configuration of a cached repository, which must not name programs. It contains only the
  /// settings that `git init` and partial clones write. A cache inside a checkout may contain
  /// repositories from that checkout.
  static final class RepositoryConfig {
    static final String REMOTE = "japply";

    private static final int LARGEST = 1 << 16;
    private static final Pattern SECTION = Pattern.compile("\\[([^]]*)]");
    private static final Pattern SETTING = Pattern.compile("([A-Za-z]+) = ([A-Za-z0-9:.]*)");

    private static final Map<String, Set<String>> KNOWN =
        Map.of(
            "core",
            Set.of(
                "repositoryformatversion",
                "filemode",
                "bare",
                "ignorecase",
                "precomposeunicode",
                "symlinks",
                "logallrefupdates"),
            "extensions",
            Set.of("objectformat", "partialclone", "refstorage"),
            "remote \"" + REMOTE + "\"",
            Set.of("promisor", "partialclonefilter"));

    private RepositoryConfig() {}

    /// @throws IOException if the repository has other settings, or keeps them elsewhere
    static void requireOwn(Path repository) throws IOException {
      for (String other : new String[] {"commondir", "config.worktree"}) {
        if (Files.exists(repository.resolve(other), LinkOption.NOFOLLOW_LINKS)) {
          throw foreign(repository, other);
        }
      }
      Path config = repository.resolve("config");
      if (!Files.isRegularFile(config, LinkOption.NOFOLLOW_LINKS)) {
        throw foreign(repository, "config");
      }
      String text;
      try (InputStream in = Files.newInputStream(config, LinkOption.NOFOLLOW_LINKS)) {
        text = new String(in.readNBytes(LARGEST), StandardCharsets.UTF_8);
      }
      Set<String> settings = Set.of();
      for (String line : text.lines().map(String::strip).filter(line -> !line.isEmpty()).toList()) {
        Matcher section = SECTION.matcher(line);
        Matcher setting = SETTING.matcher(line);
        if (section.matches() && KNOWN.containsKey(section.group(1))) {
          settings = KNOWN.getOrDefault(section.group(1), Set.of());
        } else if (!setting.matches()
            || !settings.contains(setting.group(1).toLowerCase(Locale.ROOT))) {
          throw foreign(repository, "config");
        }
      }
    }

    private static IOException foreign(Path repository, String file) {
      return new IOException(
          repository.resolve(file) + " is not japply's own; remove the directory " + repository);
    }
  }
}
