package dev.japply.cli.build;

import dev.japply.cli.diff.DiffFlags;
import dev.japply.cli.diff.ExternalDiff;
import dev.japply.cli.flags.BuildRequest;
import dev.japply.cli.flags.Builder;
import dev.japply.cli.flags.Command;
import dev.japply.cli.flags.Command.LocalCommand;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.Console;
import dev.japply.cli.flags.Flag;
import dev.japply.cli.flags.FlagSet;
import dev.japply.cli.flags.Flags;
import dev.japply.cli.flags.GlobalFlags;
import dev.japply.cli.flags.KustomizeFlags;
import dev.japply.cli.flags.ReportFlags;
import dev.japply.cli.flags.ReportFlags.ReportTarget;
import dev.japply.cli.flags.UsageException;
import dev.japply.input.ManifestReader.ManifestSet;
import dev.japply.input.ManifestReader.RequiredFields;
import dev.japply.input.RootKustomizations;
import dev.japply.io.Cancellation;
import dev.japply.io.FileErrors;
import dev.japply.io.FileReplacement;
import dev.japply.kustomize.build.KustomizationBuild;
import dev.japply.kustomize.build.ObjectFiles;
import dev.japply.object.KubeObject;
import dev.japply.plan.Difference;
import dev.japply.problem.ExitCode;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.problem.Severity;
import dev.japply.report.OutputFormat;
import dev.japply.report.ProblemReporter.Requests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import picocli.CommandLine.Model.UsageMessageSpec;

/// The command `japply build`, alias `japply kustomize`: its flags.
public final class BuildCommand extends LocalCommand {
  private final String name;
  private final Flag<String> output =
      flags
          .section("Output")
          .add("-o", "--output")
          .label("PATH")
          .help("Write to this file, or one file per object to this directory.")
          .text("");
  private final KustomizeFlags building = new KustomizeFlags(flags.section("Build"));
  private final BuildDiffFlags diff = new BuildDiffFlags(flags.section("Comparison"));
  private final FunctionFlags functions = new FunctionFlags(flags);

  private BuildCommand(String name, FlagSet set) {
    super(set);
    this.name = name;
    addTargets(/* connects= */ false);
  }

  /// Creates the command.
  ///
  /// @param name the name or alias used on the command line
  public static Command of(String name, FlagSet set) {
    return new BuildCommand(name, set);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void describe(UsageMessageSpec usage) {
    usage
        .header("Build a kustomization, and print its objects.")
        .description(
            "DIR is the directory of a kustomization.yaml, by default the working directory. The"
                + " objects of several follow each other.",
            "With --diff, shows how the objects of DIR, or of all kustomizations that the changes"
                + " reach, differ from a commit's, and the line that causes each difference."
                + " Needs no cluster. Exits with 0 if nothing differs, 1 if something differs, 2"
                + " after an error.")
        .customSynopsis("${ROOT-COMMAND-NAME} " + name + " [--diff REV] [DIR...] [flags]")
        .footer(
            "  ${ROOT-COMMAND-NAME} " + name + " overlays/prod",
            "  ${ROOT-COMMAND-NAME} " + name + " overlays/prod | ${ROOT-COMMAND-NAME} diff -f -",
            "  ${ROOT-COMMAND-NAME} " + name + " -R overlays >all.yaml",
            "  ${ROOT-COMMAND-NAME} " + name + " --diff origin/main...",
            "  ${ROOT-COMMAND-NAME} " + name + " --diff main --report=markdown=comment.md");
  }

  @Override
  public int run(CommandContext context, Cancellation cancellation, List<String> arguments) {
    if (diff.isWanted()) {
      return compare(context, cancellation, arguments);
    }
    diff.requireNone();
    Console console = context.console();
    var compatibility = global.compatibility(console);
    if (arguments.size() > 1 && !compatibility.allows(Difference.BUILDS_ALL_KUSTOMIZATIONS)) {
      throw new UsageException("specify one path to a kustomization directory");
    }
    functions.requireNone();
    List<String> named = arguments.isEmpty() ? List.of(".") : arguments;
    List<String> folders =
        diff.isRecursive() ? RootKustomizations.in(named, console.byteLimit()) : named;
    List<BuildRequest> requests =
        folders.stream().map(each -> building.request(each, global, compatibility)).toList();
    return new BuildRun(context, cancellation).run(requests, output.get()).status();
  }

  private int compare(CommandContext context, Cancellation cancellation, List<String> folders) {
    functions.requireNone();
    if (output.isGiven()) {
      throw new UsageException("-o cannot be used with --diff: use --report=FORMAT=FILE");
    }
    BuildRequest building =
        this.building.request("", global, global.compatibility(context.console()));
    return diff.comparison(context, cancellation, building, folders, global).run().status();
  }

  @Override
  public ExitCode failure() {
    return diff.isMentioned(flags()) ? ExitCode.DIFF_ERROR : ExitCode.FAILED;
  }

  private record BuildRun(CommandContext context, Cancellation cancellation) {
    private static final OutputFormat.Yaml YAML = new OutputFormat.Yaml(/* managedFields= */ true);

    /// Builds the kustomizations and writes the results, or nothing if one of them fails.
    ///
    /// @param output the file or directory to write; empty for standard output
    ExitCode run(List<BuildRequest> requests, String output) {
      var target = new BuildOutput(output);
      if (target.isDirectory()) {
        var objects = new ArrayList<KubeObject>();
        var problems = new ArrayList<Problem>();
        for (ManifestSet built : Builder.each(requests, this::built)) {
          objects.addAll(built.objects());
          problems.addAll(built.problems());
        }
        target.write(new ManifestSet(objects, problems), BuildRun::text);
      } else {
        var texts = new ArrayList<>(Builder.each(requests, this::text));
        texts.removeIf(String::isEmpty);
        put(String.join(YAML.separator(), texts), target);
      }
      return ExitCode.OK;
    }

    private ManifestSet built(BuildRequest request) {
      return request.command().isEmpty()
          ? new ManifestSet(build(request).objects(), List.of())
          : new Builder(context, cancellation).objects(request, RequiredFields.ALL);
    }

    private String text(BuildRequest request) {
      return request.command().isEmpty()
          ? text(build(request))
          : new Builder(context, cancellation).handOver(request);
    }

    private KustomizationBuild.Result build(BuildRequest request) {
      KustomizationBuild.Result built = new Builder(context, cancellation).build(request);
      built.warnings().forEach(context.console().problems(Requests.HIDDEN)::print);
      return built;
    }

    private void put(String text, BuildOutput target) {
      if (target.path().isEmpty()) {
        context.console().data().print(text);
      } else {
        target.write(text);
      }
    }

    private static String text(KustomizationBuild.Result built) {
      var text = new StringBuilder();
      for (KubeObject object : built.objects()) {
        text.append(text.isEmpty() ? "" : YAML.separator()).append(text(object));
      }
      return text.toString();
    }

    private static String text(KubeObject object) {
      return YAML.print(List.of(object.tree())).text();
    }

    /// The output file or directory of a build.
    ///
    /// @param path the path as the user wrote it
    private record BuildOutput(String path) {

      /// Whether it is a directory, which receives one file for each object.
      boolean isDirectory() {
        try {
          return !path.isEmpty() && Files.isDirectory(Path.of(path));
        } catch (InvalidPathException e) {
          return false;
        }
      }

      void write(String text) {
        try {
          write(Path.of(path), text);
        } catch (IOException | InvalidPathException e) {
          throw failure(path, e);
        }
      }

      /// Writes a file for each object. Writes nothing if one of them has no valid file name.
      ///
      /// @param text serializes an object
      void write(ManifestSet built, Function<KubeObject, String> text) {
        List<Problem> errors =
            built.problems().stream()
                .filter(problem -> problem.severity() == Severity.ERROR)
                .toList();
        if (!errors.isEmpty()) {
          throw new JapplyException(errors);
        }
        Map<String, String> files = new LinkedHashMap<>();
        ObjectFiles.of(built.objects())
            .forEach((name, object) -> files.put(name, text.apply(object)));
        files.forEach((name, content) -> {
          try {
            write(Path.of(path).resolve(name), content);
          } catch (IOException e) {
            throw failure(Path.of(path).resolve(name).toString(), e);
          }
        });
      }

      private static void write(Path file, String text) throws IOException {
        if (Files.exists(file)) {
          Path target = file.toRealPath();
          if (!Files.isRegularFile(target)) { // such as /dev/stdout, which cannot be replaced
            Files.writeString(target, text);
            return;
          }
          FileReplacement.writeAlike(draft(target), text, target);
        } else {
          FileReplacement.write(draft(file.toAbsolutePath()), text, file.toAbsolutePath());
        }
      }

      private static Path draft(Path target) throws IOException {
        return Files.createFile(target.resolveSibling(".japply-" + UUID.randomUUID()));
      }

      private static JapplyException failure(String file, Exception e) {
        String reason = e instanceof IOException io ? FileErrors.reason(io) : e.getMessage();
        return new JapplyException(
            Problem.error(Origin.of(file), "cannot be written: " + reason, "see --output"), e);
      }
    }
  }

  /// The flags of `kubectl kustomize` for Helm, plugins and containerized functions, which japply
  /// does not support.
  private static final class FunctionFlags {
    private static final List<String> SWITCHES =
        List.of(
            "--as-current-user",
            "--enable-alpha-plugins",
            "--enable-helm",
            "--helm-debug",
            "--network");
    private static final List<String> VALUES =
        List.of(
            "--helm-api-versions",
            "--helm-command",
            "--helm-kube-version",
            "--mount",
            "--network-name");

    private final List<Flag<?>> all = new ArrayList<>();

    FunctionFlags(Flags flags) {
      for (String name : SWITCHES) {
        all.add(flags.add(name).help("Not supported.").hidden().bool(false));
      }
      for (String name : VALUES) {
        all.add(flags.add(name).label("VALUE").help("Not supported.").hidden().text(""));
      }
      all.add(flags.add("-e", "--env").label("NAME").help("Not supported.").hidden().text(""));
    }

    /// Rejects all of these flags.
    void requireNone() {
      for (Flag<?> flag : all) {
        if (flag.isGiven()) {
          throw new UsageException(
              "%s is not supported: neither Helm nor functions are run; hand the build over, as with"
                      .formatted(flag.name())
                  + " --kustomize-command=\"kustomize build %s\"".formatted(flag.name()));
        }
      }
    }
  }

  private static final class BuildDiffFlags {
    private final Flag<String> revision;
    private final Flag<List<String>> filenames;
    private final Flag<Boolean> recursive;
    private final Flag<Integer> around;
    private final Flag<Boolean> exitCode;
    private final ReportFlags reports;

    BuildDiffFlags(Flags flags) {
      revision =
          flags
              .add("--diff")
              .label("REV")
              .help(
                  "Show how the objects differ from a commit, branch or tag; with ... at the end,"
                      + " from the commit where the current branch left it.")
              .text("");
      filenames =
          flags
              .add("-f", "--filename")
              .label("FILE,...")
              .help(
                  "Compare files, directories or patterns of manifests instead of kustomizations.")
              .lists();
      recursive =
          flags
              .add("-R", "--recursive")
              .help("Read the directories of -f recursively, or build all kustomizations in DIR.")
              .bool(false);
      around = DiffFlags.context(flags);
      exitCode = DiffFlags.exitCode(flags);
      reports = new ReportFlags(flags, "differences and reports", true);
    }

    boolean isWanted() {
      return revision.isGiven();
    }

    /// Whether to build all kustomizations in a directory. A comparison does so anyway.
    boolean isRecursive() {
      return recursive.get();
    }

    /// Whether a comparison is requested by arguments that may be invalid.
    boolean isMentioned(FlagSet flags) {
      return flags.mentions(revision);
    }

    /// Rejects the other flags, which only a comparison has.
    void requireNone() {
      Stream.of(filenames, around, exitCode)
          .filter(Flag::isTyped)
          .map(Flag::name)
          .findFirst()
          .or(() -> reports.given())
          .ifPresent(name -> {
            throw new UsageException(name + " is only for --diff");
          });
    }

    /// Returns the comparison.
    ///
    /// @param building the request to build each kustomization
    /// @param folders the directories on the command line
    BuildDiffRun comparison(
        CommandContext context,
        Cancellation cancellation,
        BuildRequest building,
        List<String> folders,
        GlobalFlags global) {
      Console console = context.console();
      if (!filenames.get().isEmpty() && !folders.isEmpty()) {
        throw new UsageException("only one of -f and DIR can be specified");
      }
      if (!building.command().isEmpty()) {
        throw new UsageException("--kustomize-command cannot be used with --diff");
      }
      int lines = DiffFlags.lines(around);
      List<ReportTarget> targets = reports.targets(false);
      DiffFlags.requireNoProgram(console, around, targets);
      return new BuildDiffRun(
          context,
          cancellation,
          revision.get(),
          filenames.get().isEmpty()
              ? new BuildDiffRun.Kustomizations(folders)
              : new BuildDiffRun.Manifests(filenames.get(), recursive.get()),
          building,
          new BuildDiffRun.Output(
              lines,
              ExternalDiff.wanted(console)
                  ? ExternalDiff.of(console, global.compatibility(console))
                  : null,
              exitCode.get(),
              reports.secrets(),
              reports.summarizes(),
              targets,
              global.requests()));
    }
  }
}
