package dev.japply.cli.flags;

import dev.japply.apply.Event;
import dev.japply.cluster.Cluster;
import dev.japply.object.KubeObject;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/// What is asked for live objects.
public interface LiveSource {
  /// Those of `objects` that can be asked for; what is wrong with the others goes to `events`.
  List<KubeObject> known(List<KubeObject> objects, Consumer<Event> events);

  /// Does `work` with what answers as a cluster does.
  ///
  /// @param objects those that will be asked for
  <T> T ask(CommandContext context, List<KubeObject> objects, Function<Cluster, T> work);
}
