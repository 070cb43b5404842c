package dev.japply.plan;

import dev.japply.object.Gvk;
import dev.japply.object.KubeObject;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The moves of a project: objects that have another name, namespace, kind or ApplySet than before.
///
/// @param moves each with its last end; an object that was moved twice has one move
public record Moves(List<Move> moves) {
  public static final Moves NONE = new Moves(List.of());

  public Moves {
    moves = List.copyOf(moves);
  }

  /// The object before and after a move.
  public record Move(MovedObject from, MovedObject to) {
    /// Whether the object stays the same one, in another ApplySet.
    public boolean isOfSetOnly() {
      return from.isSame(to);
    }
  }

  /// One object before or after a move.
  ///
  /// @param type its kind; group and version are empty if they are not stated
  /// @param namespace empty for the namespace of objects that name none
  /// @param applySet the parent of its ApplySet, as `--applyset` takes it; empty if none is stated
  /// @param place the position in the project file
  public record MovedObject(
      Gvk type, String namespace, String name, String applySet, Origin place) {
    /// Checks whether it is the object `object` of the manifests.
    ///
    /// @param defaultNamespace the namespace of objects that name none
    public boolean is(KubeObject object, String defaultNamespace) {
      Gvk gvk = object.gvk();
      String own = namespace.isEmpty() ? defaultNamespace : namespace;
      return type.kind().equals(gvk.kind())
          && (type.group().isEmpty() || type.group().equals(gvk.group()))
          && (type.version().isEmpty() || type.version().equals(gvk.version()))
          && name.equals(object.name())
          && (object.namespace().isEmpty() || object.namespace().equals(own));
    }

    /// Checks whether both name the same object in the same set.
    private boolean is(MovedObject other) {
      return isSame(other) && applySet.equals(other.applySet);
    }

    private boolean isSame(MovedObject other) {
      return type.kind().equals(other.type.kind())
          && type.group().equals(other.type.group())
          && namespace.equals(other.namespace)
          && name.equals(other.name);
    }

    /// Returns its type, without requests to the server. Parts that are not stated are taken from
    /// `successor`, if that has the same kind.
    ///
    /// @param successor the object that takes its place
    public Gvk type(KubeObject successor) {
      Gvk other = successor.gvk();
      return type.kind().equals(other.kind())
          ? new Gvk(
              type.group().isEmpty() ? other.group() : type.group(),
              type.version().isEmpty() ? other.version() : type.version(),
              type.kind())
          : type;
    }

    /// Returns its name in messages, such as `ConfigMap shop/web`.
    String subject() {
      return type.groupKind() + " " + (namespace.isEmpty() ? "" : namespace + "/") + name;
    }

    Problem error(String what, String hint) {
      return Problem.error(place, subject(), what, hint);
    }
  }

  /// Returns the moves with their last ends.
  ///
  /// @throws JapplyException if they contradict each other
  public static Moves of(List<Move> moves) {
    var problems = new ArrayList<Problem>();
    var complete = new ArrayList<Move>();
    for (Move move : moves) {
      Optional<Move> earlier =
          complete.stream().filter(before -> before.from.is(move.from)).findFirst();
      Optional<MovedObject> end = end(move, moves);
      if (earlier.isPresent()) {
        problems.add(
            move.from.error(
                "is moved twice, first at " + earlier.get().from.place(),
                "remove one of the moves"));
      } else if (end.isEmpty()) {
        problems.add(move.from.error("is moved to itself", "remove the move"));
      } else {
        complete.add(new Move(move.from, end.get()));
      }
    }
    if (!problems.isEmpty()) {
      throw new JapplyException(problems);
    }
    return new Moves(complete);
  }

  /// Returns the object after the last of the moves that begin with `move`; empty if they never
  /// end.
  private static Optional<MovedObject> end(Move move, List<Move> moves) {
    MovedObject end = move.to;
    for (int steps = 0; steps < moves.size(); steps++) {
      MovedObject here = end;
      Optional<Move> next = moves.stream().filter(each -> each.from.is(here)).findFirst();
      if (next.isEmpty()) {
        return end.is(move.from) ? Optional.empty() : Optional.of(end);
      }
      end = next.get().to;
    }
    return Optional.empty();
  }

  public boolean isEmpty() {
    return moves.isEmpty();
  }

  /// Checks whether a move has `object` at one of its ends.
  ///
  /// @param defaultNamespace the namespace of objects that name none
  public boolean isAbout(KubeObject object, String defaultNamespace) {
    return moves.stream()
        .anyMatch(
            move -> move.from.is(object, defaultNamespace) || move.to.is(object, defaultNamespace));
  }

  /// Returns the errors about objects that were moved and are still in the manifests.
  ///
  /// @param defaultNamespace the namespace of objects that name none
  public List<Problem> stillThere(List<KubeObject> objects, String defaultNamespace) {
    var problems = new ArrayList<Problem>();
    for (Move move : moves) {
      objects.stream()
          .filter(object -> move.from.is(object, defaultNamespace))
          .map(object -> stillThere(move, object))
          .forEach(problems::add);
    }
    return problems;
  }

  private static Problem stillThere(Move move, KubeObject object) {
    String at = object.origin().toString();
    return Problem.error(
        move.from.place(),
        object.key().subject(),
        "is moved, but is still in the manifests" + (at.isEmpty() ? "" : ", at " + at),
        "remove it there, or remove the move");
  }

  /// Returns the object of the manifests that takes the place of another one; empty if they do not
  /// have it.
  ///
  /// @param defaultNamespace the namespace of objects that name none
  public static Optional<KubeObject> successor(
      Move move, List<KubeObject> objects, String defaultNamespace) {
    return objects.stream().filter(object -> move.to.is(object, defaultNamespace)).findFirst();
  }
}
