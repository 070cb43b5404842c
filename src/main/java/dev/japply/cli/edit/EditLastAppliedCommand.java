package dev.japply.cli.edit;

import dev.japply.apply.DryRun;
import dev.japply.apply.Event;
import dev.japply.apply.Event.Outcome;
import dev.japply.apply.OwnershipPatcher;
import dev.japply.apply.ResolvedObject;
import dev.japply.apply.RunCancellation;
import dev.japply.cli.edit.EditLastAppliedCommand.EditOptions;
import dev.japply.cli.edit.EditSession.EditBuffer;
import dev.japply.cli.edit.EditSession.EditResult;
import dev.japply.cli.edit.EditSession.EditValidation;
import dev.japply.cli.edit.EditSession.EditedObject;
import dev.japply.cli.flags.ChangeCause;
import dev.japply.cli.flags.Command;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.FileFlags;
import dev.japply.cli.flags.Flag;
import dev.japply.cli.flags.FlagSet;
import dev.japply.cli.flags.ObjectArguments;
import dev.japply.cli.flags.ObjectSelection;
import dev.japply.cli.flags.ObjectSelection.LiveObject;
import dev.japply.cli.flags.ObjectSelection.LookupResult;
import dev.japply.cli.flags.OutputFlags;
import dev.japply.cli.flags.PlanningFlags;
import dev.japply.cli.flags.RecordFlag;
import dev.japply.cli.run.SequentialWriter;
import dev.japply.cluster.Cluster;
import dev.japply.cluster.WriteOptions;
import dev.japply.io.Cancellation;
import dev.japply.merge.AnnotationEdit;
import dev.japply.merge.MergeException;
import dev.japply.object.AnnotationLimit;
import dev.japply.object.KubeObject;
import dev.japply.object.LastApplied;
import dev.japply.object.LastApplied.Stored;
import dev.japply.object.ObjectKey;
import dev.japply.plan.Compatibility;
import dev.japply.plan.Difference;
import dev.japply.plan.PlanProblems;
import dev.japply.problem.ExitCode;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.problem.WarningId;
import dev.japply.report.EditReport;
import dev.japply.report.MessageWriter;
import dev.japply.report.ProblemReporter.Requests;
import dev.japply.report.Reporter;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.UsageMessageSpec;

/// `japply edit-last-applied`: its flags.
public final class EditLastAppliedCommand extends Command {
  private final FileFlags files = new FileFlags(flags.section("Input"), false);
  private final OutputFlags output = new OutputFlags(flags.section("Output"));
  private final Flag<Boolean> windowsLineEnds =
      flags
          .section("Writing")
          .add("--windows-line-endings")
          .rare()
          .help("Use the line endings of Windows instead of this system's.")
          .bool(isWindows());
  private final Flag<String> fieldManager =
      flags
          .section("Writing")
          .fieldManager("The name that the server records as the owner of the annotation.");
  private final Flag<String> validation =
      PlanningFlags.validate(
          flags.section("Writing"),
          "Treat unknown fields and wrong types as errors, as warnings, or ignore them.");
  private final RecordFlag record = new RecordFlag(flags.section("Writing"));

  public EditLastAppliedCommand(FlagSet set) {
    super(set);
  }

  @Override
  public String name() {
    return "edit-last-applied";
  }

  @Override
  public void describe(UsageMessageSpec usage) {
    usage
        .header("Edit the last-applied annotation of live objects.")
        .customSynopsis(
            "${ROOT-COMMAND-NAME} edit-last-applied (TYPE [NAME...] | TYPE/NAME... | -f FILE)"
                + " [flags]")
        .description(
            "Opens the editor of KUBE_EDITOR or EDITOR, by default vi. Shows the effect of the"
                + " edit on the next apply, and saves the annotation. Changes nothing else.")
        .footer(
            "  ${ROOT-COMMAND-NAME} edit-last-applied deployment web",
            "  ${ROOT-COMMAND-NAME} edit-last-applied -f app.yaml -o json",
            "  KUBE_EDITOR=nano ${ROOT-COMMAND-NAME} edit-last-applied deployment/web service/web");
  }

  @Override
  public int run(CommandContext context, Cancellation cancellation, List<String> arguments) {
    var compatibility = global.compatibility(context.console());
    var reporter = output.reporter(global, context.console(), DryRun.NONE);
    var write = new WriteOptions(fieldManager.get(), validation.get(), false);
    var options =
        new EditOptions(
            form(),
            write,
            validation(compatibility),
            compatibility,
            isWindows(),
            record.cause(global, context.console()).orElse(null));
    var choice =
        new ObjectSelection(
            files.optional(global, compatibility, context.console()).orElse(null),
            new ObjectArguments(arguments),
            null,
            true,
            global.connection(),
            compatibility);
    return new EditRun(context, cancellation, reporter, options).run(choice).status();
  }

  private EditValidation.Mode validation(Compatibility compatibility) {
    return compatibility.allows(Difference.VALIDATES_EDITS)
        ? EditValidation.Mode.valueOf(validation.get().toUpperCase(Locale.ROOT))
        : EditValidation.Mode.IGNORE;
  }

  private EditBuffer form() {
    return output.isJson()
        ? new EditBuffer(".json", false, windowsLineEnds.get(), EditReport::json)
        : new EditBuffer(".yaml", true, windowsLineEnds.get(), EditReport::yaml);
  }

  private static boolean isWindows() {
    return System.getProperty("os.name", "").startsWith("Windows");
  }

  /// Carries out `japply edit-last-applied`: find, edit, save.
  private record EditRun(
      CommandContext context, Cancellation cancellation, Reporter reporter, EditOptions options) {

    ExitCode run(ObjectSelection choice) {
      return context.onCluster(
          choice.connection(),
          cluster -> run(cluster, choice.find(context, cancellation, cluster)));
    }

    private ExitCode run(Cluster cluster, LookupResult found) {
      if (!found.problems().isEmpty()) {
        throw new JapplyException(found.problems());
      }
      List<EditedObject> originals = originals(found.objects());
      var session =
          new EditSession(
              EditorProgram.of(context.console().environment(), options.windows(), cancellation),
              options.form(),
              new EditValidation(cluster, options.validation()),
              context.console().temporaryDirectory(),
              cancellation,
              this::print);
      return switch (session.edit(originals)) {
        case EditSession.SessionEnd.Nothing(String why) -> {
          context.console().err().printLine(why);
          yield ExitCode.OK;
        }
        case EditSession.SessionEnd.Failed(String why, @Nullable Path kept) -> {
          if (kept != null) {
            reportCopy(kept);
          }
          print(Problem.error(Origin.NONE, why, ""));
          yield cancellation.requested() ? ExitCode.INTERRUPTED : ExitCode.FAILED;
        }
        case EditSession.SessionEnd.Edited(Path file, List<EditResult> edits) ->
            keeping(
                file,
                new EditSave(cluster, reporter, cancellation, options, context.console().err())
                    .save(edits));
      };
    }

    private ExitCode keeping(Path file, ExitCode end) {
      if (end != ExitCode.OK) {
        reportCopy(file);
        return end;
      }
      try {
        Files.deleteIfExists(file);
      } catch (IOException e) {
        context.console().warn(WarningId.TEMPORARY_FILE, "the file " + file + " cannot be removed");
      }
      return end;
    }

    /// Returns the objects that can be edited. Reports objects without the annotation if there are
    /// others.
    private List<EditedObject> originals(List<LiveObject> objects) {
      var originals = new ArrayList<EditedObject>();
      var problems = new ArrayList<Problem>();
      var without = new ArrayList<LiveObject>();
      for (LiveObject object : objects) {
        switch (object.lastApplied()) {
          case Stored.Document document ->
              originals.add(new EditedObject(object, document.config()));
          case Stored.Absent absent -> without.add(object);
          case Stored.Empty empty -> problems.add(object.unreadable());
          case Stored.Broken broken -> problems.add(object.unreadable());
        }
      }
      problems.addAll(namesakes(originals));
      if (!problems.isEmpty()) {
        throw new JapplyException(problems);
      }
      if (originals.isEmpty()) {
        throw new JapplyException(
            "no last-applied-configuration annotation found on resources",
            "to create the annotation, use command `japply set-last-applied --create-annotation`");
      }
      without.stream()
          .map(object -> object.unannotated().asWarning(WarningId.NOT_EDITED))
          .forEach(this::print);
      return originals;
    }

    private void print(Problem problem) {
      context.console().problems(Requests.HIDDEN).print(problem);
    }

    private void reportCopy(Path file) {
      context.console().err().printLine(EditReport.copy(file));
    }

    /// Returns problems for objects whose annotations name the same object.
    private static List<Problem> namesakes(List<EditedObject> originals) {
      var seen = new HashSet<ObjectKey>();
      return originals.stream()
          .filter(original -> !seen.add(original.key()))
          .map(original ->
              original
                  .live()
                  .requested()
                  .error(
                      "its annotation names the same object as another one: "
                          + original.key().subject(),
                      "edit them one after the other"))
          .toList();
    }
  }

  /// Options for editing annotations.
  ///
  /// @param validation whether mistakes in edited objects are errors
  /// @param compatibility decides on the form of the annotation
  /// @param windows whether this is Windows
  /// @param cause the change cause to write into edited annotations; null if none is written
  record EditOptions(
      EditBuffer form,
      WriteOptions write,
      EditValidation.Mode validation,
      Compatibility compatibility,
      boolean windows,
      @Nullable ChangeCause cause) {
    boolean allows(Difference difference) {
      return compatibility.allows(difference);
    }
  }

  /// Shows what edits mean, and saves them.
  ///
  /// @param err receives the explanations
  private record EditSave(
      Cluster cluster,
      Reporter reporter,
      Cancellation cancellation,
      EditOptions options,
      MessageWriter err) {

    ExitCode save(List<EditResult> edits) {
      List<Problem> problems = edits.stream().flatMap(edit -> tooLarge(edit).stream()).toList();
      if (!problems.isEmpty()) {
        problems.forEach(problem -> reporter.accept(new Event.Rejected(problem)));
        return ExitCode.FAILED;
      }
      edits.stream().filter(EditResult::isChange).forEach(this::explain);
      var run = new RunCancellation(cancellation);
      var patcher = new OwnershipPatcher(cluster, options.write(), run, reporter);
      return new SequentialWriter(run, reporter)
          .each(edits, edit -> edit.edited().key(), edit -> save(patcher, edit));
    }

    private List<Problem> tooLarge(EditResult edit) {
      if (!edit.isChange()) {
        return List.of();
      }
      MapValue result = OwnershipPatcher.result(edit.original().live().live(), text(edit));
      return AnnotationLimit.check(result).stream()
          .map(excess -> PlanProblems.tooLarge(edit.edited(), excess))
          .toList();
    }

    private Optional<Event.Ended> save(OwnershipPatcher patcher, EditResult edit) {
      KubeObject edited = edit.edited();
      if (!edit.isChange()) {
        return Optional.of(new Event.Applied(edited, Outcome.SKIPPED, edited.tree()));
      }
      LiveObject live = edit.original().live();
      var target = new ResolvedObject(edited.withTree(named(edited.tree(), live)), live.resource());
      return patcher
          .patch(target, live.live(), text(edit), Outcome.EDITED)
          .map(end ->
              end instanceof Event.Applied
                  ? new Event.Applied(edited, Outcome.EDITED, edited.tree())
                  : end);
    }

    /// `tree` with the name and the namespace of the live object, which the annotation of a copied
    /// object need not have.
    private static MapValue named(MapValue tree, LiveObject live) {
      MapValue own = live.live().map("metadata");
      MapValue metadata = tree.map("metadata").with("name", Value.text(own.text("name")));
      if (live.resource().namespaced()) {
        metadata = metadata.with("namespace", Value.text(own.text("namespace")));
      }
      return tree.with("metadata", metadata);
    }

    private String text(EditResult edit) {
      MapValue edited = edit.edited().tree();
      ChangeCause cause = options.cause();
      MapValue tree = cause == null ? edited : cause.on(edited);
      LiveObject live = edit.original().live();
      MapValue metadata = tree.map("metadata");
      if (live.resource().namespaced() && metadata.text("namespace").isEmpty()) {
        Value namespace = Value.text(live.live().map("metadata").text("namespace"));
        tree = tree.with("metadata", metadata.with("namespace", namespace));
      }
      return options.allows(Difference.WRITES_ANNOTATION_AS_APPLY)
          ? LastApplied.encode(tree)
          : LastApplied.encodeAsIs(tree);
    }

    private void explain(EditResult edit) {
      LiveObject live = edit.original().live();
      MapValue after = (MapValue) Json.parse(text(edit));
      try {
        AnnotationEdit.of(
                edit.original().config(),
                after,
                live.live(),
                cluster.schema(live.resource().gvk()).orElse(null))
            .changes()
            .forEach(change -> err.printLine(EditReport.change(edit.edited(), change)));
      } catch (MergeException e) {
        reporter.accept(
            new Event.Warned(
                PlanProblems.unmergeable(edit.edited(), live.live(), e).asWarning(WarningId.EDIT)));
      }
    }
  }
}
