package dev.japply.cli.ownership;

import dev.japply.apply.DryRun;
import dev.japply.apply.Event;
import dev.japply.apply.Event.Outcome;
import dev.japply.apply.OwnershipPatcher;
import dev.japply.apply.ResolvedObject;
import dev.japply.apply.RunCancellation;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.ObjectSelection;
import dev.japply.cli.flags.ObjectSelection.LiveObject;
import dev.japply.cli.flags.ObjectSelection.LookupResult;
import dev.japply.cli.run.SequentialWriter;
import dev.japply.cluster.Cluster;
import dev.japply.input.ManifestFile;
import dev.japply.input.ManifestText;
import dev.japply.io.Cancellation;
import dev.japply.io.FileErrors;
import dev.japply.object.KubeObject;
import dev.japply.plan.FieldReference;
import dev.japply.plan.OwnershipTransfer;
import dev.japply.problem.ExitCode;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.report.EditReport;
import dev.japply.report.ProblemReporter.Requests;
import dev.japply.report.Reporter;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// Carries out `japply release` and `japply adopt`: all objects are looked at, and the effect is
/// shown, before the first is written.
record OwnershipRun(
    CommandContext context,
    Cancellation cancellation,
    Reporter reporter,
    OwnershipOptions options) {

  ExitCode run(ObjectSelection choice) {
    return context.onCluster(
        choice.connection(), cluster -> run(cluster, choice.find(context, cancellation, cluster)));
  }

  private ExitCode run(Cluster cluster, LookupResult found) {
    var changes = OwnershipChanges.of(cluster, found, options);
    changes.warnings().forEach(context.console().problems(Requests.HIDDEN)::print);
    if (!changes.problems().isEmpty()) {
      throw new JapplyException(changes.problems());
    }
    List<OwnershipFiles.Edit> edits =
        options.inFiles() ? changes.changes().stream().map(this::edit).toList() : List.of();
    OwnershipFiles files = OwnershipFiles.of(edits);
    if (!files.problems().isEmpty()) {
      throw new JapplyException(files.problems());
    }
    explain(changes);
    return write(cluster, changes.changes(), files);
  }

  /// Returns the change of an object's manifest.
  private OwnershipFiles.Edit edit(OwnershipChanges.OwnershipChange change) {
    return new OwnershipFiles.Edit(
        change.object().requested(),
        manifest ->
            options
                .direction()
                .of(manifest, change.object().live(), change.fields(), change.schema())
                .config());
  }

  private void explain(OwnershipChanges changes) {
    for (OwnershipChanges.OwnershipChange change : changes.changes()) {
      change
          .effects()
          .forEach(effect ->
              context
                  .console()
                  .err()
                  .printLine(EditReport.change(change.object().requested(), effect)));
      if (options.inFiles()) {
        explainManifest(change);
      }
    }
    int others = changes.passedOver();
    if (others > 0) {
      context.console().err().printLine(EditReport.passedOver(others));
    }
  }

  private void explainManifest(OwnershipChanges.OwnershipChange change) {
    KubeObject manifest = change.object().requested();
    for (FieldReference field : change.fields()) {
      Optional<FieldPath> there = field.find(manifest.tree());
      boolean releases = options.direction() == OwnershipTransfer.RELEASE;
      if (there.isPresent() || !releases) {
        Origin origin =
            there.map(path -> manifest.positions().apply(path)).orElse(manifest.origin());
        context.console().err().printLine(EditReport.manifest(origin, field.text(), releases));
      }
    }
  }

  private ExitCode write(
      Cluster cluster, List<OwnershipChanges.OwnershipChange> changes, OwnershipFiles files) {
    var run = new RunCancellation(cancellation);
    var patcher = new OwnershipPatcher(cluster, options.write(), run, reporter);
    ExitCode live =
        new SequentialWriter(run, reporter)
            .each(
                changes,
                change -> change.object().requested().key(),
                change -> {
                  Optional<Event.Ended> end = write(patcher, change);
                  if (options.inFiles() && end.orElse(null) instanceof Event.Applied) {
                    files.done(edit(change));
                  }
                  return end;
                });
    if (options.dryRun() != DryRun.NONE) {
      return live;
    }
    List<Problem> problems =
        files.write(name -> context.console().err().printLine(EditReport.written(name)));
    problems.forEach(context.console().problems(Requests.HIDDEN)::print);
    return live == ExitCode.OK && !problems.isEmpty() ? ExitCode.FAILED : live;
  }

  private Optional<Event.Ended> write(
      OwnershipPatcher patcher, OwnershipChanges.OwnershipChange change) {
    LiveObject object = change.object();
    if (!change.isChange()) {
      return Optional.of(new Event.Applied(object.requested(), Outcome.UNCHANGED, object.live()));
    }
    Outcome outcome =
        switch (options.direction()) {
          case RELEASE -> Outcome.RELEASED;
          case ADOPT -> Outcome.ADOPTED;
        };
    if (options.dryRun() == DryRun.CLIENT) {
      MapValue shown = change.owners().in(object.live());
      return Optional.of(new Event.Applied(object.requested(), outcome, shown));
    }
    var target = new ResolvedObject(object.requested(), object.resource());
    return patcher.patch(
        target, object.live(), change.owners(), outcome, live -> holds(change, live));
  }

  /// Whether the values that were taken over are still the live ones.
  private boolean holds(OwnershipChanges.OwnershipChange change, MapValue live) {
    return options.direction() == OwnershipTransfer.RELEASE
        || change.fields().stream()
            .allMatch(field -> value(field, live).equals(value(field, change.object().live())));
  }

  private static Node value(FieldReference field, MapValue live) {
    return field.find(live).<Node>map(path -> path.in(live)).orElse(Missing.MISSING);
  }

  /// Manifest files that change when fields are adopted or released.
  private static final class OwnershipFiles {
    private static final String RERUN = "run the command again to finish";

    private final Map<String, ManifestFile> files = new LinkedHashMap<>();
    private final Map<String, Map<Origin, UnaryOperator<MapValue>>> edits = new LinkedHashMap<>();
    private final List<Problem> problems = new ArrayList<>();

    /// A change of an object's manifest.
    record Edit(KubeObject object, UnaryOperator<MapValue> change) {}

    /// Reads the files of `edits`, and tries the edits without writing.
    static OwnershipFiles of(List<Edit> edits) {
      var all = new OwnershipFiles();
      edits.forEach(all::add);
      return all;
    }

    private void add(Edit edit) {
      Origin origin = edit.object().origin();
      String subject = edit.object().key().subject();
      try {
        ManifestFile file = files.get(origin.source());
        if (file == null) {
          if (!Files.isRegularFile(Path.of(origin.source()))) {
            String what = "the manifest cannot be written: " + origin.source() + " is no file";
            problems.add(Problem.error(origin, subject, what, "leave --write out"));
            return;
          }
          file = ManifestFile.read(origin.source());
          files.put(origin.source(), file);
        }
        if (ManifestText.edit(file.text(), Map.of(origin, edit.change())).isEmpty()) {
          String what = "the manifest cannot be written with all else as it is";
          problems.add(Problem.error(origin, subject, what, "edit it by hand, without --write"));
        }
      } catch (IOException e) {
        problems.add(unwritten(origin.source(), FileErrors.reason(e)).about(subject));
      } catch (InvalidPathException e) {
        problems.add(unwritten(origin.source(), e.getReason()).about(subject));
      }
    }

    /// Returns the problems that prevent all writes; empty if there are none.
    List<Problem> problems() {
      return problems;
    }

    /// Takes note that the live object of `edit` is as it is to be.
    void done(Edit edit) {
      Origin origin = edit.object().origin();
      edits
          .computeIfAbsent(origin.source(), none -> new LinkedHashMap<>())
          .put(origin, edit.change());
    }

    /// Writes the files with the edits that were noted.
    ///
    /// @param written gets the name of each file
    /// @return the problems of files that could not be written
    List<Problem> write(Consumer<String> written) {
      var failed = new ArrayList<Problem>();
      edits.forEach((name, changes) -> {
        ManifestFile file = Objects.requireNonNull(files.get(name));
        try {
          String now =
              ManifestText.edit(file.text(), changes)
                  .orElseThrow(() -> new IOException("its edits exclude one another"));
          if (!now.equals(file.text())) {
            file.replace(now);
            written.accept(name);
          }
        } catch (IOException e) {
          failed.add(unwritten(name, FileErrors.reason(e)).withHint(RERUN));
        }
      });
      return failed;
    }

    private static Problem unwritten(String file, String why) {
      return Problem.error(Origin.of(file), "the manifest cannot be written: " + why, "");
    }
  }
}
