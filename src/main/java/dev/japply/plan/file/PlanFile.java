package dev.japply.plan.file;

import static dev.japply.tree.Missing.MISSING;

import dev.japply.object.KubeObject;
import dev.japply.plan.Action;
import dev.japply.plan.Cause;
import dev.japply.plan.Grounds;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.Seal;
import dev.japply.tree.Node;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A plan as a file holds it: all that an apply would do, without the values of Secrets.
///
/// @param seal what stands in place of those values
public record PlanFile(
    Made made, Target target, Settings settings, Seal seal, List<Entry> entries) {
  private static final String IGNORED = "ignored";

  public PlanFile {
    entries = List.copyOf(entries);
  }

  /// When a plan was made, and how long it is good.
  ///
  /// @param by the program that has made it
  public record Made(Instant created, Instant expires, String by) {}

  /// The cluster that a plan was made for.
  ///
  /// @param server its address
  /// @param uid what tells it from another one at that address: the uid of its namespace
  ///   `kube-system`; empty where that may not be read
  public record Target(String server, String uid) {
    /// Whether `other`, to which somebody is connected now, is the same cluster. It may have
    /// another address, as through a tunnel.
    public boolean is(Target other) {
      boolean unknown = uid.isEmpty() || other.uid.isEmpty();
      return unknown ? server.equals(other.server) : uid.equals(other.uid);
    }
  }

  /// How a plan is carried out.
  ///
  /// @param files where the manifests were
  /// @param kubectl whether by kubectl's ways
  /// @param overwrite whether what others have changed is overwritten
  /// @param ignore rules for fields that stay as they are live
  /// @param deletion how objects are deleted
  /// @param prune among which objects those were looked for that go; null where none were
  public record Settings(
      List<String> files,
      boolean kubectl,
      boolean overwrite,
      String fieldManager,
      String fieldValidation,
      List<String> ignore,
      Deletion deletion,
      @Nullable Prune prune) {
    public Settings {
      files = List.copyOf(files);
      ignore = List.copyOf(ignore);
    }
  }

  /// How objects are deleted, by the values of flags.
  ///
  /// @param gracePeriod in seconds; negative for the object's own
  public record Deletion(String cascade, int gracePeriod) {}

  /// Among which objects those were looked for that go, by the values of flags.
  ///
  /// @param types `--prune-allowlist`
  /// @param applySet the object that stands for an ApplySet; empty where it is by labels
  public record Prune(String selector, boolean all, List<String> types, String applySet) {
    public Prune {
      types = List.copyOf(types);
    }
  }

  /// What a plan says of one object.
  ///
  /// @param object what it is called, and where it is written; of one that goes the object, sealed
  /// @param action what is to be done with it, sealed
  /// @param before the live object for which that was planned, sealed, without what changes by
  ///   itself; [dev.japply.tree.Missing#MISSING] where there is none
  /// @param manifest the digest of its manifest; empty where it has none
  /// @param story what people are told of it
  public record Entry(KubeObject object, Action action, Node before, String manifest, Story story) {
    /// The same, of which something else is told.
    public Entry with(Story told) {
      return new Entry(object, action, before, manifest, told);
    }

    /// What was planned, of one that goes.
    public PlannedObject planned() {
      return planned(object);
    }

    /// What was planned, for the manifest `desired`.
    public PlannedObject planned(KubeObject desired) {
      return new PlannedObject(desired, action, before, MISSING, Grounds.keeping(kept()));
    }

    /// References to the fields that are sent and that the server keeps, as the plan states.
    public List<String> kept() {
      return fields(Cause.KEPT.code()).map(field -> field.text("path")).toList();
    }

    private Stream<MapValue> fields(String reason) {
      return story.fields().items().stream()
          .filter(field -> field instanceof MapValue map && map.text("reason").equals(reason))
          .map(MapValue.class::cast);
    }

    /// How many of its fields are ignored.
    public int ignored() {
      return (int) fields(IGNORED).count();
    }

    /// Whether it goes, since it is no longer in the manifests.
    public boolean isPruned() {
      return action instanceof Action.Delete;
    }
  }

  /// What people are told of an object, without the values of Secrets.
  ///
  /// @param fields which change, and why, as `japply why -o json` tells it
  /// @param warnings the same of what to know before it is applied
  /// @param diff what changes, in hunks of a unified diff; empty where nothing does
  public record Story(ListValue fields, ListValue warnings, String diff) {}
}
