package dev.japply.cli.run;

import dev.japply.apply.ExecutionOptions;
import dev.japply.apply.Preview;
import dev.japply.apply.PruneRequest.Choice;
import dev.japply.cli.flags.ClusterSource;
import dev.japply.cli.flags.InputOptions;
import dev.japply.object.LabelSelector;
import dev.japply.plan.Planner.Annotation;
import org.jspecify.annotations.Nullable;

/// The manifests to preview by `diff`, `plan` or `why`, and the source of their live objects.
///
/// @param selector selects objects of the manifests
/// @param options the options of the apply, in a dry run
public record PreviewInput(
    InputOptions files, LabelSelector selector, ClusterSource live, ExecutionOptions options) {

  /// Returns the settings of the preview.
  ///
  /// @param prune the objects to prune; null for none
  public Preview.Settings settings(@Nullable Choice prune, Annotation annotation) {
    return new Preview.Settings(options, live.connection().namesNamespace(), prune, annotation);
  }
}
