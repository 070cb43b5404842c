package dev.japply.kustomize.build;

import dev.japply.kustomize.load.BuiltResource;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Problem;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.yaml.ScalarStyle;

/// Rejects texts that a replacement has put in place of a number or a boolean. kustomize keeps the
/// field's type, and fails when it writes the object. The message does not contain the text, which
/// may come from a Secret.
final class WrongTypes {
  private final ScalarStyle spelling;
  private final Scalars scalars;

  WrongTypes(ScalarStyle spelling) {
    this.spelling = spelling;
    this.scalars = new Scalars(spelling);
  }

  /// Looks at all of an object.
  ///
  /// @throws JapplyException when it has such a text, with the place of the replacement
  void refuse(BuiltResource resource) {
    if (spelling.hasTags()) {
      refuse(resource, resource.tree(), FieldPath.root());
    }
  }

  private void refuse(BuiltResource resource, Value value, FieldPath path) {
    switch (value) {
      case MapValue map ->
          map.entries().forEach((key, item) -> refuse(resource, item, path.key(key)));
      case ListValue list -> {
        for (int i = 0; i < list.size(); i++) {
          refuse(resource, list.items().get(i), path.index(i));
        }
      }
      case Value scalar -> {
        if (spelling.tag(scalar) != null && scalars.isWrong(scalar)) {
          throw new JapplyException(
              Problem.error(
                  resource.place(path),
                  resource.subject(),
                  "the text for %s is of another type than what it replaces".formatted(path),
                  "the object is at " + resource.origin()));
        }
      }
    }
  }
}
