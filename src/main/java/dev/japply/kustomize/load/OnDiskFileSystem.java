package dev.japply.kustomize.load;

import dev.japply.problem.ByteLimit;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// The files of this machine.
enum OnDiskFileSystem implements FileSystem {
  INSTANCE;

  @Override
  public Path real(Path path) throws IOException {
    try {
      return path.toRealPath();
    } catch (NoSuchFileException e) {
      if (Files.isSymbolicLink(path)) {
        String target = Files.readSymbolicLink(path).toString();
        throw new IOException(
            "it is a symbolic link to '%s', which is not there".formatted(target));
      }
      throw e;
    }
  }

  @Override
  public boolean isFolder(Path real) {
    return Files.isDirectory(real);
  }

  @Override
  public byte[] read(Path real, ByteLimit limit) throws IOException {
    // Opening a pipe would wait for a writer.
    if (!Files.isRegularFile(real) && Files.exists(real)) {
      throw new IOException("it is no regular file");
    }
    try (InputStream stream = Files.newInputStream(real)) {
      return limit.read(stream);
    }
  }

  @Override
  public String name(Path shown) {
    return shown.toString();
  }
}
