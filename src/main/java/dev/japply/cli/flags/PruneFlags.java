package dev.japply.cli.flags;

import dev.japply.apply.PruneRequest.Choice;
import dev.japply.object.Gvk;
import dev.japply.object.LabelSelector;
import dev.japply.plan.file.PlanFile.Prune;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The flags about objects that the manifests no longer have, which `apply` and `diff` share.
public final class PruneFlags {
  boolean prune;
  boolean all;
  List<String> allowlist = new ArrayList<>();
  String applySet = "";
  String adopted = "";

  /// Adds them to those of a command.
  public void declare(Flags flags) {
    flags
        .add("--prune")
        .help("Delete objects that were applied before and are no longer in the manifests.")
        .bool(prune, value -> prune = value);
    flags
        .add("--prune-allowlist")
        .label("GROUP/VERSION/KIND")
        .help("Prune objects of this type instead of the default types; may be repeated.")
        .texts(allowlist);
    flags
        .add("--applyset")
        .label("[RESOURCE/]NAME")
        .help("Prune by the ApplySet with this parent.")
        .text(applySet, value -> applySet = value);
  }

  /// Adds them, and the one by which all applied objects may go.
  public void declareWithAll(Flags flags) {
    declare(flags);
    flags
        .add("--all")
        .help("Prune among all applied objects, not only those that -l selects.")
        .bool(all, value -> all = value);
  }

  /// Adds them all, and the one that lets objects change their ApplySet.
  public void declareForApply(Flags flags) {
    declareWithAll(flags);
    flags
        .add("--adopt-from")
        .label("[RESOURCE/]NAME")
        .help("Take members of the ApplySet with this parent over into that of --applyset.")
        .text(adopted, value -> adopted = value);
  }

  /// Whether `--all` is given.
  public boolean isAll() {
    return all;
  }

  /// Whether it is to be pruned.
  public boolean isWanted() {
    return prune;
  }

  /// Whether the types to prune are listed.
  boolean hasAllowlist() {
    return !allowlist.isEmpty();
  }

  /// The object that stands for the ApplySet; empty for none.
  public String applySet() {
    return applySet;
  }

  /// Checks that an ApplySet is chosen by nothing else.
  ///
  /// @param selector `--selector`; empty when it is not given
  /// @throws UsageException when it is
  public void checkSet(String selector) {
    refuse(all, "--all is incompatible with --applyset");
    refuse(!selector.isEmpty(), "--selector is incompatible with --applyset");
    refuse(hasAllowlist(), "--prune-allowlist is incompatible with --applyset");
  }

  /// Checks that it is pruned where an ApplySet is named.
  ///
  /// @throws UsageException when it is not
  public void checkWanted() {
    refuse(!applySet.isEmpty() && !prune, "--applyset requires --prune");
    refuse(!adopted.isEmpty() && applySet.isEmpty(), "--adopt-from requires --applyset");
  }

  private static void refuse(boolean wrong, String message) {
    if (wrong) {
      throw new UsageException(message);
    }
  }

  /// Among which objects those are looked for that go.
  public Choice choice(LabelSelector selector) {
    return applySet.isEmpty()
        ? new Choice.Applied(selector, types())
        : new Choice.Members(applySet, adopted);
  }

  /// What a plan file says of them; empty where nothing is pruned.
  ///
  /// @param selector `--selector`
  public Optional<Prune> planned(String selector) {
    return prune ? Optional.of(new Prune(selector, all, allowlist, applySet)) : Optional.empty();
  }

  /// Among which objects a plan has looked for those that go.
  static Choice choice(Prune planned) {
    var flags = new PruneFlags();
    flags.prune = true;
    flags.allowlist.addAll(planned.types());
    flags.applySet = planned.applySet();
    return flags.choice(GoValues.selector(planned.selector()));
  }

  /// The types in the allowlist.
  private List<Gvk> types() {
    return prune ? allowlist.stream().map(PruneFlags::type).toList() : List.of();
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
