package dev.japply.cli.flags;

import dev.japply.cli.flags.BuildRequest.Fetching;
import dev.japply.kustomize.build.BuildOptions.CustomLists;
import dev.japply.kustomize.build.BuildOptions.Differences;
import dev.japply.kustomize.build.Unmatched;
import dev.japply.kustomize.load.Folder.Restriction;
import dev.japply.plan.Compatibility;
import dev.japply.plan.Difference;
import java.util.List;
import java.util.Optional;

/// The flags that say how a kustomization is built.
public final class KustomizeFlags {
  private static final String ROOT_ONLY = "LoadRestrictionsRootOnly";
  private static final String NONE = "LoadRestrictionsNone";

  /// The flag whose value is run, so that nobody but the user may give it.
  public static final String COMMAND = "--kustomize-command";

  String loadRestrictor = ROOT_ONLY;
  boolean allowUnmatched;
  boolean offline;
  String command = "";

  /// Adds them to those of a command.
  public void declare(Flags flags) {
    flags
        .add("--load-restrictor")
        .label(ROOT_ONLY + "|" + NONE)
        .help("Whether a kustomization may load files from outside of its directory.")
        .text(loadRestrictor, value -> loadRestrictor = value);
    flags
        .add("--allow-unmatched")
        .help("Pass over patches whose target selects nothing, as kustomize does.")
        .bool(allowUnmatched, value -> allowUnmatched = value);
    flags
        .add("--offline")
        .help(
            "Fetch nothing that a kustomization names; of repositories take commits that were"
                + " fetched before.")
        .bool(offline, value -> offline = value);
    flags
        .add(COMMAND)
        .label("COMMAND")
        .help(
            "Let another program build, such as \"kustomize build --enable-helm\"; DIR is put"
                + " behind it.")
        .text(command, value -> command = value);
  }

  /// The build of a kustomization.
  ///
  /// @param folder where it is
  public BuildRequest request(String folder, GlobalFlags global, Compatibility compatibility) {
    boolean refused = !allowUnmatched && compatibility.allows(Difference.REFUSES_UNMATCHED_PATCHES);
    boolean merged = compatibility.allows(Difference.MERGES_CUSTOM_LISTS_IN_PATCHES);
    return new BuildRequest(
        folder,
        restriction(),
        new Differences(
            refused ? Unmatched.REFUSED : Unmatched.PASSED_OVER,
            merged ? CustomLists.MERGED : CustomLists.REPLACED),
        new Fetching(global.urlTimeout(), offline),
        ShellWords.of(COMMAND, command));
  }

  private Restriction restriction() {
    return switch (loadRestrictor) {
      case "", ROOT_ONLY -> Restriction.ROOT_ONLY;
      case NONE -> Restriction.NONE;
      default ->
          throw new UsageException(
              "illegal flag value --load-restrictor %s; legal values: [%s %s]"
                  .formatted(loadRestrictor, ROOT_ONLY, NONE));
    };
  }

  /// One of them that the command line gives, if any does.
  static Optional<String> given(GlobalFlags global) {
    return List.of("--load-restrictor", "--allow-unmatched", "--offline", COMMAND).stream()
        .filter(global::given)
        .findFirst();
  }
}
