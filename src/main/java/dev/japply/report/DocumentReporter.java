package dev.japply.report;

import dev.japply.event.Event;
import dev.japply.event.Event.Applied;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/// The objects themselves, at the end of the run: one object, or a `v1` `List` of several.
public final class DocumentReporter implements Reporter {
  private final PrintWriter out;
  private final Style style;
  private final List<Value> objects = new ArrayList<>();
  private boolean failed;

  /// How objects are printed.
  ///
  /// @param format the notation
  /// @param managedFields whether `metadata.managedFields` is shown
  /// @param evenAfterFailure whether the objects that were applied are printed when others failed;
  ///   kubectl prints nothing then
  public record Style(Format format, boolean managedFields, boolean evenAfterFailure) {
    /// `object`, as far as it is shown.
    MapValue shown(MapValue object) {
      MapValue metadata = object.map("metadata");
      return managedFields || !metadata.has("managedFields")
          ? object
          : object.with("metadata", metadata.without("managedFields"));
    }
  }

  /// The notations.
  public enum Format {
    JSON,
    YAML
  }

  /// A reporter that prints to `out`.
  public DocumentReporter(PrintWriter out, Style style) {
    this.out = out;
    this.style = style;
  }

  @Override
  public void accept(Event event) {
    switch (event) {
      case Applied applied -> objects.add(style.shown(applied.object()));
      case Event.Failed failure -> failed = true;
      case Event.Unknown unknown -> failed = true;
      case Event.Rejected rejected -> failed = true;
      case Event.Stopped stopped -> failed = true;
      case Event.Sending sending -> {}
      case Event.Retrying retrying -> {}
      case Event.Warned warned -> {}
      case Event.Waiting waiting -> {}
    }
  }

  @Override
  public void finish() {
    if (objects.isEmpty() || (failed && !style.evenAfterFailure())) {
      return;
    }
    boolean one = objects.size() == 1;
    out.print(
        switch (style.format()) {
          case JSON ->
              (one ? IndentedJson.write(objects.getFirst()) : IndentedJson.writeInOrder(list()))
                  + "\n";
          case YAML -> GoYaml.write(one ? objects.getFirst() : list());
        });
    out.flush();
  }

  /// In the order of the fields of kubectl's own type, which its JSON shows.
  private MapValue list() {
    var list = new LinkedHashMap<String, Value>();
    list.put("kind", Value.text("List"));
    list.put("apiVersion", Value.text("v1"));
    list.put("metadata", MapValue.EMPTY);
    list.put("items", new ListValue(objects));
    return new MapValue(list);
  }
}
