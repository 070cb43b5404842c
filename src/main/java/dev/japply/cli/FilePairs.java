package dev.japply.cli;

import dev.japply.diff.FileNames;
import dev.japply.diff.FilePair;
import dev.japply.event.Forecast;
import dev.japply.report.DiffFiles;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/// What is to be compared, in the order in which diff finds files in a directory; of an object that
/// stands in the input more than once, what is written last.
final class FilePairs implements Consumer<Forecast> {
  private final DiffFiles files;
  private final boolean whole;
  private final Map<String, FilePair> pairs = new TreeMap<>();

  /// @param whole whether also what stays as it is is kept
  FilePairs(DiffFiles files, boolean whole) {
    this.files = files;
    this.whole = whole;
  }

  @Override
  public void accept(Forecast forecast) {
    switch (forecast) {
      case Forecast.Result result -> {
        if (whole || !files.same(result)) {
          put(files.of(result));
        } else {
          pairs.remove(FileNames.of(result.desired()));
        }
      }
      case Forecast.Pruned pruned -> put(files.of(pruned));
      case Forecast.Failed failure -> {}
    }
  }

  private void put(FilePair pair) {
    pairs.put(pair.name(), pair);
  }

  List<FilePair> inOrder() {
    return List.copyOf(pairs.values());
  }
}
