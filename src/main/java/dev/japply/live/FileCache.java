package dev.japply.live;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/// Texts on disk, by names that are good names of files.
///
/// The directory is the user's alone (0700, files 0600). A file appears whole or not at all, so
/// that several processes may share the directory. The cache never fails: what cannot be read, or
/// is damaged, is not there, and what cannot be written is not kept. Beyond its bounds the files
/// written longest ago go first.
///
/// @param format what the texts are, and in which version: those of another one are not there
/// @param maxFiles so many files at most
/// @param maxBytes of so many bytes in all
record FileCache(Path directory, String format, int maxFiles, long maxBytes) {
  /// File systems take 255 bytes.
  private static final int LONGEST = 240;

  /// Linux has it.
  private static final Path PROCESS = Path.of("/proc/self");

  private static final Set<PosixFilePermission> MINE =
      EnumSet.of(
          PosixFilePermission.OWNER_READ,
          PosixFilePermission.OWNER_WRITE,
          PosixFilePermission.OWNER_EXECUTE);

  /// A text, and when it was put.
  record Kept(String text, Instant time) {}

  /// A name of a file for `text`, another one for each: also where files do not differ by the case
  /// of their names, so that `+` stands around capitals. It can be read, but for long texts.
  static String name(String text) {
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
    return name.length() > LONGEST ? hash(text) : name.toString();
  }

  private static String hash(String text) {
    try {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /// The text of that name.
  Optional<Kept> get(String name) {
    Path file = directory.resolve(name);
    try {
      Instant time = Files.getLastModifiedTime(file).toInstant();
      return text(Files.readString(file)).map(text -> new Kept(text, time));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /// Keeps a text, in place of what was there.
  void put(String name, String text) {
    try {
      makeDirectory();
      write(directory.resolve(name), format + " " + checksum(text) + "\n" + text);
      trim();
    } catch (IOException | UncheckedIOException | UnsupportedOperationException e) {
      // Without the file its text is fetched again, which is all that it would have spared.
    }
  }

  /// Whether the directory is this user's, and nobody else may look into it or change what is in
  /// it: but the superuser, who may look into all, and does not take others' word.
  boolean isPrivate() {
    try {
      var attributes = Files.readAttributes(directory, PosixFileAttributes.class);
      return attributes.permissions().equals(MINE) && isMe(attributes.owner());
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }

  /// Users of containers may have no name, and who owns the process is then known by number.
  private static boolean isMe(UserPrincipal owner) throws IOException {
    return Files.exists(PROCESS)
        ? Files.getOwner(PROCESS).equals(owner)
        : owner.getName().equals(System.getProperty("user.name"));
  }

  /// The text behind the line of format and checksum.
  private Optional<String> text(String content) {
    int end = content.indexOf('\n');
    String text = content.substring(end + 1);
    return end >= 0 && content.substring(0, end).equals(format + " " + checksum(text))
        ? Optional.of(text)
        : Optional.empty();
  }

  private static String checksum(String text) {
    var checksum = new CRC32C();
    checksum.update(text.getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().toHexDigits((int) checksum.getValue());
  }

  private void makeDirectory() throws IOException {
    Files.createDirectories(directory, PosixFilePermissions.asFileAttribute(MINE));
    if (!isPrivate()) {
      Files.setPosixFilePermissions(directory, MINE);
    }
  }

  /// A temporary file is made for its owner alone, which the file then stays.
  private void write(Path target, String text) throws IOException {
    Path draft = Files.createTempFile(directory, ".draft-", null);
    try {
      Files.writeString(draft, text);
      Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  private record Entry(Path file, long time, long size) {}

  private void trim() throws IOException {
    int files = 0;
    long bytes = 0;
    for (Entry entry : newestFirst()) {
      files++;
      bytes += entry.size();
      if (files > maxFiles || bytes > maxBytes) {
        Files.deleteIfExists(entry.file());
      }
    }
  }

  private List<Entry> newestFirst() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .flatMap(FileCache::entry)
          .sorted(Comparator.comparingLong(Entry::time).reversed())
          .toList();
    }
  }

  /// Empty when another process has just removed the file.
  private static Stream<Entry> entry(Path file) {
    try {
      long time = Files.getLastModifiedTime(file).toMillis();
      return Stream.of(new Entry(file, time, Files.size(file)));
    } catch (IOException e) {
      return Stream.empty();
    }
  }
}
