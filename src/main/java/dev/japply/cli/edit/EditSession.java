package dev.japply.cli.edit;

import dev.japply.apply.TemporaryFile;
import dev.japply.check.DecodingFaults;
import dev.japply.cli.edit.EditSession.EditResult;
import dev.japply.cli.edit.EditSession.EditedObject;
import dev.japply.cli.flags.ObjectSelection.LiveObject;
import dev.japply.cluster.Cluster;
import dev.japply.input.ManifestReader;
import dev.japply.input.ManifestReader.ManifestSet;
import dev.japply.input.Source;
import dev.japply.io.Cancellation;
import dev.japply.io.Cancellation.CriticalSection;
import dev.japply.object.Gvk;
import dev.japply.object.KubeObject;
import dev.japply.object.ObjectKey;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.problem.Severity;
import dev.japply.problem.WarningId;
import dev.japply.tree.FieldPath;
import dev.japply.tree.GoJson;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Lets the user edit objects in a file, again and again until it can be used or nothing is changed
/// any more. A file with changes that are not used is kept.
///
/// @param validation finds mistakes in edited objects
/// @param directory the directory for temporary files
/// @param problems receives the problems of a file before it is opened again
record EditSession(
    Editor editor,
    EditBuffer form,
    EditValidation validation,
    Path directory,
    Cancellation cancellation,
    Consumer<Problem> problems) {
  /// An editor that is a program may write other invalid texts without end.
  private static final int MOST_ROUNDS = 5;

  private static final String UNWRITTEN = "cannot write the file to edit: ";

  sealed interface SessionEnd {
    /// Objects to save.
    ///
    /// @param file contains them; the caller removes it after saving them
    record Edited(Path file, List<EditResult> edits) implements SessionEnd {
      public Edited {
        edits = List.copyOf(edits);
      }
    }

    /// Nothing to do. The file is removed.
    record Nothing(String why) implements SessionEnd {}

    /// An error.
    ///
    /// @param kept the file with the user's text; null when there is none
    record Failed(String why, @Nullable Path kept) implements SessionEnd {}
  }

  /// Edits `originals`.
  ///
  /// @throws JapplyException when there is no place for a file
  SessionEnd edit(List<EditedObject> originals) {
    try {
      return edit(originals, form.text(originals));
    } catch (IOException e) {
      throw new JapplyException(
          Problem.error(Origin.NONE, UNWRITTEN + e.getMessage(), "set TMPDIR to another directory"),
          e);
    }
  }

  private SessionEnd edit(List<EditedObject> originals, String first) throws IOException {
    String header = form.header(List.of());
    String body = first;
    Path last = null;
    for (int round = 1; ; round++) {
      Path file;
      try {
        file = write(header + body);
      } catch (IOException e) {
        return unwritten(e, last);
      }
      Optional<SessionEnd> failure = open(file, form.file(header + body), last != null);
      if (last != null) {
        Files.deleteIfExists(last);
      }
      if (failure.isPresent()) {
        return failure.get();
      }
      String edited = form.body(read(file));
      if (last != null && edited.equals(body)) {
        return new SessionEnd.Failed("Edit cancelled, no valid changes were saved.", file);
      }
      if (EditedFile.isEmpty(edited)) {
        return leave(file, "Edit cancelled, saved file was empty.");
      }
      EditedFile objects = EditedFile.read(file, originals).checked(validation);
      objects.problems().forEach(problems);
      if (!objects.hasErrors()) {
        return end(objects, file, originals);
      }
      if (round == MOST_ROUNDS) {
        String why = "Edit cancelled after " + round + " files with errors, nothing was saved.";
        return new SessionEnd.Failed(why, file);
      }
      header = form.header(form.moved(objects.problems(), header));
      body = edited;
      last = file;
    }
  }

  private SessionEnd end(EditedFile read, Path file, List<EditedObject> originals)
      throws IOException {
    if (read.isUntouched(originals)) {
      return leave(file, "Edit cancelled, no changes made.");
    }
    return new SessionEnd.Edited(file, read.edits());
  }

  private static SessionEnd leave(Path file, String why) throws IOException {
    Files.delete(file);
    return new SessionEnd.Nothing(why);
  }

  private Path write(String text) throws IOException {
    return TemporaryFile.write(directory, "japply-edit-", form.extension(), form.file(text));
  }

  /// Returns the failure to write a file; the `last` file has the user's changes so far. Throws `e`
  /// if there is none.
  private static SessionEnd unwritten(IOException e, @Nullable Path last) throws IOException {
    if (last == null) {
      throw e;
    }
    return new SessionEnd.Failed(UNWRITTEN + e.getMessage(), last);
  }

  /// Opens the editor. Returns the failure; empty if the editor succeeded.
  ///
  /// @param changedBefore whether the file holds changes already
  private Optional<SessionEnd> open(Path file, String given, boolean changedBefore)
      throws IOException {
    // A signal, which the editor gets, too, must not cut off what follows the editor.
    Optional<CriticalSection> section = cancellation.enter();
    try {
      return edit(file, given, changedBefore);
    } finally {
      section.ifPresent(CriticalSection::leave);
    }
  }

  private Optional<SessionEnd> edit(Path file, String given, boolean changedBefore)
      throws IOException {
    String why;
    try {
      editor.open(file);
      if (!cancellation.requested()) {
        return Optional.empty();
      }
      why = "interrupted";
    } catch (IOException e) {
      why = String.valueOf(e.getMessage());
    }
    boolean changed = changedBefore || (Files.exists(file) && !given.equals(read(file)));
    if (!changed) {
      Files.deleteIfExists(file);
    }
    return Optional.of(new SessionEnd.Failed(why, changed ? file : null));
  }

  private static String read(Path file) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
  }

  /// The contents of a file that comes back from the editor.
  ///
  /// Objects are matched by group, kind, namespace and name. One that is not there any more is left
  /// as it is; one that was not opened is an error, since a renamed object would be another one.
  ///
  /// @param edits the objects, changed or not
  /// @param problems the errors in the file
  private record EditedFile(List<EditResult> edits, List<Problem> problems) {
    EditedFile {
      edits = List.copyOf(edits);
      problems = List.copyOf(problems);
    }

    static EditedFile read(Path file, List<EditedObject> originals) {
      var source = new Source(file.toString(), () -> Files.newInputStream(file));
      ManifestSet manifests = ManifestReader.read(List.of(source));
      var problems = new ArrayList<>(manifests.problems());
      var edits = new ArrayList<EditResult>();
      var seen = new HashSet<EditedObject>();
      for (KubeObject object : manifests.objects()) {
        Optional<EditedObject> original =
            originals.stream().filter(o -> o.isOf(object)).findFirst();
        if (original.isEmpty()) {
          problems.add(unknown(object, originals));
        } else if (!seen.add(original.get())) {
          problems.add(twice(object));
        } else {
          edits.add(new EditResult(original.get(), object));
        }
      }
      return new EditedFile(edits, problems);
    }

    /// Returns the contents with the mistakes that the types of the objects show, if there are no
    /// other errors.
    EditedFile checked(EditValidation validation) {
      if (hasErrors()) {
        return this;
      }
      var all = new ArrayList<>(problems);
      all.addAll(validation.problems(edits));
      return new EditedFile(edits, all);
    }

    /// Whether `text` has nothing but comments and empty lines.
    static boolean isEmpty(String text) {
      return text.lines()
          .map(String::strip)
          .allMatch(line -> line.isEmpty() || line.startsWith("#"));
    }

    boolean hasErrors() {
      return problems.stream().anyMatch(problem -> problem.severity() == Severity.ERROR);
    }

    /// Whether everything that was opened is there and as it was.
    boolean isUntouched(List<EditedObject> originals) {
      Set<EditedObject> there =
          edits.stream().map(EditResult::original).collect(Collectors.toSet());
      return there.containsAll(originals) && edits.stream().noneMatch(EditResult::isChange);
    }

    private static Problem unknown(KubeObject object, List<EditedObject> originals) {
      String opened =
          originals.stream()
              .map(original -> original.key().subject())
              .collect(Collectors.joining(", "));
      return Problem.error(
          object.positions().apply(FieldPath.root().key("metadata").key("name")),
          object.key().subject(),
          "no original object found: its group, kind, namespace and name must match an object"
              + " that was opened ("
              + opened
              + ")",
          "write them as they were, or remove the object");
    }

    private static Problem twice(KubeObject object) {
      return object.error("is in the file twice", "remove one of them");
    }
  }

  /// An object as it came back from the editor.
  ///
  /// @param edited its place is in the file that was edited
  record EditResult(EditedObject original, KubeObject edited) {

    boolean isChange() {
      return original.differsFrom(edited.tree());
    }
  }

  @FunctionalInterface
  interface Editor {

    /// Opens `file`, and comes back when the user is done.
    ///
    /// @throws IOException when that did not end well, with a message for the user
    void open(Path file) throws IOException;
  }

  /// One object that is opened in the editor.
  ///
  /// @param live the object whose annotation it is
  /// @param config the last-applied configuration
  record EditedObject(LiveObject live, MapValue config) {
    /// Returns the key in the annotation, with the namespace of the live object if it names none.
    ObjectKey key() {
      Gvk gvk = Gvk.of(config);
      MapValue metadata = config.map("metadata");
      return new ObjectKey(gvk.group(), gvk.kind(), namespace(metadata), metadata.text("name"));
    }

    boolean isOf(KubeObject edited) {
      ObjectKey key = edited.key();
      MapValue metadata = edited.tree().map("metadata");
      return key().equals(new ObjectKey(key.group(), key.kind(), namespace(metadata), key.name()));
    }

    /// Whether `edited` has other content, whatever form its numbers are in.
    boolean differsFrom(MapValue edited) {
      return !GoJson.writeRounded(edited).equals(GoJson.writeRounded(config));
    }

    private String namespace(MapValue metadata) {
      String own = metadata.text("namespace");
      return own.isEmpty() ? live.live().map("metadata").text("namespace") : own;
    }
  }

  /// Compares edited objects with their types, before their annotations are saved: the next apply
  /// of such a manifest would fail.
  record EditValidation(Cluster cluster, Mode mode) {
    /// The treatment of unknown fields and wrong types.
    enum Mode {
      STRICT,
      WARN,
      IGNORE
    }

    List<Problem> problems(List<EditResult> edits) {
      var problems = new ArrayList<Problem>();
      if (mode == Mode.IGNORE) {
        return problems;
      }
      for (EditResult edit : edits) {
        if (edit.isChange()) {
          KubeObject edited = edit.edited();
          cluster
              .schema(edited.gvk())
              .ifPresent(schema -> problems.addAll(DecodingFaults.of(schema, edited)));
        }
      }
      return mode == Mode.STRICT
          ? problems
          : problems.stream().map(problem -> problem.asWarning(WarningId.EDIT)).toList();
    }
  }

  /// The format of the file that the user edits: the objects and, if the format has comments, a
  /// header for the user.
  ///
  /// @param extension file extension: `.yaml`
  /// @param comments whether the form has comments
  /// @param windowsLineEnds whether lines end in `\r\n`
  /// @param writer prints an object, with a line break at the end
  record EditBuffer(
      String extension, boolean comments, boolean windowsLineEnds, Function<Value, String> writer) {
    private static final List<String> HEADER =
        List.of(
            "# Last-applied configuration. Lines that begin with '#' are ignored; save an empty"
                + " file to",
            "# leave everything as it is.",
            "#");

    /// The objects; several are the items of a `List`.
    String text(List<EditedObject> originals) {
      if (originals.size() == 1) {
        return writer.apply(originals.getFirst().config());
      }
      var list = new LinkedHashMap<String, Value>();
      list.put("apiVersion", Value.text("v1"));
      list.put("items", ListValue.of(originals, EditedObject::config));
      list.put("kind", Value.text("List"));
      list.put("metadata", MapValue.EMPTY);
      return writer.apply(new MapValue(list));
    }

    /// Returns the header of the file.
    ///
    /// @param problems the reasons for opening the file again
    String header(List<Problem> problems) {
      if (!comments) {
        return "";
      }
      String reasons =
          problems.stream().map(problem -> "# " + problem + "\n").collect(Collectors.joining());
      return String.join("\n", HEADER) + "\n" + reasons + (reasons.isEmpty() ? "" : "#\n");
    }

    /// Returns `problems` with their lines under the new header, which lists them.
    ///
    /// @param header the header when the text was read
    List<Problem> moved(List<Problem> problems, String header) {
      long down = header(problems).lines().count() - header.lines().count();
      return problems.stream().map(problem -> moved(problem, (int) down)).toList();
    }

    private static Problem moved(Problem problem, int down) {
      int line = problem.origin().line();
      return problem.movedTo(line == 0 ? Origin.NONE : Origin.of("line " + (line + down)));
    }

    String file(String text) {
      return windowsLineEnds ? text.replace("\n", "\r\n") : text;
    }

    /// The text that came back without the comments above it, which are ours.
    String body(String file) {
      String text = file.replace("\r\n", "\n");
      int at = 0;
      while (comments && text.startsWith("#", at)) {
        int end = text.indexOf('\n', at);
        at = end < 0 ? text.length() : end + 1;
      }
      return text.substring(at);
    }
  }
}
