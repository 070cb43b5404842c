package dev.japply.cli.check;

import dev.japply.check.ExternalObject;
import dev.japply.check.ManifestCheck;
import dev.japply.cli.flags.Command.LocalCommand;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.CrdsFlag;
import dev.japply.cli.flags.FileFlags;
import dev.japply.cli.flags.Flag;
import dev.japply.cli.flags.FlagSet;
import dev.japply.cli.flags.ReportFlags;
import dev.japply.cli.flags.UsageException;
import dev.japply.diff.SimilarName;
import dev.japply.input.ManifestReader.RequiredFields;
import dev.japply.io.Cancellation;
import dev.japply.object.LabelSelector;
import dev.japply.schema.BuiltinSchemas;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine.Model.UsageMessageSpec;

/// The command `japply check`: its flags.
public final class CheckCommand extends LocalCommand {
  private static final String OLDEST = BuiltinSchemas.VERSIONS.getLast();
  private static final String NEWEST = BuiltinSchemas.VERSIONS.getFirst();

  private final FileFlags files = FileFlags.searching(flags.section("Input"));
  private final Flag<LabelSelector> selector =
      flags
          .section("Input")
          .selector(
              "Check only objects whose labels match: a=b, a!=b, a in (b,c), a notin (b), a, !a.");
  private final Flag<List<String>> kubernetes =
      flags
          .section("Rules")
          .add("--kubernetes")
          .label("VERSION")
          .candidates(
              Stream.concat(BuiltinSchemas.VERSIONS.stream(), Stream.of(OLDEST + "-" + NEWEST))
                  .toList())
          .help(
              "The version of Kubernetes whose rules apply: "
                  + String.join(", ", BuiltinSchemas.VERSIONS.reversed())
                  + "; or several, as a list or a range.")
          .value(NEWEST, KubernetesVersions::parse);
  private final CrdsFlag crds =
      new CrdsFlag(
          flags.section("Rules"),
          "More CustomResourceDefinitions, in addition to the input's own; may be repeated.");
  private final Flag<String> live =
      flags
          .section("Rules")
          .add("--live")
          .label("FILE")
          .help("Use the types of this snapshot for objects without a CustomResourceDefinition.")
          .text("");
  private final Flag<Boolean> requireSchemas =
      flags
          .section("Rules")
          .add("--require-schemas")
          .help("Treat an object without a schema as an error.")
          .bool(false);
  private final Flag<List<String>> external =
      flags
          .section("Rules")
          .add("--external")
          .label("KIND/NAME")
          .help(
              "An object that exists elsewhere, so that references to it are no warnings; NAME may"
                  + " end with *. May be repeated.")
          .texts();
  private final ReportFlags reports = new ReportFlags(flags.section("Output"), "", true);

  public CheckCommand(FlagSet set) {
    super(set);
    addTargets(/* connects= */ false);
  }

  @Override
  public String name() {
    return "check";
  }

  @Override
  public void describe(UsageMessageSpec usage) {
    usage
        .header("Find what a server would refuse, without a cluster.")
        .description(
            "Checks types, unknown and duplicate fields, required fields, allowed values, names,"
                + " labels, ports, selectors and mounts, and API versions that are gone. Prints"
                + " nothing if all objects are valid.",
            "It does not include the rest of a server's validation: ranges of most numbers,"
                + " combinations of fields, admission policies and webhooks, quotas, CEL rules of"
                + " custom resources, and what the cluster has already. To include these, use"
                + " japply diff.",
            "Exits with 0 if no error was found, otherwise with 1.")
        .customSynopsis("${ROOT-COMMAND-NAME} check (-f FILE | -k DIR) [flags]")
        .footer(
            "  ${ROOT-COMMAND-NAME} check -R -f manifests/",
            "  ${ROOT-COMMAND-NAME} check -R -k overlays/   all kustomizations there",
            "  ${ROOT-COMMAND-NAME} check -k overlays/prod --kubernetes=1.34",
            "  ${ROOT-COMMAND-NAME} check -k overlays/prod --kubernetes="
                + OLDEST
                + "-"
                + NEWEST
                + "   for several versions",
            "  ${ROOT-COMMAND-NAME} check -f app.yaml --crds=crds/ --require-schemas",
            "  ${ROOT-COMMAND-NAME} check -f app.yaml --external='Secret/tls-*'",
            "  ${ROOT-COMMAND-NAME} check -k overlays/prod --report=github   for a pull request");
  }

  @Override
  public int run(CommandContext context, Cancellation cancellation, List<String> arguments) {
    checkCount(arguments, 0);
    files.require();
    var console = context.console();
    var compatibility = global.compatibility(console);
    return new CheckRun(
            context,
            cancellation,
            files.inputs(global, compatibility, console).with(RequiredFields.TYPE),
            selector.get(),
            compatibility,
            crds.read(global, console, cancellation),
            live.get(),
            kubernetes.get(),
            new ManifestCheck.Options(
                kubernetes.get().getLast(),
                requireSchemas.get(),
                external.get().stream().map(CheckCommand::external).toList(),
                global.connection().namespace(),
                !selector.get().equals(LabelSelector.EVERYTHING)),
            reports.targets(false),
            reports.summarizes())
        .run()
        .status();
  }

  private static ExternalObject external(String text) {
    return ExternalObject.parse(text)
        .orElseThrow(() ->
            new UsageException(
                "invalid --external value \"" + text + "\"; must be KIND/NAME, as Secret/tls"));
  }

  /// The value of `--kubernetes`: versions and ranges of them, separated by commas.
  private static final class KubernetesVersions {
    private static final List<String> KNOWN = BuiltinSchemas.VERSIONS;
    private static final Pattern RANGE = Pattern.compile("(v?[0-9]+\\.[0-9]+)-(v?[0-9]+\\.[0-9]+)");

    private final String text;
    private final List<String> found = new ArrayList<>();

    private KubernetesVersions(String text) {
      this.text = text;
    }

    /// Returns the versions of a text such as `1.34,1.36-1.37`, the oldest first.
    ///
    /// @throws UsageException if it is invalid
    static List<String> parse(String text) {
      var versions = new KubernetesVersions(text);
      for (String part : text.split(",", -1)) {
        Matcher range = RANGE.matcher(part);
        if (range.matches()) {
          versions.addRange(range.group(1), range.group(2));
        } else {
          versions.add(versions.known(part));
        }
      }
      return KNOWN.reversed().stream().filter(versions.found::contains).toList();
    }

    private void addRange(String first, String last) {
      int from = KNOWN.indexOf(known(first));
      int to = KNOWN.indexOf(known(last));
      if (from < to) {
        throw invalid("a range starts with its oldest version: " + last + "-" + first);
      }
      KNOWN.subList(to, from + 1).forEach(this::add);
    }

    private void add(String version) {
      if (found.contains(version)) {
        throw invalid(version + " is there twice");
      }
      found.add(version);
    }

    private String known(String part) {
      String version = part.startsWith("v") ? part.substring(1) : part;
      if (KNOWN.contains(version)) {
        return version;
      }
      String all = String.join(", ", KNOWN);
      if (part.equals(text)) {
        throw new UsageException(
            "invalid --kubernetes value \"%s\"; must be one of %s%s"
                .formatted(text, all, SimilarName.question(KNOWN, version)));
      }
      String what = part.isEmpty() ? "a version is missing" : "\"" + part + "\" is not known";
      throw invalid(what + "; there are " + all);
    }

    private UsageException invalid(String why) {
      return new UsageException("invalid --kubernetes value \"" + text + "\": " + why);
    }
  }
}
