package dev.japply.cli.flags;

import dev.japply.apply.Apply.PruneRequest.Choice;
import dev.japply.object.Gvk;
import dev.japply.object.LabelSelector;
import dev.japply.plan.file.PlanFile.Prune;
import java.util.List;
import java.util.Optional;

/// The flags of `apply` and `diff` for objects that the manifests no longer have.
public final class PruneFlags {
  private final Flag<Boolean> prune;
  private final Flag<List<String>> allowlist;
  private final Flag<String> applySet;
  private final Flag<Boolean> all;
  private final Flag<String> adopted;

  /// @param withAll whether the command can prune among all applied objects
  public PruneFlags(Flags flags, boolean withAll) {
    prune =
        flags
            .add("--prune")
            .help("Delete applied objects that are no longer in the manifests.")
            .bool(false);
    allowlist =
        flags
            .add("--prune-allowlist")
            .rare()
            .label("GROUP/VERSION/KIND")
            .help("Prune objects of this type instead of the default types; may be repeated.")
            .texts();
    applySet =
        flags
            .add("--applyset")
            .label("[RESOURCE/]NAME")
            .help("Prune the ApplySet with this parent.")
            .text("");
    all =
        flags
            .where(withAll)
            .add("--all")
            .rare()
            .help("Prune among all applied objects, not only the objects of -l.")
            .bool(false);
    adopted =
        flags
            .add("--adopt-from")
            .rare()
            .label("[RESOURCE/]NAME")
            .help("Accept members of the ApplySet with this parent into the set of --applyset.")
            .text("");
  }

  /// Whether `--all` is set.
  public boolean isAll() {
    return all.get();
  }

  /// Whether pruning is requested.
  public boolean isWanted() {
    return prune.get();
  }

  /// Returns the parent object of the ApplySet; empty if there is none.
  public String applySet() {
    return applySet.get();
  }

  /// Checks that no other flag is combined with an ApplySet.
  ///
  /// @param selector `--selector`; empty if it is not set
  /// @throws UsageException if another flag is set
  public void checkSet(String selector) {
    refuse(all.get(), "--all is incompatible with --applyset");
    refuse(!selector.isEmpty(), "--selector is incompatible with --applyset");
    refuse(!allowlist.get().isEmpty(), "--prune-allowlist is incompatible with --applyset");
  }

  /// Checks that an ApplySet is only set with pruning, and `--adopt-from` only with an ApplySet.
  ///
  /// @throws UsageException if the other flag is missing
  public void checkWanted() {
    refuse(!applySet.get().isEmpty() && !prune.get(), "--applyset requires --prune");
    refuse(
        !adopted.get().isEmpty() && applySet.get().isEmpty(), "--adopt-from requires --applyset");
  }

  private static void refuse(boolean wrong, String message) {
    if (wrong) {
      throw new UsageException(message);
    }
  }

  public Choice choice(LabelSelector selector) {
    return choice(
        selector, prune.get() ? allowlist.get() : List.of(), applySet.get(), adopted.get());
  }

  private static Choice choice(
      LabelSelector selector, List<String> types, String applySet, String adopted) {
    return applySet.isEmpty()
        ? new Choice.Applied(selector, types.stream().map(PruneFlags::type).toList())
        : new Choice.Members(applySet, adopted);
  }

  /// Returns the flags for a plan file; empty if nothing is pruned.
  public Optional<Prune> planned(String selector) {
    return prune.get()
        ? Optional.of(
            new Prune(selector, all.get(), allowlist.get(), applySet.get(), adopted.get()))
        : Optional.empty();
  }

  /// Returns the candidates for pruning of a plan.
  public static Choice choice(Prune planned) {
    return choice(
        GoValues.selector(planned.selector()),
        planned.types(),
        planned.applySet(),
        planned.adopted());
  }

  private static Gvk type(String text) {
    String[] parts = text.split("/", -1);
    if (parts.length != 3) {
      throw new UsageException(
          "invalid GroupVersionKind format: %s, please follow <group/version/kind>"
              .formatted(text));
    }
    return new Gvk(parts[0].equals("core") ? "" : parts[0], parts[1], parts[2]);
  }
}
