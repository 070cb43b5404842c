package dev.japply.compare;

import dev.japply.object.SecretMask;
import dev.japply.plan.FieldExplanation;
import java.util.List;

/// The difference of one object between two builds.
///
/// @param states the object in the revision and now, with the values of Secrets hidden
/// @param fields the fields that differ, each with the line that causes it
public record ObjectChange(
    ObjectPair pair, Kind kind, SecretMask.Pair states, List<FieldExplanation> fields) {
  public ObjectChange {
    fields = List.copyOf(fields);
  }

  public enum Kind {
    ADDED,
    REMOVED,
    RENAMED,
    CHANGED,
    SAME
  }
}
