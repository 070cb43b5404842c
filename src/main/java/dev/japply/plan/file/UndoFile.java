package dev.japply.plan.file;

import dev.japply.object.ObjectKey;
import dev.japply.plan.RecordedWrite;
import dev.japply.plan.RecordedWrite.History;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/// The content of an undo file: all writes of a run, in their order.
///
/// @param ended whether the run reached its end, so that no write is missing
public record UndoFile(Made made, List<RecordedWrite> writes, boolean ended) {
  public UndoFile {
    writes = List.copyOf(writes);
  }

  /// The run that the file is about.
  ///
  /// @param run the command: `apply` or `undo`
  /// @param by the program that wrote the file
  public record Made(String run, Instant created, String by, PlanFile.Target target) {}

  /// Returns the writes by object, in the order of the first write to each.
  public List<History> histories() {
    var writes = new LinkedHashMap<ObjectKey, List<RecordedWrite>>();
    for (RecordedWrite write : writes()) {
      writes.computeIfAbsent(write.key(), none -> new ArrayList<>()).add(write);
    }
    return writes.entrySet().stream()
        .map(entry ->
            new History(entry.getKey(), entry.getValue().getLast().gvk(), entry.getValue()))
        .toList();
  }
}
