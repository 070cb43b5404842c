package dev.japply.cli.flags;

import dev.japply.cli.flags.InputOptions.From;
import dev.japply.input.ManifestReader.RequiredFields;
import dev.japply.input.ManifestSources.KustomizationPolicy;
import dev.japply.input.RootKustomizations;
import dev.japply.plan.Compatibility;
import dev.japply.plan.Difference;
import dev.japply.yaml.Substitution;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/// The flags that select manifests, for all commands that read them.
public final class FileFlags {
  private static final String VARIABLE = "[A-Za-z_][A-Za-z0-9_]*";

  private final boolean searches;
  private final Flag<List<String>> filenames;
  private final Flag<List<String>> kustomize;
  private final Flag<Boolean> recursive;
  private final KustomizeFlags building;
  private final Flag<List<String>> substituted;

  /// @param substitutes whether the manifests can have variables
  public FileFlags(Flags flags, boolean substitutes) {
    this(flags, substitutes, /* searches= */ false);
  }

  /// Creates flags whose `-R` also finds the kustomizations in the directories of `-k`.
  public static FileFlags searching(Flags flags) {
    return new FileFlags(flags, /* substitutes= */ true, /* searches= */ true);
  }

  private FileFlags(Flags flags, boolean substitutes, boolean searches) {
    this.searches = searches;
    filenames =
        flags
            .add("-f", "--filename")
            .label("FILE,...")
            .help("Files, directories, glob patterns or URLs of manifests; - for standard input.")
            .lists();
    kustomize =
        flags
            .add("-k", "--kustomize")
            .label("DIR")
            .help("A directory with a kustomization to build; may be repeated.")
            .texts();
    recursive =
        flags
            .add("-R", "--recursive")
            .help(
                searches
                    ? "Read the directories of -f recursively, or build all kustomizations in those"
                        + " of -k."
                    : "Read the directories of -f recursively.")
            .bool(false);
    building = new KustomizeFlags(flags.section("Kustomizations"));
    substituted =
        flags
            .where(substitutes)
            .add("--substitute")
            .rare()
            .label("NAME,...")
            .help("Replace ${NAME} in manifests by these environment variables, and by no others.")
            .lists();
  }

  /// Whether none of these flags is set.
  public boolean absent() {
    return filenames.get().isEmpty() && !isBuilt();
  }

  /// Whether there is a kustomization to build. An empty name is none.
  private boolean isBuilt() {
    return kustomize.get().stream().anyMatch(name -> !name.isEmpty());
  }

  /// Returns the kustomizations to build.
  private List<String> directories(Compatibility compatibility) {
    List<String> all = kustomize.get();
    boolean last = !compatibility.allows(Difference.BUILDS_ALL_KUSTOMIZATIONS);
    return all.stream()
        .skip(last ? Math.max(0, all.size() - 1) : 0)
        .filter(name -> !name.isEmpty())
        .distinct()
        .toList();
  }

  /// Fails if no flag is set.
  public void require() {
    if (absent()) {
      throw new UsageException("must specify one of -f and -k");
    }
  }

  /// Returns the files; empty if no flag is set.
  public Optional<InputOptions> optional(
      GlobalFlags global, Compatibility compatibility, Console console) {
    return absent() ? Optional.empty() : Optional.of(inputs(global, compatibility, console));
  }

  /// Returns the files.
  ///
  /// @param global has the command line for messages, and the timeout of a URL
  /// @param compatibility whether to reject a kustomization directory, and to read a file once
  public InputOptions inputs(GlobalFlags global, Compatibility compatibility, Console console) {
    List<String> given = directories(compatibility);
    if (!given.isEmpty() && !filenames.get().isEmpty()) {
      throw new UsageException("only one of -f or -k can be specified");
    }
    boolean finds = !given.isEmpty() && recursive.get();
    if (finds && !searches) {
      throw new UsageException("the -k flag can't be used with -f or -R");
    }
    List<String> directories = finds ? RootKustomizations.in(given, console.byteLimit()) : given;
    building
        .given()
        .filter(flag -> directories.isEmpty())
        .ifPresent(flag -> {
          throw new UsageException(flag + " is only for -k");
        });
    KustomizationPolicy kustomizations =
        compatibility.allows(Difference.REFUSES_KUSTOMIZATIONS)
            ? KustomizationPolicy.REFUSED
            : KustomizationPolicy.READ;
    boolean once = compatibility.allows(Difference.REFUSES_REPEATED_OBJECTS);
    From from =
        directories.isEmpty()
            ? new From.Files(filenames.get(), recursive.get(), kustomizations, once)
            : new From.Built(
                directories.stream()
                    .map(each -> building.request(each, global, compatibility))
                    .toList());
    return new InputOptions(
        from, RequiredFields.ALL, global.urlTimeout(), substitution(global, console));
  }

  /// Returns the variables with their values.
  private Substitution substitution(GlobalFlags global, Console console) {
    var values = new LinkedHashMap<String, Optional<String>>();
    for (String name : substituted.get()) {
      if (!name.matches(VARIABLE)) {
        throw new UsageException(
            "invalid --substitute value \"%s\"; must be names of variables, as IMAGE,TAG"
                .formatted(name));
      }
      values.put(name, global.substitute(name, console));
    }
    if (!values.isEmpty() && isBuilt()) {
      throw new UsageException("--substitute cannot be used with -k");
    }
    return values.isEmpty() ? Substitution.NONE : Substitution.of(values);
  }
}
