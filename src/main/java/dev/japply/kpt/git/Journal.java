package dev.japply.kpt.git;

import dev.japply.kpt.PackageFile;
import dev.japply.kpt.PackagePath;
import dev.japply.kpt.PackageTree;
import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/// What a directory is about to become, so that a change of many files is done whole or not at all.
///
/// The new files are written into a directory beside the old ones, [#PREPARED]. When all are there,
/// it gets the name [#DECIDED]: from then on the change is to be made. Its files are moved to their
/// places, the files that go are deleted, and last the journal goes. Whoever finds a prepared
/// journal throws it away; whoever finds a decided one carries it out, once more or to its end.
///
/// @param directory what changes
record Journal(Path directory, Steps steps) {
  private static final String PREPARED = PackagePath.UNFINISHED + ".tmp";
  private static final String DECIDED = PackagePath.UNFINISHED;

  /// Who holds this file may change the directory.
  static final String LOCK = PackagePath.UNFINISHED + ".lock";

  private static final String NEW = "new";
  private static final String GONE = "gone.json";

  /// Whether a directory of that name is a journal.
  static boolean isIts(String name) {
    return name.equals(PREPARED) || name.equals(DECIDED);
  }

  /// Whether somebody changes the directory, or was about to when it ended.
  static boolean isIn(Path directory) {
    return Stream.of(DECIDED, PREPARED, LOCK)
        .anyMatch(name -> Files.exists(directory.resolve(name), LinkOption.NOFOLLOW_LINKS));
  }

  /// Makes the directory hold `wanted`, and nothing of `before` besides.
  void write(PackageTree before, PackageTree wanted) throws IOException {
    recover();
    requireInside(before.files().keySet());
    requireInside(wanted.files().keySet());
    Path prepared = directory.resolve(PREPARED);
    try {
      prepare(prepared, before, wanted);
    } catch (IOException e) {
      steps.deleteTree(prepared);
      throw e;
    }
    steps.move(prepared, directory.resolve(DECIDED));
    carryOut();
  }

  private void prepare(Path prepared, PackageTree before, PackageTree wanted) throws IOException {
    steps.createDirectories(prepared.resolve(NEW));
    for (var entry : wanted.files().entrySet()) {
      PackageFile file = entry.getValue();
      if (!file.equals(before.file(entry.getKey()))) {
        Path target = prepared.resolve(NEW).resolve(entry.getKey());
        steps.createDirectories(parent(target));
        steps.write(target, file.bytes(), file.executable());
      }
    }
    List<Value> gone =
        before.files().keySet().stream()
            .filter(path -> wanted.file(path) == null)
            .<Value>map(Value::text)
            .toList();
    String text = GoJson.write(MapValue.of("gone", new ListValue(gone)));
    steps.write(prepared.resolve(GONE), text.getBytes(StandardCharsets.UTF_8), false);
  }

  /// Nothing is written or deleted outside of the directory, into which a symbolic link may lead.
  private void requireInside(Collection<String> paths) throws IOException {
    for (String path : paths) {
      if (!PackagePath.isInside(path)) {
        throw new FileSystemException(path, null, "is no file of a package");
      }
      Path file = directory.resolve(path);
      for (Path at = file; !at.equals(directory); at = parent(at)) {
        if (Files.isSymbolicLink(at)) {
          throw new FileSystemException(at.toString(), null, "is a symbolic link");
        }
      }
    }
  }

  /// Finishes what was decided, and throws away what was only prepared.
  void recover() throws IOException {
    if (Files.isDirectory(directory.resolve(DECIDED), LinkOption.NOFOLLOW_LINKS)) {
      carryOut();
    }
    steps.deleteTree(directory.resolve(PREPARED));
  }

  private void carryOut() throws IOException {
    Path decided = directory.resolve(DECIDED);
    if (Files.exists(decided.resolve(GONE))) {
      // What goes, goes first: a file may stand where a directory is to be.
      List<String> gone = gone(decided);
      requireInside(gone);
      List<String> fresh = fresh(decided.resolve(NEW));
      requireInside(fresh);
      for (String path : gone) {
        Path file = directory.resolve(path);
        if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
          steps.delete(file);
        }
        deleteEmptyParents(file);
      }
      for (String path : fresh) {
        Path target = directory.resolve(path);
        steps.createDirectories(parent(target));
        steps.move(decided.resolve(NEW).resolve(path), target);
      }
    }
    steps.delete(decided.resolve(GONE));
    steps.deleteTree(decided);
  }

  private static List<String> gone(Path decided) throws IOException {
    var paths = new ArrayList<String>();
    if (Json.parse(Files.readAllBytes(decided.resolve(GONE))) instanceof MapValue map
        && map.get("gone") instanceof ListValue list) {
      for (Value path : list.items()) {
        if (path instanceof StringValue(String text)) {
          paths.add(text);
        }
      }
    }
    return paths;
  }

  private static List<String> fresh(Path from) throws IOException {
    return Steps.tree(from).stream()
        .filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
        .map(file -> from.relativize(file).toString().replace(File.separatorChar, '/'))
        .toList();
  }

  private void deleteEmptyParents(Path file) throws IOException {
    for (Path above = parent(file); !above.equals(directory); above = parent(above)) {
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
}
