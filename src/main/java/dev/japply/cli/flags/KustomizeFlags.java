package dev.japply.cli.flags;

import dev.japply.cli.flags.BuildRequest.Fetching;
import dev.japply.kustomize.build.BuildOptions.CustomLists;
import dev.japply.kustomize.build.BuildOptions.Differences;
import dev.japply.kustomize.build.BuildOptions.EmbeddedTexts;
import dev.japply.kustomize.build.BuildOptions.Faults;
import dev.japply.kustomize.build.BuildOptions.FoldedTexts;
import dev.japply.kustomize.build.BuildOptions.Unmatched;
import dev.japply.kustomize.load.FileLoader.Restriction;
import dev.japply.kyaml.KustomizePatch.ListItems;
import dev.japply.plan.Compatibility;
import dev.japply.plan.Difference;
import java.util.Optional;
import java.util.stream.Stream;

/// The flags for building a kustomization.
public final class KustomizeFlags {
  private static final String ROOT_ONLY = "LoadRestrictionsRootOnly";
  private static final String NONE = "LoadRestrictionsNone";

  /// The flag whose value is executed, so that only the user may set it.
  public static final String COMMAND = "--kustomize-command";

  private final Flag<Restriction> loadRestrictor;
  private final Flag<Boolean> allowUnmatched;
  private final Flag<Boolean> offline;
  private final Flag<String> command;

  public KustomizeFlags(Flags flags) {
    loadRestrictor =
        flags
            .add("--load-restrictor")
            .rare()
            .label(ROOT_ONLY + "|" + NONE)
            .help("Allow files only in the kustomization's directory, or anywhere.")
            .value(ROOT_ONLY, KustomizeFlags::restriction);
    allowUnmatched =
        flags
            .add("--allow-unmatched")
            .rare()
            .help("Allow patches whose target selects nothing, as kustomize does.")
            .bool(false);
    offline =
        flags
            .add("--offline")
            .rare()
            .help("Fetch nothing for kustomizations; use only commits in the cache.")
            .bool(false);
    command =
        flags
            .add(COMMAND)
            .rare()
            .label("COMMAND")
            .help(
                "Build with this program, such as \"kustomize build --enable-helm\", and DIR as"
                    + " its last argument.")
            .text("");
  }

  /// Returns a request to build a kustomization.
  ///
  /// @param directory the directory or URL of the kustomization
  public BuildRequest request(String directory, GlobalFlags global, Compatibility compatibility) {
    boolean refused =
        !allowUnmatched.get() && compatibility.allows(Difference.REFUSES_UNMATCHED_PATCHES);
    boolean merged = compatibility.allows(Difference.MERGES_CUSTOM_LISTS_IN_PATCHES);
    return new BuildRequest(
        directory,
        loadRestrictor.get(),
        new Differences(
            refused ? Unmatched.REFUSED : Unmatched.PASSED_OVER,
            merged ? CustomLists.MERGED : CustomLists.REPLACED,
            compatibility.allows(Difference.KEEPS_ITEMS_IN_PATCHES)
                ? ListItems.KEPT
                : ListItems.AS_KUSTOMIZE,
            compatibility.allows(Difference.KEEPS_FOLDED_TEXTS)
                ? FoldedTexts.KEPT
                : FoldedTexts.REWRITTEN,
            compatibility.allows(Difference.EDITS_EMBEDDED_TEXTS_EXACTLY)
                ? EmbeddedTexts.EXACT
                : EmbeddedTexts.AS_KUSTOMIZE,
            compatibility.allows(Difference.CORRECTS_KUSTOMIZE) ? Faults.CORRECTED : Faults.KEPT),
        new Fetching(global.urlTimeout(), offline.get()),
        ShellWords.of(COMMAND, command.get()));
  }

  private static Restriction restriction(String value) {
    return switch (value) {
      case "", ROOT_ONLY -> Restriction.ROOT_ONLY;
      case NONE -> Restriction.NONE;
      default ->
          throw new UsageException(
              "illegal flag value --load-restrictor %s; legal values: [%s %s]"
                  .formatted(value, ROOT_ONLY, NONE));
    };
  }

  /// Returns one of these flags that is set; empty if none is.
  Optional<String> given() {
    return Stream.of(loadRestrictor, allowUnmatched, offline, command)
        .filter(Flag::isGiven)
        .map(Flag::name)
        .findFirst();
  }
}
