package dev.japply.input;

import dev.japply.kustomize.load.FileSystem;
import dev.japply.problem.ByteLimit;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Files that several builds read at the same time: each is read once.
final class SharedFiles implements FileSystem {
  private final FileSystem files;
  private final Map<Path, Path> real = new HashMap<>();
  private final Map<Path, String> missing = new HashMap<>();
  private final Map<Path, Boolean> folders = new HashMap<>();
  private final Map<Path, byte[]> contents = new ConcurrentHashMap<>();

  SharedFiles(FileSystem files) {
    this.files = files;
  }

  @Override
  public synchronized Path real(Path path) throws IOException {
    Path known = real.get(path);
    if (known == null) {
      String reason = missing.get(path);
      if (reason != null) {
        throw new NoSuchFileException(reason);
      }
      try {
        known = files.real(path);
      } catch (NoSuchFileException e) {
        missing.put(path, String.valueOf(e.getFile()));
        throw e;
      }
      real.put(path, known);
    }
    return known;
  }

  @Override
  public synchronized boolean isFolder(Path path) {
    return folders.computeIfAbsent(path, files::isFolder);
  }

  @Override
  public byte[] read(Path path, ByteLimit limit) throws IOException {
    byte[] known = contents.get(path);
    if (known == null) {
      known = readOnce(path, limit);
    }
    limit.check(known.length);
    return known;
  }

  /// Reads a file that perhaps no build reads, so its content is not kept.
  byte[] readWithoutKeeping(Path path, ByteLimit limit) throws IOException {
    byte[] known = contents.get(path);
    return known == null ? files.read(path, limit) : known;
  }

  private synchronized byte[] readOnce(Path path, ByteLimit limit) throws IOException {
    byte[] known = contents.get(path);
    if (known == null) {
      known = files.read(path, limit);
      contents.put(path, known);
    }
    return known;
  }

  @Override
  public String name(Path shown) {
    return files.name(shown);
  }
}
