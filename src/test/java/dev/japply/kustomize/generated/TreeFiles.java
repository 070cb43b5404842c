package dev.japply.kustomize.generated;

import dev.japply.kustomize.load.FileSystem;
import dev.japply.problem.ByteLimit;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// The files of a tree, without a disk. They are below `/`.
record TreeFiles(Tree tree) implements FileSystem {
  private static String plain(Path path) {
    return Path.of("/").relativize(path.normalize()).toString();
  }

  @Override
  public Path real(Path path) throws IOException {
    Path real = path.normalize();
    if (!isFolder(real) && !tree.files().containsKey(plain(real))) {
      throw new NoSuchFileException(path.toString());
    }
    return real;
  }

  @Override
  public boolean isFolder(Path real) {
    String folder = plain(real);
    return folder.isEmpty()
        || tree.files().keySet().stream().anyMatch(name -> name.startsWith(folder + "/"));
  }

  @Override
  public byte[] read(Path real, ByteLimit limit) throws IOException {
    String text = tree.files().get(plain(real));
    if (text == null) {
      throw new NoSuchFileException(real.toString());
    }
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public String name(Path shown) {
    return shown.toString();
  }
}
