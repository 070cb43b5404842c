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

/// Which objects of the manifests a command is about.
///
/// @param objects those to act on
/// @param local those that are there for tools such as kustomize and kpt alone
public record ChosenObjects(List<KubeObject> objects, List<KubeObject> local) {
  /// An object with this annotation is no part of what a cluster gets, unless it says `false`.
  private static final String LOCAL_CONFIG = "config.kubernetes.io/local-config";

  public ChosenObjects {
    objects = List.copyOf(objects);
    local = List.copyOf(local);
  }

  /// Those of `found` with the labels of `selector`.
  public static ChosenObjects of(
      ManifestSet found, LabelSelector selector, Compatibility compatibility) {
    boolean skips = compatibility.allows(Difference.SKIPS_LOCAL_CONFIG);
    Map<Boolean, List<KubeObject>> chosen =
        found.objects().stream()
            .filter(object -> selector.matches(object.tree()))
            .collect(Collectors.partitioningBy(object -> skips && isLocal(object)));
    return new ChosenObjects(
        chosen.getOrDefault(false, List.of()), chosen.getOrDefault(true, List.of()));
  }

  /// Reads `files`, and tells what is wrong with them, and which of their objects are not for the
  /// cluster.
  ///
  /// @return those to act on
  public static List<KubeObject> read(
      Inputs files,
      LabelSelector selector,
      Compatibility compatibility,
      CommandContext context,
      Cancellation cancellation,
      Consumer<Event> events) {
    ManifestSet found = files.read(context, cancellation);
    found.problems().stream().map(Event::about).forEach(events);
    var choice = of(found, selector, compatibility);
    choice.remarks(compatibility).forEach(events);
    return choice.objects();
  }

  /// What is to be told of them: which are not for the cluster, and which are in each other's way.
  public List<Event> remarks(Compatibility compatibility) {
    var remarks = new ArrayList<Event>();
    if (!local.isEmpty()) {
      remarks.add(new Event.Skipped(local));
    }
    if (compatibility.allows(Difference.WARNS_BEFORE_PATCHES)) {
      AutoscaledReplicas.in(objects).forEach(warning -> remarks.add(new Event.Warned(warning)));
    }
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
