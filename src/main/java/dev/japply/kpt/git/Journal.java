package dev.japply.kpt.git;

import dev.japply.golang.Sha256;
import dev.japply.io.FileErrors;
import dev.japply.kpt.InterruptedUpdate;
import dev.japply.kpt.InterruptedUpdate.ChangedFile;
import dev.japply.kpt.InterruptedUpdate.Goal;
import dev.japply.kpt.Kptfile;
import dev.japply.kpt.PackageFile;
import dev.japply.kpt.PackagePath;
import dev.japply.kpt.PackageTree;
import dev.japply.kpt.git.Journal.JournalRecord.FileChange;
import dev.japply.kpt.git.Journal.JournalRecord.RecordedContent;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.JsonSyntaxException;
import dev.japply.tree.Value;
import dev.japply.tree.Value.BoolValue;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The record of a change of many files. An interrupted change can be finished from it.
///
/// The old and the new files are written into [JournalPlace] first. The change is decided when
/// [#RECORD] gets its name there. That rename is atomic, even if it replaces the record of an
/// earlier change. Then copies of the new files move to their final paths, the Kptfile last, and
/// the record is deleted. Files without a record belong to a change that was never decided; the
/// next change deletes them.
///
/// @param place the directory that holds it
record Journal(JournalPlace place, DirectorySteps steps) {
  private static final String RECORD = "update.json";
  private static final String DRAFT = "draft";
  private static final String BEFORE = "before";
  private static final String AFTER = "after";
  private static final int LARGEST_RECORD = 64 << 20;
  private static final int LARGEST_FILE = 1 << 30;

  private Path directory() {
    return place.directory();
  }

  private Path file() {
    return place.path().resolve(RECORD);
  }

  /// Whether a change was decided whose files need not all be in their places.
  boolean isThere() {
    return Files.exists(file(), LinkOption.NOFOLLOW_LINKS);
  }

  /// The change that was decided; empty when there is none.
  ///
  /// @throws JapplyException when the record is damaged, or of another package
  Optional<InterruptedUpdate> read() {
    if (!isThere()) {
      return Optional.empty();
    }
    try {
      place.requireOwn();
      var record = JournalRecord.parse(bytes(file(), LARGEST_RECORD), directory().toString());
      Path data = place.path().resolve(record.data());
      var changes = new TreeMap<String, ChangedFile>();
      for (FileChange entry : record.entries()) {
        changes.put(
            entry.path(),
            new ChangedFile(
                content(data.resolve(BEFORE).resolve(entry.path()), entry.before()),
                content(data.resolve(AFTER).resolve(entry.path()), entry.after())));
      }
      return Optional.of(new InterruptedUpdate(record.goal(), changes, place.path().toString()));
    } catch (IOException e) {
      throw new JapplyException(
          Problem.error(
              Origin.of(file().toString()),
              "the record of an interrupted update cannot be used: " + FileErrors.reason(e),
              "remove %s, which leaves the files of the package as they are"
                  .formatted(place.path())),
          e);
    }
  }

  private static @Nullable PackageFile content(Path file, @Nullable RecordedContent wanted)
      throws IOException {
    if (wanted == null) {
      return null;
    }
    var content = new PackageFile(bytes(file, LARGEST_FILE), wanted.executable());
    if (!wanted.equals(RecordedContent.of(content))) {
      throw JournalRecord.damaged();
    }
    return content;
  }

  /// The bytes of a regular file: a device or a pipe has no end.
  private static byte[] bytes(Path file, int most) throws IOException {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) || Files.size(file) > most) {
      throw JournalRecord.damaged();
    }
    try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
      return in.readNBytes(most);
    }
  }

  /// Makes the directory hold `wanted`, and nothing of `before` besides.
  ///
  /// @param gone files that an earlier change may have deleted without their empty directories
  void write(PackageTree before, PackageTree wanted, Goal goal, Collection<String> gone)
      throws IOException {
    requireInside(gone);
    requireInside(before.files().keySet());
    requireInside(wanted.files().keySet());
    place.make();
    String data = "files-" + Long.toHexString(ThreadLocalRandom.current().nextLong());
    var record =
        new JournalRecord(directory().toString(), data, goal, entries(before, wanted, gone));
    try {
      prepare(record, before, wanted);
    } catch (IOException e) {
      steps.deleteTree(place.path().resolve(data));
      throw e;
    }
    steps.move(place.path().resolve(DRAFT), file());
    carryOut(record);
    steps.delete(file());
    steps.deleteTree(place.path());
  }

  private static List<FileChange> entries(
      PackageTree before, PackageTree wanted, Collection<String> gone) {
    var paths = new TreeSet<>(before.files().keySet());
    paths.addAll(wanted.files().keySet());
    paths.addAll(gone);
    return paths.stream()
        .filter(path ->
            !Objects.equals(before.file(path), wanted.file(path))
                || (wanted.file(path) == null && gone.contains(path)))
        .map(path ->
            new FileChange(
                path, RecordedContent.of(before.file(path)), RecordedContent.of(wanted.file(path))))
        .sorted((a, b) -> Integer.compare(a.step(), b.step()))
        .toList();
  }

  private void prepare(JournalRecord record, PackageTree before, PackageTree wanted)
      throws IOException {
    for (Path left : left()) {
      steps.deleteTree(left);
    }
    Path data = place.path().resolve(record.data());
    steps.createDirectories(data);
    for (FileChange entry : record.entries()) {
      keep(data.resolve(BEFORE).resolve(entry.path()), before.file(entry.path()));
      keep(data.resolve(AFTER).resolve(entry.path()), wanted.file(entry.path()));
    }
    byte[] text = record.text().getBytes(StandardCharsets.UTF_8);
    steps.write(place.path().resolve(DRAFT), text, false);
  }

  private void keep(Path target, @Nullable PackageFile file) throws IOException {
    if (file != null) {
      steps.createDirectories(parent(target));
      steps.write(target, file.bytes(), file.executable());
    }
  }

  /// Lists leftovers of earlier changes.
  private List<Path> left() throws IOException {
    String kept = isThere() ? keptData() : "";
    try (Stream<Path> names = Files.list(place.path())) {
      return names
          .filter(path -> {
            String name = path.getFileName().toString();
            return !name.equals(RECORD) && !name.equals(kept) && !name.equals(".gitignore");
          })
          .toList();
    }
  }

  private String keptData() {
    try {
      return JournalRecord.parse(bytes(file(), LARGEST_RECORD), directory().toString()).data();
    } catch (IOException e) {
      return "";
    }
  }

  private void carryOut(JournalRecord record) throws IOException {
    Path data = place.path().resolve(record.data());
    // Deletions go first: a file may be at the path of a new directory.
    for (FileChange entry : record.entries()) {
      Path target = directory().resolve(entry.path());
      requireUnchanged(target, entry.before());
      if (entry.after() == null) {
        if (entry.before() != null) {
          steps.delete(target);
        }
        deleteEmptyParents(target);
      } else {
        Path copy = data.resolve("moving");
        byte[] bytes = Files.readAllBytes(data.resolve(AFTER).resolve(entry.path()));
        steps.write(copy, bytes, entry.after().executable());
        steps.createDirectories(parent(target));
        steps.move(copy, target);
      }
    }
  }

  /// Another program may edit files while others move.
  private static void requireUnchanged(Path file, @Nullable RecordedContent before)
      throws IOException {
    boolean there = Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
    RecordedContent now =
        there
            ? RecordedContent.of(
                new PackageFile(Files.readAllBytes(file), Files.isExecutable(file)))
            : null;
    if (!Objects.equals(now, before)) {
      throw new FileSystemException(file.toString(), null, "it was changed meanwhile");
    }
  }

  /// Requires paths within the directory: a symbolic link may lead out of it.
  private void requireInside(Collection<String> paths) throws IOException {
    for (String path : paths) {
      if (!PackagePath.isInside(path)) {
        throw new FileSystemException(path, null, "is no file of a package");
      }
      Path file = directory().resolve(path);
      for (Path at = file; !at.equals(directory()); at = parent(at)) {
        if (Files.isSymbolicLink(at)) {
          throw new FileSystemException(at.toString(), null, "is a symbolic link");
        }
      }
    }
  }

  private void deleteEmptyParents(Path file) throws IOException {
    for (Path above = parent(file); !above.equals(directory()); above = parent(above)) {
      if (Files.isDirectory(above, LinkOption.NOFOLLOW_LINKS)) {
        try {
          steps.delete(above);
        } catch (DirectoryNotEmptyException e) {
          return;
        }
      }
    }
  }

  private static Path parent(Path path) {
    Path parent = path.getParent();
    return parent == null ? path : parent;
  }

  /// The record file of a journal, which makes it valid. It lists the changed files with their
  /// digests and the package. Its content is untrusted.
  ///
  /// @param directory the real path of the package
  /// @param data the directory of the contents within the journal's directory
  record JournalRecord(String directory, String data, Goal goal, List<FileChange> entries) {
    private static final int VERSION = 1;
    private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");
    private static final Pattern DATA = Pattern.compile("files-[0-9a-f]{1,16}");

    JournalRecord {
      entries = List.copyOf(entries);
    }

    /// A file that changes.
    ///
    /// @param before null when it is new
    /// @param after null when it goes
    record FileChange(
        String path, @Nullable RecordedContent before, @Nullable RecordedContent after) {
      /// Its stage: files are deleted first, and the Kptfile is written last.
      int step() {
        return after == null ? 0 : path.equals(Kptfile.NAME) ? 2 : 1;
      }
    }

    /// The content of a file.
    ///
    /// @param digest its SHA-256
    record RecordedContent(String digest, boolean executable) {
      static @Nullable RecordedContent of(@Nullable PackageFile file) {
        return file == null
            ? null
            : new RecordedContent(Sha256.hex(file.bytes()), file.executable());
      }

      private MapValue tree() {
        return MapValue.of("sha256", Value.text(digest)).with("executable", Value.bool(executable));
      }

      private static @Nullable RecordedContent read(MapValue entry, String key) throws IOException {
        if (!entry.has(key)) {
          return null;
        }
        String digest = entry.map(key).text("sha256");
        if (!DIGEST.matcher(digest).matches()) {
          throw damaged();
        }
        boolean executable =
            entry.map(key).get("executable") instanceof BoolValue(boolean value) && value;
        return new RecordedContent(digest, executable);
      }
    }

    /// Returns the failure for a file that is not a record of this package.
    static IOException damaged() {
      return new IOException("it is damaged, or not of this package");
    }

    String text() {
      var list = new ArrayList<Value>();
      for (FileChange entry : entries) {
        MapValue tree = MapValue.of("path", Value.text(entry.path()));
        RecordedContent before = entry.before();
        tree = before == null ? tree : tree.with("before", before.tree());
        RecordedContent after = entry.after();
        list.add(after == null ? tree : tree.with("after", after.tree()));
      }
      return GoJson.write(
          MapValue.of("version", Value.text(String.valueOf(VERSION)))
              .with("directory", Value.text(directory))
              .with("data", Value.text(data))
              .with("requested", Value.text(goal.requested()))
              .with("wanted", Value.text(goal.version()))
              .with("strategy", Value.text(goal.strategy()))
              .with("files", new ListValue(list)));
    }

    /// The record of the package in `directory`.
    ///
    /// @throws IOException when it is none
    static JournalRecord parse(byte[] bytes, String directory) throws IOException {
      try {
        if (Json.parse(bytes) instanceof MapValue map
            && map.text("version").equals(String.valueOf(VERSION))
            && map.text("directory").equals(directory)
            && DATA.matcher(map.text("data")).matches()
            && map.get("files") instanceof ListValue files) {
          var goal = new Goal(map.text("requested"), map.text("wanted"), map.text("strategy"));
          return new JournalRecord(directory, map.text("data"), goal, entries(files));
        }
      } catch (JsonSyntaxException e) {
        throw new IOException(damaged().getMessage(), e);
      }
      throw damaged();
    }

    private static List<FileChange> entries(ListValue files) throws IOException {
      var entries = new ArrayList<FileChange>();
      var paths = new HashSet<String>();
      for (Value file : files.items()) {
        if (!(file instanceof MapValue map)
            || !PackagePath.isInside(map.text("path"))
            || !paths.add(map.text("path"))) {
          throw damaged();
        }
        entries.add(
            new FileChange(
                map.text("path"),
                RecordedContent.read(map, "before"),
                RecordedContent.read(map, "after")));
      }
      return entries;
    }
  }
}
