package dev.japply.plan.file;

import dev.japply.object.KubeObject;
import dev.japply.plan.Action;
import dev.japply.plan.ChangeReasons;
import dev.japply.plan.ChangeReasons.StoredValues;
import dev.japply.plan.Difference;
import dev.japply.plan.FieldExplanation;
import dev.japply.plan.Order;
import dev.japply.plan.PlanOptions;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.SecretDigests;
import dev.japply.problem.Problem;
import dev.japply.tree.Node;
import dev.japply.tree.Value.MapValue;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The content of a plan file: all changes of an apply, without the values of Secrets.
///
/// @param digests replaces those values by digests
public record PlanFile(
    Made made, Target target, Settings settings, SecretDigests digests, List<Entry> entries) {
  public PlanFile {
    entries = List.copyOf(entries);
  }

  /// Creation and expiry of a plan.
  ///
  /// @param by the program that made the plan
  /// @param flags the flags that select the manifests, as `--filename=app.yaml`, for people
  public record Made(Instant created, Instant expires, String by, List<String> flags) {
    public Made {
      flags = List.copyOf(flags);
    }

    /// The same without flags.
    public Made(Instant created, Instant expires, String by) {
      this(created, expires, by, List.of());
    }
  }

  /// The cluster that a plan was made for.
  ///
  /// @param uid the uid of its namespace `kube-system`, to identify a cluster whose address
  ///   changes; empty if it may not be read
  public record Target(String server, String uid) {
    /// Checks whether `other` is the same cluster. Its address may differ, as through a tunnel.
    public boolean is(Target other) {
      boolean unknown = uid.isEmpty() || other.uid.isEmpty();
      return unknown ? server.equals(other.server) : uid.equals(other.uid);
    }
  }

  /// The options for applying a plan.
  ///
  /// @param files the paths of the manifests
  /// @param planning [PlanOptions#stored] of the plan
  /// @param serverSide the options for server-side apply; null for client-side apply
  /// @param large the options for objects that are too large for client-side apply; null if they
  ///   are refused
  /// @param prune the options for pruning; null if nothing is pruned
  public record Settings(
      List<String> files,
      PlanOptions planning,
      String fieldManager,
      String fieldValidation,
      @Nullable ServerSide serverSide,
      @Nullable Large large,
      Deletion deletion,
      @Nullable Prune prune) {
    public Settings {
      files = List.copyOf(files);
    }

    /// Whether to behave exactly as kubectl does.
    public boolean isKubectl() {
      return !planning.allows(Difference.ORDERS_BY_DEPENDENCY);
    }

    /// Returns the order of the objects in an apply.
    public Order order() {
      return isKubectl() ? Order.INPUT : Order.DEPENDENCIES;
    }

    /// Returns the field manager of those objects that are applied server-side.
    public String serverManager() {
      return large == null ? fieldManager : large.fieldManager();
    }
  }

  /// Options for objects that are too large for the last-applied annotation: they are applied
  /// server-side.
  public record Large(String fieldManager, ServerSide options) {}

  /// Options for server-side apply, as values of flags.
  ///
  /// @param take rules for fields that are taken over
  /// @param leave rules for fields that are left to their managers
  public record ServerSide(boolean forceConflicts, List<String> take, List<String> leave) {
    public ServerSide {
      take = List.copyOf(take);
      leave = List.copyOf(leave);
    }
  }

  /// Options for deletions, as values of flags.
  ///
  /// @param gracePeriod in seconds; negative for the object's own
  public record Deletion(String cascade, int gracePeriod) {}

  /// Options for pruning, as values of flags.
  ///
  /// @param types `--prune-allowlist`
  /// @param applySet the parent object of an ApplySet; empty if objects are pruned by labels
  /// @param adopted the parent of the ApplySet whose members may move to this one; empty for none
  public record Prune(
      String selector, boolean all, List<String> types, String applySet, String adopted) {
    public Prune {
      types = List.copyOf(types);
    }
  }

  /// The planned change of one object.
  ///
  /// @param object its identity and origin; the object with digests if it is pruned
  /// @param action the planned action, with digests
  /// @param before the live object at planning time, with digests, without fields that change by
  ///   themselves; [dev.japply.tree.Missing#MISSING] if it does not exist
  /// @param after the same object as the server returns it on a dry run of a server-side apply, or
  ///   of a patch whose values it rewrites; of a new object, the request with the values that the
  ///   server makes of its fields, if it rewrites some; missing for all other actions
  /// @param untried whether no dry run has shown the values that the server stores of a new object
  /// @param manifest the digest of its manifest; empty if it has none
  /// @param explanation the explanation for users
  public record Entry(
      KubeObject object,
      Action action,
      Node before,
      Node after,
      boolean untried,
      String manifest,
      Explanation explanation) {
    public Entry with(Explanation other) {
      return new Entry(object, action, before, after, untried, manifest, other);
    }

    /// Returns the planned object for an object that is pruned.
    public PlannedObject planned() {
      return planned(object);
    }

    /// Returns the planned object for the manifest `desired`.
    public PlannedObject planned(KubeObject desired) {
      StoredValues values =
          after instanceof MapValue && mayBeRewritten()
              ? StoredValues.REWRITTEN
              : untried ? StoredValues.UNKNOWN : StoredValues.SENT;
      return new PlannedObject(
          desired, action, before, after, ChangeReasons.ofServer(kept(), values));
    }

    private boolean mayBeRewritten() {
      return action instanceof Action.Patch
          || action instanceof Action.Create
          || action instanceof Action.Recreate
          || (action instanceof Action.Apply && !(before instanceof MapValue));
    }

    private List<String> kept() {
      return explanation.fields().stream()
          .filter(FieldExplanation::isKept)
          .map(FieldExplanation::path)
          .toList();
    }

    public int ignored() {
      return (int) explanation.fields().stream().filter(FieldExplanation::isIgnored).count();
    }

    /// Checks whether the object is deleted because the manifests no longer have it.
    public boolean isPruned() {
      return action instanceof Action.Delete;
    }
  }

  /// The explanation of one object for users, without the values of Secrets.
  ///
  /// @param fields the changed fields with reasons
  /// @param diff the hunks of a unified diff; empty if nothing changes
  public record Explanation(List<FieldExplanation> fields, List<Problem> warnings, String diff) {
    /// No reasons and no changed lines.
    public static final Explanation NONE = new Explanation(List.of(), List.of(), "");

    public Explanation {
      fields = List.copyOf(fields);
      warnings = List.copyOf(warnings);
    }
  }
}
