package dev.japply.input;

import dev.japply.io.FileReplacement;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/// A file of manifests that is to be written: as it was read, and replaced whole or not at all.
///
/// @param path the path, links followed
/// @param text the content when it was read
public record ManifestFile(Path path, String text) {

  /// Reads the file at `name`.
  ///
  /// @throws IOException when it cannot be read, or is not UTF-8
  public static ManifestFile read(String name) throws IOException {
    Path path = Path.of(name).toRealPath();
    try {
      return new ManifestFile(path, decode(Files.readAllBytes(path)));
    } catch (CharacterCodingException e) {
      throw new IOException("it is not UTF-8", e);
    }
  }

  /// Exactly the text of `bytes`: it would be written back.
  private static String decode(byte[] bytes) throws CharacterCodingException {
    return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
  }

  /// Puts a file with that text in its place, with the same permissions.
  ///
  /// @throws IOException if that fails, or the file has changed since it was read
  public void replace(String now) throws IOException {
    if (!Arrays.equals(Files.readAllBytes(path), text.getBytes(StandardCharsets.UTF_8))) {
      throw new IOException("it was changed by another program since it was read");
    }
    Path directory = path.toAbsolutePath().getParent();
    Path draft = Files.createTempFile(directory, "." + path.getFileName(), ".tmp");
    FileReplacement.writeAlike(draft, now, path);
  }
}
