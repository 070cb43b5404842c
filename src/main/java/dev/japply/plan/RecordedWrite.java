package dev.japply.plan;

import dev.japply.object.Gvk;
import dev.japply.object.ObjectKey;
import dev.japply.object.SecretCopies;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.List;

/// A write of a run to one object, as an undo file records it.
///
/// @param key the identity of the object
/// @param gvk the type in the request
/// @param manager the field manager of the write
/// @param subresource the written subresource; empty for the object itself
/// @param before the live object before the write; missing if it did not exist
/// @param after the object as the server stored it; missing if it was deleted, or if the outcome is
///   unknown
/// @param annotation the last-applied annotation of an object that is created; empty if there is
///   none
/// @param copies texts in the object that a kustomization took from a Secret
/// @param withheld whether the file has no content of the object, because it has values of Secrets
public record RecordedWrite(
    Verb verb,
    ObjectKey key,
    Gvk gvk,
    String manager,
    String subresource,
    Node before,
    Outcome outcome,
    Node after,
    String annotation,
    SecretCopies copies,
    boolean withheld) {

  /// The kind of a write.
  public enum Verb {
    CREATE,
    PATCH,
    DELETE
  }

  /// The outcome of a write.
  public enum Outcome {
    DONE,
    REFUSED,
    /// The response was lost, or the run ended before it came.
    MAYBE
  }

  /// Returns this write with its outcome.
  public RecordedWrite ended(Outcome ended, Node stored) {
    return new RecordedWrite(
        verb, key, gvk, manager, subresource, before, ended, stored, annotation, copies, withheld);
  }

  /// Returns this write of a subresource.
  public RecordedWrite of(String part) {
    return new RecordedWrite(
        verb, key, gvk, manager, part, before, outcome, after, annotation, copies, withheld);
  }

  /// Returns this write with the last-applied annotation of the created object.
  public RecordedWrite annotated(String text) {
    return new RecordedWrite(
        verb, key, gvk, manager, subresource, before, outcome, after, text, copies, withheld);
  }

  /// Returns this write of an object with copies of secret values.
  public RecordedWrite with(SecretCopies found) {
    return new RecordedWrite(
        verb, key, gvk, manager, subresource, before, outcome, after, annotation, found, withheld);
  }

  /// Returns this write without the content of the object.
  public RecordedWrite withholding() {
    return new RecordedWrite(
        verb,
        key,
        gvk,
        manager,
        subresource,
        bare(before),
        outcome,
        bare(after),
        "",
        SecretCopies.NONE,
        true);
  }

  /// Returns the identity of an object and its version.
  private static Node bare(Node object) {
    if (!(object instanceof MapValue map)) {
      return object;
    }
    MapValue bare = MapValue.EMPTY;
    for (String key : List.of("name", "namespace", "uid", "resourceVersion")) {
      bare = map.map("metadata").get(key) instanceof Value value ? bare.with(key, value) : bare;
    }
    return MapValue.of("apiVersion", Value.text(map.text("apiVersion")))
        .with("kind", Value.text(map.text("kind")))
        .with("metadata", bare);
  }

  boolean isOfStatus() {
    return subresource.equals("status");
  }

  /// All writes of a run to one object, in their order.
  public record History(ObjectKey key, Gvk gvk, List<RecordedWrite> writes) {
    public History {
      writes = List.copyOf(writes);
    }

    /// Returns the copies of secret values in all states of the object.
    public SecretCopies copies() {
      return writes.stream()
          .map(RecordedWrite::copies)
          .reduce(SecretCopies.NONE, SecretCopies::and);
    }

    /// Returns the object after the last write whose outcome is known.
    public Node end() {
      for (RecordedWrite write : writes.reversed()) {
        if (write.outcome() == Outcome.DONE) {
          return write.after();
        }
        if (write.before() instanceof MapValue && write.outcome() == Outcome.REFUSED) {
          return write.before();
        }
      }
      return writes.isEmpty() ? Missing.MISSING : writes.getFirst().before();
    }
  }
}
