package dev.japply.cluster.rest;

import dev.japply.io.FileCache;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;

/// A response cache on disk, trusted for [#TRUSTED].
public final class DiskResponseCache implements ResponseCache {
  /// The maximum age of a response. An upgrade of a server is noticed after this time at the
  /// latest.
  static final Duration TRUSTED = Duration.ofMinutes(10);

  private static final FileCache.Kind KIND = new FileCache.Kind("answers", "answer", 4);

  private final FileCache files;
  private final Clock clock;

  /// Opens a cache in a directory below `root`, which is created by the first entry. It has at most
  /// a thousand responses and 32 MiB.
  public DiskResponseCache(Path root, Clock clock) {
    this.files = new FileCache(root, KIND, 1000, 32L << 20);
    this.clock = clock;
  }

  @Override
  public Optional<byte[]> get(String server, String path) {
    return files
        .get(name(server, path))
        .filter(this::isTrusted)
        .flatMap(kept -> kept.after(server + "\n"));
  }

  @Override
  public void put(String server, String path, String body) {
    files.put(name(server, path), server + "\n" + body);
  }

  /// Returns true if the entry is less than [#TRUSTED] old. An entry from the far future does not
  /// count: a clock was changed.
  private boolean isTrusted(FileCache.Kept kept) {
    return Duration.between(kept.time(), clock.instant()).abs().compareTo(TRUSTED) < 0;
  }

  /// Returns the file name from the server's address, its first line. The file's content has the
  /// rest.
  private static String name(String server, String path) {
    int end = server.indexOf('\n');
    return FileCache.name((end < 0 ? server : server.substring(0, end)) + path);
  }
}
