package dev.japply.cli;

import dev.japply.cluster.FakeCluster;
import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;

/// One command over a cluster, with the calls at the moment of the last PATCH. [PathTest] runs it
/// with classes that are loaded for it alone.
public final class PathRun {
  private PathRun() {}

  /// Returns the objects of the cluster afterwards, as JSON.
  ///
  /// @param objects the objects before, as JSON
  /// @param calls receives the classes on the stacks, the outermost first, once each
  public static List<String> run(List<String> objects, String[] args, List<String> calls) {
    var cluster = new FakeCluster();
    objects.forEach(text -> cluster.put((MapValue) Json.parse(text)));
    Thread main = Thread.currentThread();
    for (int i = 0; i < 10; i++) {
      cluster.before("PATCH", () -> note(main, calls));
    }
    Ran ran = new Ran.Setting(cluster).run(args);
    if (ran.status() != 0) {
      throw new AssertionError(ran);
    }
    return cluster.objects.values().stream().map(GoJson::write).toList();
  }

  private static void note(Thread main, List<String> calls) {
    var frames = new ArrayList<StackTraceElement>();
    frames.addAll(List.of(main.getStackTrace()).reversed());
    frames.addAll(List.of(Thread.currentThread().getStackTrace()).reversed());
    calls.clear();
    for (StackTraceElement frame : frames) {
      String name = frame.getClassName().replaceFirst("\\$.*", "");
      if (!calls.contains(name)) {
        calls.add(name);
      }
    }
  }
}
