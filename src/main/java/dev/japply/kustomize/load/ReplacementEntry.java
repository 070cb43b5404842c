package dev.japply.kustomize.load;

import dev.japply.kustomize.load.FieldReader.TextEntry;
import dev.japply.kustomize.load.KustomizationFields.ResourceSelector;
import dev.japply.object.Gvk;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.yaml.LineRange;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An entry of `replacements`: a value and its target fields.
///
/// @param path the file of the replacement; empty if the replacement is inline
/// @param source the source of the value; null if the value is written here
/// @param sourceValue the value; null if it comes from an object
/// @param targets the target fields; null if the entry does not list any
public record ReplacementEntry(
    TextEntry path,
    @Nullable Source source,
    @Nullable String sourceValue,
    @Nullable List<ReplacementTarget> targets,
    Origin place,
    List<LineRange> lines) {
  public ReplacementEntry {
    targets = targets == null ? null : List.copyOf(targets);
  }

  /// Selects the object and field of the source value. Empty parts match all.
  public record Source(
      Gvk kinds, String namespace, String name, String fieldPath, FieldOptions options) {
    static Source read(FieldReader map) {
      return new Source(
          new Gvk(map.text("group"), map.text("version"), map.text("kind")),
          map.text("namespace"),
          map.text("name"),
          map.text("fieldPath"),
          FieldOptions.of(map));
    }
  }

  /// Selects the objects that receive a value, the objects to exclude, and the target fields.
  ///
  /// @param select null if nothing is selected
  /// @param lines all lines of the target, at first those that select objects
  public record ReplacementTarget(
      @Nullable ResourceSelector select,
      List<ResourceSelector> reject,
      List<String> fieldPaths,
      FieldOptions options,
      Origin place,
      List<LineRange> lines) {
    public ReplacementTarget {
      reject = List.copyOf(reject);
      fieldPaths = List.copyOf(fieldPaths);
    }

    static ReplacementTarget read(FieldReader map) {
      return new ReplacementTarget(
          map.map("select", ResourceSelector::read),
          map.maps("reject", ResourceSelector::read),
          map.texts("fieldPaths").stream().map(TextEntry::text).toList(),
          FieldOptions.of(map),
          map.place(),
          LineRange.joined(map.lines("select", "reject"), map.lines()));
    }
  }

  /// Selects a part of a value, and controls whether a missing field is created.
  ///
  /// @param delimiter separates the parts; empty if the whole value is used
  public record FieldOptions(String delimiter, long index, boolean create) {
    private static final FieldOptions NONE = new FieldOptions("", 0, false);

    private static FieldOptions of(FieldReader map) {
      FieldOptions options = map.map("options", FieldOptions::read);
      return options == null ? NONE : options;
    }

    private static FieldOptions read(FieldReader map) {
      map.raw("encoding");
      return new FieldOptions(map.text("delimiter"), map.number("index"), map.flag("create"));
    }
  }

  public static ReplacementEntry read(FieldReader map) {
    return new ReplacementEntry(
        new TextEntry(map.text("path"), map.place("path")),
        map.map("source", Source::read),
        map.has("sourceValue") ? map.text("sourceValue") : null,
        map.has("targets") ? map.maps("targets", ReplacementTarget::read) : null,
        map.place(),
        map.lines("source", "sourceValue"));
  }

  /// The replacements of `entries`: those that are written in place, and those in files.
  ///
  /// @throws JapplyException when a file cannot be read, with all that is wrong
  public static List<ReplacementEntry> all(List<ReplacementEntry> entries, FileLoader directory) {
    var all = new ArrayList<ReplacementEntry>();
    for (ReplacementEntry entry : entries) {
      if (entry.path().text().isEmpty()) {
        all.add(entry);
      } else {
        all.addAll(read(entry, directory));
      }
    }
    return all;
  }

  private static List<ReplacementEntry> read(ReplacementEntry entry, FileLoader directory) {
    var targets = entry.targets();
    if (entry.source() != null || (targets != null && !targets.isEmpty())) {
      throw new JapplyException(
          entry.place(),
          "cannot specify both path and inline replacement",
          "write an entry for each");
    }
    FileContent content = directory.load(entry.path());
    var problems = new ArrayList<Problem>();
    var read = new ArrayList<ReplacementEntry>();
    for (FieldReader map : KustomizationReader.maps(content, problems)) {
      read.add(ReplacementEntry.read(map));
    }
    problems.removeIf(FieldReader::isUnknownField); // as kustomize
    if (!problems.isEmpty()) {
      throw new JapplyException(problems);
    }
    if (read.isEmpty()) {
      throw new JapplyException(
          Origin.of(content.name()),
          "unsupported replacement type encountered within replacement path",
          "write a replacement or a list of them");
    }
    return read;
  }
}
