package dev.japply.live;

import dev.japply.schema.SchemaCodec;
import dev.japply.schema.SchemaDocument;
import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.JsonSyntaxException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/// Merge schemas on disk, by the hash that the server gives their OpenAPI document: the `hash` of
/// the `serverRelativeURL` in the `/openapi/v3` index.
///
/// The directory is the user's alone (0700, files 0600). A file appears whole or not at all, so
/// that several processes may share the directory. The store never fails: what cannot be read is
/// not there, and what cannot be written is not kept. Beyond its bounds the files written longest
/// ago go first.
public final class SchemaStore {
  private static final Pattern HASH = Pattern.compile("[0-9A-Za-z_-]{8,200}");
  private static final String FORMAT = "japply-schema-1";
  private static final String SUFFIX = ".schema";

  private final Path directory;
  private final int maxFiles;
  private final long maxBytes;

  /// A store in `directory`, which is made when the first schema is put; for some hundred documents
  /// of 64 MiB in all.
  public SchemaStore(Path directory) {
    this(directory, 512, 64L << 20);
  }

  /// A store of at most so many files, of so many bytes in all.
  SchemaStore(Path directory, int maxFiles, long maxBytes) {
    this.directory = directory;
    this.maxFiles = maxFiles;
    this.maxBytes = maxBytes;
  }

  /// The schema of the document with that hash; empty if it is not there or its file is damaged.
  public Optional<SchemaDocument> get(String hash) {
    if (!HASH.matcher(hash).matches()) {
      return Optional.empty();
    }
    try {
      return parse(Files.readString(file(hash)));
    } catch (IOException | JsonSyntaxException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /// Keeps the schema of the document with that hash, in place of what was there.
  public void put(String hash, SchemaDocument schema) {
    if (!HASH.matcher(hash).matches()) {
      return;
    }
    try {
      makeDirectory();
      write(file(hash), text(schema));
      trim();
    } catch (IOException | UncheckedIOException | UnsupportedOperationException e) {
      // Without the file the document is fetched again, which is all that it would have spared.
    }
  }

  private Path file(String hash) {
    return directory.resolve(hash + SUFFIX);
  }

  /// One line of format and checksum, and one of JSON.
  private static String text(SchemaDocument schema) {
    String json = GoJson.write(SchemaCodec.encode(schema));
    return FORMAT + " " + checksum(json) + "\n" + json;
  }

  private static Optional<SchemaDocument> parse(String text) {
    int end = text.indexOf('\n');
    String json = text.substring(end + 1);
    return end >= 0 && text.substring(0, end).equals(FORMAT + " " + checksum(json))
        ? Optional.of(SchemaCodec.decode(Json.parse(json)))
        : Optional.empty();
  }

  private static String checksum(String json) {
    var checksum = new CRC32C();
    checksum.update(json.getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().toHexDigits((int) checksum.getValue());
  }

  private void makeDirectory() throws IOException {
    var mine = PosixFilePermissions.fromString("rwx------");
    Files.createDirectories(directory, PosixFilePermissions.asFileAttribute(mine));
    if (!Files.getPosixFilePermissions(directory).equals(mine)) {
      Files.setPosixFilePermissions(directory, mine);
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
          .flatMap(SchemaStore::entry)
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
