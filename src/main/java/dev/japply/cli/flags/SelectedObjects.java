package dev.japply.cli.flags;

import dev.japply.apply.Event;
import dev.japply.input.ManifestSet;
import dev.japply.io.Cancellation;
import dev.japply.object.KubeObject;
import dev.japply.object.LabelSelector;
import dev.japply.plan.AutoscaledReplicas;
import dev.japply.plan.Compatibility;
import dev.japply.plan.Difference;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.StringValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// The objects of the manifests that a command selects.
///
/// @param objects the objects for the cluster
/// @param local the objects for tools such as kustomize and kpt only
public record SelectedObjects(List<KubeObject> objects, List<KubeObject> local) {
  /// The annotation that excludes an object from the cluster, unless its value is `false`.
  private static final String LOCAL_CONFIG = "config.kubernetes.io/local-config";

  public SelectedObjects {
    objects = List.copyOf(objects);
    local = List.copyOf(local);
  }

  /// Selects objects of `found` by the labels of `selector`.
  public static SelectedObjects of(
      ManifestSet found, LabelSelector selector, Compatibility compatibility) {
    boolean skips = compatibility.allows(Difference.SKIPS_LOCAL_CONFIG);
    Map<Boolean, List<KubeObject>> chosen =
        found.objects().stream()
            .filter(object -> selector.matches(object.tree()))
            .collect(Collectors.partitioningBy(object -> skips && isLocal(object)));
    return new SelectedObjects(
        chosen.getOrDefault(false, List.of()), chosen.getOrDefault(true, List.of()));
  }

  /// Reads `files`. Reports their problems and the objects that are not for the cluster.
  ///
  /// @return the objects for the cluster
  public static List<KubeObject> read(
      InputOptions files,
      LabelSelector selector,
      Compatibility compatibility,
      CommandContext context,
      Cancellation cancellation,
      Consumer<Event> events) {
    ManifestSet found = files.read(context, cancellation);
    found.problems().stream().map(Event::about).forEach(events);
    var choice = of(found, selector, compatibility);
    choice.remarks().forEach(events);
    return choice.objects();
  }

  /// Returns events about objects that are not for the cluster, and about replicas that an
  /// autoscaler controls.
  public List<Event> remarks() {
    var remarks = new ArrayList<Event>();
    if (!local.isEmpty()) {
      remarks.add(new Event.Skipped(local));
    }
    AutoscaledReplicas.in(objects).forEach(warning -> remarks.add(new Event.Warned(warning)));
    return remarks;
  }

  private static boolean isLocal(KubeObject object) {
    Node says = object.tree().map("metadata").map("annotations").get(LOCAL_CONFIG);
    return switch (says) {
      case StringValue(String text) -> !text.equals("false");
      case Value value -> !value.equals(Value.NULL) && !value.equals(Value.FALSE);
      case Missing none -> false;
    };
  }
}
