package dev.japply.cli.flags;

import dev.japply.apply.Event;
import dev.japply.apply.ExecutionOptions;
import dev.japply.input.ManifestReader.ManifestSet;
import dev.japply.io.Cancellation;
import dev.japply.object.KubeObject;
import dev.japply.object.LabelSelector;
import dev.japply.plan.AutoscaledReplicas;
import dev.japply.plan.AutoscaledReplicas.Remedy;
import dev.japply.plan.Compatibility;
import dev.japply.plan.Difference;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.StringValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// The objects of the manifests that a command selects.
///
/// @param local the objects for tools such as kustomize and kpt only
public record SelectedObjects(List<KubeObject> objects, List<KubeObject> local) {
  /// The annotation that excludes an object from the cluster, unless its value is `false`.
  private static final String LOCAL_CONFIG = "config.kubernetes.io/local-config";

  public SelectedObjects {
    objects = List.copyOf(objects);
    local = List.copyOf(local);
  }

  public static SelectedObjects of(
      ManifestSet found, LabelSelector selector, Compatibility compatibility) {
    boolean skips = compatibility.allows(Difference.SKIPS_LOCAL_CONFIG);
    var chosen = new ArrayList<KubeObject>();
    var local = new ArrayList<KubeObject>();
    for (KubeObject object : found.objects()) {
      if (selector.matches(object.tree())) {
        (skips && isLocal(object) ? local : chosen).add(object);
      }
    }
    return new SelectedObjects(chosen, local);
  }

  /// Reads `files` to apply them, or to preview that. Reports as [#read] does, and replicas that an
  /// autoscaler controls.
  ///
  /// @return the objects for the cluster
  public static List<KubeObject> readToApply(
      InputOptions files,
      LabelSelector selector,
      ExecutionOptions options,
      CommandContext context,
      Cancellation cancellation,
      Consumer<Event> events) {
    List<KubeObject> chosen =
        read(files, selector, options.compatibility(), context, cancellation, events);
    warnOfReplicas(chosen, files, options, events);
    return chosen;
  }

  /// Reports replicas that an autoscaler controls.
  public static void warnOfReplicas(
      List<KubeObject> objects,
      InputOptions files,
      ExecutionOptions options,
      Consumer<Event> events) {
    if (AutoscaledReplicas.hasAutoscaler(objects)) {
      AutoscaledReplicas.in(objects, options.planning(), remedy(files, options)).stream()
          .map(Event.Warned::new)
          .forEach(events);
    }
  }

  private static Remedy remedy(InputOptions files, ExecutionOptions options) {
    if (options.method().isOnServer()) {
      return Remedy.EDIT;
    }
    return files.from() instanceof InputOptions.From.Files
        ? Remedy.RELEASE_IN_FILES
        : Remedy.RELEASE;
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
    choice.remark().ifPresent(events);
    return choice.objects();
  }

  /// Returns the event about objects that are not for the cluster; empty if there are none.
  public Optional<Event> remark() {
    return local.isEmpty() ? Optional.empty() : Optional.of(new Event.Skipped(local));
  }

  private static boolean isLocal(KubeObject object) {
    Node annotation = object.tree().map("metadata").map("annotations").get(LOCAL_CONFIG);
    return switch (annotation) {
      case StringValue(String text) -> !text.equals("false");
      case Value value -> !value.equals(Value.NULL) && !value.equals(Value.FALSE);
      case Missing none -> false;
    };
  }
}
