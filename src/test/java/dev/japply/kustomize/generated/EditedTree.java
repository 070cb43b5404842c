package dev.japply.kustomize.generated;

import dev.japply.compare.BuildComparison;
import dev.japply.compare.ObjectChange;
import dev.japply.compare.TracedBuild;
import dev.japply.compare.TracedBuild.TracedObject;
import dev.japply.diff.ChangedLines;
import dev.japply.diff.Secrets;
import dev.japply.kustomize.build.BuildOptions;
import dev.japply.kustomize.build.BuildOptions.Differences;
import dev.japply.kustomize.build.KustomizationBuild;
import dev.japply.kustomize.load.FileLoader.Base;
import dev.japply.kustomize.load.FileLoader.Restriction;
import dev.japply.kustomize.load.RemoteLoader;
import dev.japply.object.KubeObject;
import dev.japply.problem.ByteLimit;
import dev.japply.problem.JapplyException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A tree of kustomizations in which values of some lines were edited.
record EditedTree(Tree old, Tree now, List<Edit> edits) {
  private static final int TRIES = 20;

  /// A line with one plain value.
  private static final Pattern LINE =
      Pattern.compile("(\\s*(?:- )?(?:[A-Za-z][\\w./-]*: )?)([A-Za-z0-9][A-Za-z0-9./:=-]*)");

  /// An edit of one line, from 1.
  record Edit(String file, int line, String before, String after) {}

  /// Edits one to three lines.
  static EditedTree of(Tree tree, Random random) {
    var edits = new ArrayList<Edit>();
    List<String> files = List.copyOf(tree.files().keySet());
    int count = 1 + random.nextInt(3);
    for (int i = 0; edits.size() < count && i < TRIES * count; i++) {
      String file = files.get(random.nextInt(files.size()));
      List<String> lines = tree.files().get(file).lines().toList();
      int at = random.nextInt(Math.max(1, lines.size()));
      boolean isNew = edits.stream().noneMatch(e -> e.file().equals(file) && e.line() == at + 1);
      Matcher line = LINE.matcher(lines.isEmpty() ? "" : lines.get(at));
      if (isNew && line.matches()) {
        String value = line.group(2);
        String other = value.matches("\\d+") ? value + "1" : value + "x";
        edits.add(new Edit(file, at + 1, lines.get(at), line.group(1) + other));
      }
    }
    var unedited = new EditedTree(tree, tree, edits);
    return new EditedTree(tree, unedited.with(edits), edits);
  }

  /// The old tree with some of the edits.
  Tree with(List<Edit> some) {
    var files = new LinkedHashMap<String, String>(old.files());
    some.forEach(edit -> files.put(edit.file(), set(files.get(edit.file()), edit)));
    return old.with(files);
  }

  private static String set(String text, Edit edit) {
    List<String> lines = new ArrayList<>(text.lines().toList());
    lines.set(edit.line() - 1, edit.after());
    return String.join("\n", lines) + (text.endsWith("\n") ? "\n" : "");
  }

  /// Builds a tree; empty if it cannot be built.
  static Optional<TracedBuild> build(Tree tree, Differences differences) {
    var options =
        new BuildOptions(
            new Base(new TreeFiles(tree), Path.of("/")),
            Restriction.ROOT_ONLY,
            ByteLimit.DEFAULT,
            differences,
            RemoteLoader.NONE);
    try {
      KustomizationBuild.Result built = KustomizationBuild.run(tree.directory(), options);
      var traced = new ArrayList<TracedObject>();
      for (int i = 0; i < built.objects().size(); i++) {
        KubeObject object = built.objects().get(i);
        var trace = built.traces().get(i);
        traced.add(new TracedObject(object, trace.plainName(), trace.written(), trace::causes));
      }
      return Optional.of(new TracedBuild(traced, built.settings()));
    } catch (JapplyException e) {
      return Optional.empty();
    }
  }

  /// Compares two builds of the tree, each with some of the edits.
  List<ObjectChange> compare(TracedBuild before, TracedBuild after) {
    return new BuildComparison(Secrets.SHOWN, (source, isOld) -> changes(source))
        .compare(before, after);
  }

  private Optional<ChangedLines> changes(String source) {
    return old.files().containsKey(source)
        ? Optional.of(
            ChangedLines.between(
                old.files().get(source).lines().toList(), now.files().get(source).lines().toList()))
        : Optional.empty();
  }
}
