package dev.japply.apply;

import dev.japply.object.KubeObject;
import dev.japply.problem.Problem;
import dev.japply.tree.FieldPath;
import dev.japply.yaml.UnseenIndentation;
import java.util.Optional;

/// Only an object with a name of its own can be applied: the next run must find it again.
public final class GenerateNameCheck {
  private GenerateNameCheck() {}

  public static Optional<Problem> check(KubeObject object) {
    if (!object.name().isEmpty()) {
      return Optional.empty();
    }
    FieldPath metadata = FieldPath.root().key("metadata");
    String prefix = object.tree().map("metadata").text("generateName");
    Optional<UnseenIndentation> unseen =
        UnseenIndentation.in(object.tree())
            .or(() -> UnseenIndentation.in(object.tree().map("metadata")));
    Problem problem =
        prefix.isEmpty()
            ? Problem.error(
                object.positions().apply(metadata),
                object.gvk().kind(),
                "resource name may not be empty",
                unseen.map(UnseenIndentation::hint).orElse("give metadata.name"))
            : Problem.error(
                object.positions().apply(metadata.key("generateName")),
                object.gvk().kind(),
                "from " + prefix + ": cannot use generate name with apply",
                "give metadata.name, or use `kubectl create`");
    return Optional.of(problem);
  }
}
