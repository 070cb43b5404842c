package dev.japply.object;

import dev.japply.tree.FieldPath;
import dev.japply.tree.GoJson;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.ScalarValue;
import dev.japply.tree.Value.StringValue;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// Texts within an object that a kustomization took from a Secret, by a replacement or a variable.
/// They are as secret as the Secret itself, which the kind of the object does not show.
///
/// @param texts the texts, none of them empty; a field may hold more besides
public record SecretCopies(Set<String> texts) {
  /// No copies.
  public static final SecretCopies NONE = new SecretCopies(Set.of());

  /// Shorter texts are in most words: they count only as a whole field.
  private static final int WITHIN = 4;

  /// Shorter values may be in other objects by chance.
  private static final int RECOGNIZABLE = 8;

  /// Returns the copies in `object` and in other states of it. A field where a state has another
  /// text than the manifest has an earlier value of the Secret.
  ///
  /// @param states the object as it is, as it will be; a state may be missing
  public static SecretCopies of(KubeObject object, Node... states) {
    SecretCopies copies = object.copies();
    for (Node state : states) {
      if (!copies.isEmpty() && state instanceof MapValue there) {
        copies =
            copies.with(object.tree(), there).with(object.tree(), LastApplied.read(there).config());
      }
    }
    return copies;
  }

  /// Returns the values of Secrets in `objects` that are long enough to be recognized in any other
  /// object, as they are and out of base64.
  public static SecretCopies fromSecrets(Stream<MapValue> objects) {
    var texts = new LinkedHashSet<String>();
    var walk =
        new SecretWalk(part -> {
          if (part.sort() == SecretWalk.Sort.VALUE) {
            var values = new LinkedHashSet<String>();
            addAll(part.value(), values);
            values.stream().flatMap(SecretCopies::recognizable).forEach(texts::add);
          }
          return part.value();
        });
    objects.forEach(object -> walk.object("", object));
    return new SecretCopies(texts);
  }

  private static Stream<String> recognizable(String value) {
    return Stream.concat(Stream.of(value), SecretValues.decoded(value).stream())
        .filter(text -> text.length() >= RECOGNIZABLE);
  }

  /// Returns the copies of `value`, which a kustomization takes from `source`; none if it is not
  /// secret there.
  ///
  /// @param copies the copies of secret values in `source`
  /// @param steps the keys on the way to the field with the value
  public static SecretCopies taken(
      MapValue source, SecretCopies copies, List<String> steps, Value value) {
    FieldPath path = FieldPath.root();
    for (String step : steps) {
      path = step.isBlank() ? path : path.key(step.strip());
    }
    boolean secret =
        SecretWalk.isSecret(source, path)
            || copies.areWithin(value)
            || SecretValues.of(source).areIn(value);
    return secret ? NONE.with(value) : NONE;
  }

  public SecretCopies {
    texts = Set.copyOf(texts);
  }

  /// The number of texts.
  @Override
  public String toString() {
    return texts.size() + " masked texts";
  }

  /// True if there are none.
  public boolean isEmpty() {
    return texts.isEmpty();
  }

  /// True if the scalar `node` has one of the texts.
  public boolean areIn(Node node) {
    if (isEmpty() || !(node instanceof ScalarValue scalar)) {
      return false;
    }
    String field = text(scalar);
    return texts.stream()
        .anyMatch(copy -> copy.length() < WITHIN ? field.equals(copy) : field.contains(copy));
  }

  /// True if one of the texts is in a scalar anywhere within `node`.
  public boolean areWithin(Node node) {
    return !isEmpty()
        && switch (node) {
          case MapValue map -> map.entries().values().stream().anyMatch(this::areWithin);
          case ListValue list -> list.items().stream().anyMatch(this::areWithin);
          default -> areIn(node);
        };
  }

  /// These and all scalars within `value`.
  public SecretCopies with(Value value) {
    var more = new LinkedHashSet<>(texts);
    addAll(value, more);
    return more.size() == texts.size() ? this : new SecretCopies(more);
  }

  /// Returns these copies with the copies of `other`.
  public SecretCopies and(SecretCopies other) {
    var more = new LinkedHashSet<>(texts);
    more.addAll(other.texts);
    return new SecretCopies(more);
  }

  /// Returns these copies with the values of `other` in the fields where `object` has a copy:
  /// earlier values of the Secret.
  public SecretCopies with(Node object, Node other) {
    if (isEmpty() || !(other instanceof Value)) {
      return this;
    }
    var more = new LinkedHashSet<>(texts);
    addCounterparts(object, other, more);
    return more.size() == texts.size() ? this : new SecretCopies(more);
  }

  private void addCounterparts(Node object, Node other, Set<String> more) {
    if (object instanceof MapValue map && other instanceof MapValue others) {
      map.entries().forEach((key, value) -> addCounterparts(value, others.get(key), more));
    } else if (object instanceof ListValue list && other instanceof ListValue others) {
      for (int i = 0; i < Math.min(list.size(), others.size()); i++) {
        addCounterparts(list.items().get(i), others.items().get(i), more);
      }
    } else if (areWithin(object) && other instanceof Value value) {
      addAll(value, more);
    }
  }

  private static void addAll(Value value, Set<String> more) {
    SecretValues.scalars(value).filter(text -> !text.isEmpty()).forEach(more::add);
  }

  private static String text(ScalarValue scalar) {
    return scalar instanceof StringValue(String text) ? text : GoJson.write(scalar);
  }
}
