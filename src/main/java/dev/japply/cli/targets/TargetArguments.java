package dev.japply.cli.targets;

import dev.japply.cli.flags.Flag;
import dev.japply.cli.flags.FlagSet;
import dev.japply.cli.flags.TargetFlags;
import dev.japply.cli.flags.UsageException;
import dev.japply.input.ProjectTarget;
import dev.japply.problem.JapplyException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// The command lines of a run over targets: for each target, the one that runs the command for this
/// target alone. It is the typed command line with the target's context, manifests and namespace.
///
/// @param command the command with its parent commands
/// @param flags the parsed flags of the run over targets
public record TargetArguments(List<String> command, FlagSet flags) {
  /// The flags that the command line of one target does not have.
  private static final Set<String> OWN = Set.of(TargetFlags.TARGETS, TargetFlags.SKIP);

  /// Flags about one cluster, whose credentials must not be sent to others, and about one file.
  private static final List<String> REFUSED =
      List.of(
          "--context",
          "--cluster",
          "--user",
          "--server",
          "--token",
          "--username",
          "--password",
          "--client-certificate",
          "--client-key",
          "--certificate-authority",
          "--insecure-skip-tls-verify",
          "--tls-server-name",
          "--proxy-url",
          "--live",
          "--diff");

  /// The extensions of reports whose files are named otherwise than the format.
  private static final Map<String, String> EXTENSIONS =
      Map.of("text", "txt", "markdown", "md", "github", "txt", "gitlab", "json", "junit", "xml");

  public TargetArguments {
    command = List.copyOf(command);
  }

  /// The form of standard output.
  public enum Form {
    /// Lines that begin with the target.
    LINES,
    /// One document for each target.
    JSON,
    /// One document for each line.
    JSON_LINES
  }

  /// Checks that all flags are supported.
  ///
  /// @throws UsageException if one is not
  public void check() {
    for (String flag : REFUSED) {
      if (flags.gives(flag)) {
        throw new UsageException(
            "--targets cannot be used with %s: each target has its own cluster and manifests"
                .formatted(flag));
      }
    }
    if (isBuild() && !flags.arguments().isEmpty()) {
      throw new UsageException(
          "--targets cannot be used with DIR: each target has its own kustomization");
    }
    for (String flag : List.of("--filename", "--crds")) {
      if (values(flag).contains("-")) {
        throw new UsageException(
            "--targets cannot be used with %s=-: standard input can be read once; name a file"
                .formatted(flag));
      }
    }
    for (String flag : List.of("--out", "--output")) {
      Flag<?> written = flags.flag(flag);
      if (isFile(flag) && written != null && written.isGiven() && !written.isTyped()) {
        throw new UsageException(
            "%s: with --targets, %s must be given on the command line"
                .formatted(written.origin(), flag));
      }
    }
    values("--report").forEach(TargetArguments::checkReport);
  }

  private static void checkReport(String report) {
    boolean printed = !report.contains("=");
    if (printed && !report.equals("json") && !report.equals("jsonl")) {
      throw new UsageException(
          ("--report=%s cannot be printed with --targets; give it a directory, as"
                  + " --report=%s=reports/")
              .formatted(report, report));
    }
  }

  private boolean isBuild() {
    return flags.flag("--kustomize") == null;
  }

  /// Whether the value of a flag is a file to write.
  private boolean isFile(String flag) {
    return flag.equals("--out") || (flag.equals("--output") && isBuild());
  }

  private List<String> values(String name) {
    Flag<?> flag = flags.flag(name);
    return flag != null && flag.get() instanceof List<?> values
        ? values.stream().map(String::valueOf).toList()
        : List.of();
  }

  /// Returns the form of the output.
  public Form form() {
    Flag<?> output = flags.flag("--output");
    List<String> reports = values("--report");
    if (reports.contains("jsonl")) {
      return Form.JSON_LINES;
    }
    boolean json = output != null && !isBuild() && output.text().equals("json");
    return json || reports.contains("json") ? Form.JSON : Form.LINES;
  }

  /// Returns the directories that receive a file for each target.
  public SortedSet<Path> directories() {
    var directories = new TreeSet<Path>();
    for (String word : flags.typedFlags()) {
      String name = FlagSet.name(word);
      String value = word.substring(name.length() + 1);
      if (isFile(name)) {
        directories.add(Path.of(value));
      } else if (name.equals("--report") && value.contains("=")) {
        directories.add(Path.of(value.substring(value.indexOf('=') + 1)));
      }
    }
    return directories;
  }

  /// Returns the command line for one target.
  ///
  /// @param input the values of the flag with the target's manifests
  /// @throws JapplyException if the command needs a kustomization, and the target has none
  public List<String> of(ProjectTarget target, List<String> input) {
    var args = new ArrayList<>(command);
    for (String word : flags.typedFlags()) {
      if (!OWN.contains(FlagSet.name(word))) {
        args.add(ofTarget(word, target.name()));
      }
    }
    args.add("--context=" + target.context());
    if (!target.namespace().isEmpty() && !isTyped("--namespace")) {
      args.add("--namespace=" + target.namespace());
    }
    if (isBuild()) {
      args.addAll(kustomizations(target, input));
      return args;
    }
    if (target.input() != null && readsInput()) {
      input.forEach(value -> args.add("--" + target.input().flag() + "=" + value));
    }
    if (flags.flag("--substitute") != null) {
      substitutes(target).keySet().forEach(name -> args.add("--substitute=" + name));
    }
    if (!flags.arguments().isEmpty()) {
      args.add("--");
      args.addAll(flags.arguments());
    }
    return args;
  }

  /// Whether the command reads the manifests of the target, and no others.
  private boolean readsInput() {
    return flags.arguments().isEmpty() && !isTyped("--filename") && !isTyped("--kustomize");
  }

  private boolean isTyped(String name) {
    Flag<?> flag = flags.flag(name);
    return flag != null && flag.isTyped();
  }

  /// Returns the values of the variables in the manifests of a target. Variables of the command
  /// line keep the values of the environment.
  public Map<String, String> substitutes(ProjectTarget target) {
    var values = new TreeMap<String, String>();
    if (!isTyped("--kustomize") && flags.arguments().isEmpty()) {
      values.putAll(target.substitutes());
      values.keySet().removeAll(new LinkedHashSet<>(values("--substitute")));
    }
    return values;
  }

  private static List<String> kustomizations(ProjectTarget target, List<String> input) {
    if (target.input() == null || !target.input().flag().equals("kustomize")) {
      throw new JapplyException(
          target.place(),
          "target %s has no kustomization to build".formatted(target.name()),
          "add kustomize: to it, or select other targets");
    }
    return input;
  }

  /// Returns a flag of the command line for one target. A directory becomes a file in it.
  private String ofTarget(String word, String target) {
    String name = FlagSet.name(word);
    String value = word.substring(name.length() + 1);
    if (isFile(name)) {
      return name + "=" + Path.of(value, target + (isBuild() ? ".yaml" : ".json"));
    }
    if (name.equals("--report") && value.contains("=")) {
      String format = value.substring(0, value.indexOf('='));
      String directory = value.substring(format.length() + 1);
      String extension = EXTENSIONS.getOrDefault(format, format);
      return name + "=" + format + "=" + Path.of(directory, target + "." + extension);
    }
    return word;
  }
}
