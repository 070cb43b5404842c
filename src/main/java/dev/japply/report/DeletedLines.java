package dev.japply.report;

import dev.japply.apply.Event;
import dev.japply.apply.Event.Outcome;
import dev.japply.object.Gvk;
import java.util.Locale;

/// The lines of `kubectl delete`: `deployment.apps "web" deleted from shop namespace`.
///
/// @param suffix the end of each line, about a dry run
/// @param forced whether objects are removed without a graceful end
public record DeletedLines(MessageWriter out, String suffix, boolean forced) implements Reporter {
  @Override
  public void accept(Event event) {
    if (event instanceof Event.Applied applied && applied.outcome() == Outcome.DELETED) {
      Gvk type = applied.desired().gvk();
      String namespace = applied.desired().namespace();
      String line =
          "%s \"%s\" %sdeleted%s%s"
              .formatted(
                  type.groupKind().toLowerCase(Locale.ROOT),
                  applied.desired().name(),
                  forced ? "force " : "",
                  namespace.isEmpty() ? "" : " from " + namespace + " namespace",
                  suffix);
      out.printLine(line);
    }
  }
}
