package dev.japply.cli.flags;

import dev.japply.apply.Event;
import dev.japply.apply.ResolvedObjects;
import dev.japply.cluster.Cluster;
import dev.japply.cluster.config.ConnectionOptions;
import dev.japply.input.ManifestSet;
import dev.japply.io.Cancellation;
import dev.japply.object.KubeObject;
import dev.japply.object.LabelSelector;
import dev.japply.plan.Compatibility;
import dev.japply.problem.Problem;
import dev.japply.problem.Severity;
import dev.japply.report.ProblemReporter.Requests;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The objects of a cluster that a command selects by files, arguments or labels.
///
/// @param files the manifests; null if arguments select the objects
/// @param selector selects objects of the files or types; null if no labels are set
/// @param compatibility decides on objects that are in the files twice, and on local configuration
public record ObjectSelection(
    @Nullable InputOptions files,
    ObjectArguments arguments,
    @Nullable LabelSelector selector,
    boolean typeIsEnough,
    ConnectionOptions connection,
    Compatibility compatibility) {

  public ObjectSelection {
    if (files != null) {
      arguments.mustBeNone();
    } else {
      var unused = arguments.selection(selector, typeIsEnough);
    }
  }

  /// Whether the user named each object, so that a missing annotation is an error.
  public boolean named() {
    return files != null
        || arguments.selection(selector, typeIsEnough) instanceof LiveSelection.Named;
  }

  /// Reads the manifests, if any, and then the objects. Reports warnings immediately.
  public LookupResult find(CommandContext context, Cancellation cancellation, Cluster cluster) {
    if (files == null) {
      return ObjectLookup.find(cluster, arguments.selection(selector, typeIsEnough), compatibility);
    }
    ManifestSet manifests = files.read(context, cancellation);
    var problems = new ArrayList<Problem>();
    for (Problem problem : manifests.problems()) {
      if (problem.severity() == Severity.ERROR) {
        problems.add(problem);
      } else {
        context.console().problems(Requests.HIDDEN).print(problem);
      }
    }
    LookupResult found =
        ObjectLookup.find(
            cluster, new LiveSelection.Files(chosen(manifests), enforced()), compatibility);
    problems.addAll(found.problems());
    return new LookupResult(found.objects(), problems);
  }

  /// Returns the selected objects, including missing ones. From manifests, returns only objects for
  /// the cluster.
  ///
  /// @param events receives the problems of the manifests
  public ResolvedObjects targets(
      CommandContext context, Cancellation cancellation, Cluster cluster, Consumer<Event> events) {
    if (files == null) {
      return ObjectLookup.targets(
          cluster, arguments.selection(selector, typeIsEnough), compatibility);
    }
    LabelSelector labels = Objects.requireNonNullElse(selector, LabelSelector.EVERYTHING);
    List<KubeObject> objects =
        SelectedObjects.read(files, labels, compatibility, context, cancellation, events);
    return ObjectLookup.targets(
        cluster, new LiveSelection.Files(objects, enforced()), compatibility);
  }

  private boolean enforced() {
    return !connection.namespace().isEmpty();
  }

  private List<KubeObject> chosen(ManifestSet manifests) {
    LabelSelector labels = Objects.requireNonNullElse(selector, LabelSelector.EVERYTHING);
    return manifests.objects().stream().filter(object -> labels.matches(object.tree())).toList();
  }
}
