package dev.japply.kpt.git;

import dev.japply.golang.Sha256;
import dev.japply.kpt.InterruptedUpdate.Goal;
import dev.japply.kpt.Kptfile;
import dev.japply.kpt.PackageFile;
import dev.japply.kpt.PackagePath;
import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.JsonSyntaxException;
import dev.japply.tree.Value;
import dev.japply.tree.Value.BoolValue;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

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
      return file == null ? null : new RecordedContent(Sha256.hex(file.bytes()), file.executable());
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
