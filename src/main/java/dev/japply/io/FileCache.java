package dev.japply.io;

import dev.japply.golang.Sha256;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/// Texts on disk, by names that are good names of files.
///
/// The directory is private to the user (0700, files 0600). A directory that is not, or that a
/// symbolic link replaces, is left as it is and counts as empty: another user could have written
/// its files. The same holds for each file.
///
/// A file appears whole or not at all, so that several processes may share the directory. The cache
/// never fails: what cannot be read, or is damaged, is not there, and what cannot be written is not
/// kept. Beyond its bounds the files written longest ago go first; files of others are not touched.
///
/// @param root the directory with all that japply keeps; the user chooses its parent
/// @param maxFiles maximum number of files
/// @param maxBytes maximum number of bytes in all
public record FileCache(Path root, Kind kind, int maxFiles, long maxBytes) {
  /// File systems take 255 bytes.
  private static final int LONGEST = 240;

  private static final String DRAFT = ".draft-";

  private static final FileAttribute<?> MINE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  /// Kind of texts in the cache.
  ///
  /// @param directory the directory below the root
  /// @param name one of them; the ending of their files
  /// @param version version of their form; texts of other versions count as missing
  public record Kind(String directory, String name, int version) {
    /// Returns the start of the names of all files of this kind, in all versions.
    String mark() {
      return "japply-" + name + "-";
    }

    String suffix() {
      return "." + name;
    }
  }

  /// A text in UTF-8, and when it was put.
  public static final class Kept {
    private final byte[] bytes;
    private final Instant time;

    private Kept(byte[] bytes, Instant time) {
      this.bytes = bytes;
      this.time = time;
    }

    /// Returns the rest of the text if it begins with `head`; else empty. To make a [String] of a
    /// long text takes longer than to read it.
    public Optional<byte[]> after(String head) {
      byte[] start = head.getBytes(StandardCharsets.UTF_8);
      int end = Math.min(start.length, bytes.length);
      return Arrays.equals(bytes, 0, end, start, 0, start.length)
          ? Optional.of(Arrays.copyOfRange(bytes, end, bytes.length))
          : Optional.empty();
    }

    public byte[] bytes() {
      return bytes.clone();
    }

    public Instant time() {
      return time;
    }
  }

  /// Returns the file name for `text`. Different texts have different names, also where files do
  /// not differ by the case of their names: `+` surrounds capitals. It is readable, but for long
  /// texts.
  public static String name(String text) {
    var name = new StringBuilder(text.length() + 32);
    boolean capitals = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean capital = c >= 'A' && c <= 'Z';
      if (capital != capitals && (capital || (c >= 'a' && c <= 'z'))) {
        name.append('+');
        capitals = capital;
      }
      if (capital) {
        name.append((char) (c - 'A' + 'a'));
      } else if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.') {
        name.append(c);
      } else {
        name.append(c == '/' ? "_" : "=" + Integer.toHexString(0x10000 + c).substring(1));
      }
    }
    return name.length() > LONGEST ? Sha256.hex(text) : name.toString();
  }

  public Optional<Kept> get(String name) {
    Path file = file(name);
    try {
      if (!isPrivate() || !FileOwnership.isPrivateFile(file)) {
        return Optional.empty();
      }
      Instant time = Files.getLastModifiedTime(file).toInstant();
      return text(read(file, Integer.MAX_VALUE)).map(text -> new Kept(text, time));
    } catch (IOException | UnsupportedOperationException e) {
      return Optional.empty();
    }
  }

  /// Keeps a text, and replaces an earlier one.
  public void put(String name, String text) {
    try {
      if (makePrivate()) {
        write(file(name), head(text.getBytes(StandardCharsets.UTF_8)) + text);
        trim();
      }
    } catch (IOException | UncheckedIOException | UnsupportedOperationException e) {
      // Without the file its text is fetched again, which is all that it would have spared.
    }
  }

  private Path directory() {
    return root.resolve(kind.directory());
  }

  private Path file(String name) {
    return directory().resolve(name + kind.suffix());
  }

  /// Whether the directories are safe. The user may have made the root, readable for all; only this
  /// user made the directories below.
  private boolean isPrivate() throws IOException {
    return FileOwnership.isDirectory(root) && FileOwnership.isPrivateDirectory(directory());
  }

  private static byte[] read(Path file, int most) throws IOException {
    try (var in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
      return in.readNBytes(most);
    }
  }

  /// The text behind the line of format and checksum.
  private Optional<byte[]> text(byte[] content) {
    int line = 0;
    while (line < content.length && content[line] != '\n') {
      line++;
    }
    int start = Math.min(line + 1, content.length);
    byte[] text = Arrays.copyOfRange(content, start, content.length);
    String head = new String(content, 0, start, StandardCharsets.UTF_8);
    return head.equals(head(text)) ? Optional.of(text) : Optional.empty();
  }

  /// The line of format and checksum.
  private String head(byte[] text) {
    // Not CRC32C, which computes tables when it is used for the first time.
    var checksum = new CRC32();
    checksum.update(text);
    String hex = HexFormat.of().toHexDigits((int) checksum.getValue());
    return kind.mark() + kind.version() + " " + hex + "\n";
  }

  /// Creates missing directories; returns the result of [#isPrivate].
  private boolean makePrivate() throws IOException {
    Files.createDirectories(root.toAbsolutePath().getParent(), MINE);
    makeDirectory(root);
    if (!FileOwnership.isDirectory(root)) {
      return false;
    }
    makeDirectory(directory());
    return isPrivate();
  }

  private static void makeDirectory(Path directory) throws IOException {
    try {
      Files.createDirectory(directory, MINE);
    } catch (FileAlreadyExistsException e) {
      // It stays as it is.
    }
  }

  /// A temporary file is made for its owner alone, which the file then stays.
  private void write(Path target, String text) throws IOException {
    Path draft = Files.createTempFile(directory(), DRAFT, kind.suffix());
    FileReplacement.write(draft, text, target);
  }

  private record CachedFile(Path file, long time, long size) {}

  private void trim() throws IOException {
    int files = 0;
    long bytes = 0;
    for (CachedFile entry : newestFirst()) {
      files++;
      bytes += entry.size();
      if ((files > maxFiles || bytes > maxBytes) && isKept(entry.file())) {
        Files.deleteIfExists(entry.file());
      }
    }
  }

  /// Whether japply wrote it: it begins so. A draft may have been cut off anywhere.
  private boolean isKept(Path file) throws IOException {
    String start = new String(read(file, kind.mark().length()), StandardCharsets.UTF_8);
    boolean draft = file.getFileName().toString().startsWith(DRAFT);
    return draft ? kind.mark().startsWith(start) : kind.mark().equals(start);
  }

  private List<CachedFile> newestFirst() throws IOException {
    try (Stream<Path> files = Files.list(directory())) {
      return files
          .filter(file -> file.getFileName().toString().endsWith(kind.suffix()))
          .flatMap(FileCache::entry)
          .sorted((a, b) -> Long.compare(b.time(), a.time()))
          .toList();
    }
  }

  /// Returns a file of the cache; empty if another process has just removed it, or it is not this
  /// user's.
  private static Stream<CachedFile> entry(Path file) {
    try {
      return FileOwnership.isPrivateFile(file)
          ? Stream.of(
              new CachedFile(file, Files.getLastModifiedTime(file).toMillis(), Files.size(file)))
          : Stream.empty();
    } catch (IOException e) {
      return Stream.empty();
    }
  }
}
