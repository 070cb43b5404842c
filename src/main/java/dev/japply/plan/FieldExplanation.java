package dev.japply.plan;

import dev.japply.merge.FieldReason;
import dev.japply.merge.FieldReason.Change;
import dev.japply.merge.FieldReason.Ignored;
import dev.japply.merge.FieldReason.Sent;
import dev.japply.merge.FieldReason.Stays;
import dev.japply.merge.FieldReason.Values;
import dev.japply.object.FieldManagers.Manager;
import dev.japply.problem.Origin;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/// Explains one field: value before, value after, reason. Secret values are hidden.
///
/// @param path its path, as [dev.japply.tree.FieldPath] writes it
/// @param values its values in the three documents and afterwards
/// @param cause the reason why it changes or stays
/// @param managers the managers of the live value, with the relevant one first
/// @param place returns its position in the manifest, or the nearest one
public record FieldExplanation(
    String path, Values values, Cause cause, List<Manager> managers, Supplier<Origin> place) {
  public FieldExplanation {
    managers = List.copyOf(managers);
  }

  /// Checks whether it is only an instruction for reading the patch.
  public boolean isDirective() {
    return cause.effect() == Cause.Effect.NONE;
  }

  public FieldExplanation withoutValues() {
    var none = new Values(Missing.MISSING, Missing.MISSING, Missing.MISSING, values.result());
    return new FieldExplanation(path, none, cause, managers, place);
  }

  /// Returns this explanation with the manifest's value and position of `other`.
  public FieldExplanation placedAs(FieldExplanation other) {
    var all =
        new Values(values.lastApplied(), other.values.manifest(), values.live(), values.result());
    return new FieldExplanation(path, all, cause, managers, other.place);
  }

  /// Returns this explanation as a plan has it: without the position of a field nearby.
  public FieldExplanation planned() {
    return isPlaced()
        ? this
        : new FieldExplanation(path, values, cause, managers, () -> Origin.NONE);
  }

  /// Checks whether the position is the field's own.
  public boolean isPlaced() {
    return isInManifest() || cause.code().equals(Cause.LINE_GONE);
  }

  /// Returns its position in the manifest, or the nearest one.
  public Origin origin() {
    return place.get();
  }

  /// Checks whether the field changes.
  public boolean changes() {
    return cause.effect() == Cause.Effect.CHANGES;
  }

  /// Checks whether it is sent, but the server keeps the live value.
  public boolean isKept() {
    return cause.code().equals(Cause.KEPT.code());
  }

  /// Checks whether an ignore rule prevents a change.
  public boolean isIgnored() {
    return cause.code().equals(Cause.IGNORED);
  }

  /// Checks whether it left the manifest, but no later apply removes it.
  public boolean isStuck() {
    return cause.code().equals(Cause.STUCK);
  }

  /// Checks whether the manifest has the field.
  public boolean isInManifest() {
    return !(values.manifest() instanceof Missing);
  }

  /// The reason why a field changes or stays.
  ///
  /// @param code the machine-readable code
  /// @param words the text for users
  public record Cause(String code, String words, Effect effect) {
    public enum Effect {
      CHANGES,
      STAYS,
      /// No effect: the entry is an instruction for merging.
      NONE
    }

    static final String IGNORED = "ignored";

    /// The code of a field that left the manifest, but that no later apply removes.
    static final String STUCK = "stuck";

    private static final String SCALE = "scale";
    private static final String STATUS = "status";
    private static final String CONTROLLER = "controller";

    /// The code of a field that a line of the new files sets.
    public static final String LINE = "line";

    /// The code of a field that a line of the old files set.
    public static final String LINE_GONE = "lineGone";

    /// The code of a field whose line is not found.
    public static final String NO_LINE = "noLine";

    /// The patch sends another value, but the server keeps the live one.
    public static final Cause KEPT = stay("kept", "sent, but the server keeps the live value");

    /// The server changes it by itself along with the patch.
    static final Cause OF_SERVER = change("server", "changed by the server along with that");

    /// A stored patch changes it, and the plan does not state why.
    public static final Cause UNEXPLAINED = change("unexplained", "the plan gives no reason");

    /// An undo gives it the value from before a run.
    static final Cause TAKEN_BACK = change("takenBack", "taken back");

    /// Nothing but the order of the items changes.
    static final Cause ORDERED = change("order", "put into the order of the manifest");

    /// Codes for entries that are instructions for merging.
    private static final Set<String> DIRECTIVES = Set.of("order", "keptKeys", "guard");

    /// Restores a cause from its stored code and text.
    public static Cause stored(String code, String words, boolean changes) {
      Effect effect =
          changes ? Effect.CHANGES : DIRECTIVES.contains(code) ? Effect.NONE : Effect.STAYS;
      return new Cause(code, words, effect);
    }

    /// Whether the server changes the field by itself.
    public boolean isOfServer() {
      return code.equals(OF_SERVER.code);
    }

    static Cause change(String code, String words) {
      return new Cause(code, words, Effect.CHANGES);
    }

    static Cause stay(String code, String words) {
      return new Cause(code, words, Effect.STAYS);
    }

    static Cause directive(String code, String words) {
      return new Cause(code, words, Effect.NONE);
    }

    Cause and(String more) {
      return new Cause(code, words + "; " + more, effect);
    }

    /// @param managers the managers of the live value, with the relevant one first
    /// @param ourselves the field manager of this program
    static Cause of(FieldReason reason, List<Manager> managers, String ourselves) {
      return switch (reason) {
        case Sent sent -> of(sent);
        case Ignored ignored -> stay(IGNORED, "ignored by the rule " + ignored.rule());
        case Stays stays ->
            switch (stays.stay()) {
              case AS_MANIFEST -> stay("asManifest", "as in the manifest");
              case IN_PART -> stay("inPart", "contains the manifest's value");
              case NOT_IN_MANIFEST -> notInManifest(managers, ourselves);
            };
      };
    }

    /// Returns the cause of a field whose value the server rewrites. A live value that only this
    /// program has written is the server's rewriting of the last one, and no change by others.
    static Cause ofRewritten(Sent sent, List<Manager> managers, String ourselves) {
      boolean ours =
          !managers.isEmpty()
              && managers.stream().allMatch(manager -> manager.name().equals(ourselves));
      Sent own =
          ours && sent.change() == Change.CHANGED_BY_BOTH
              ? new Sent(sent.path(), sent.values(), Change.CHANGED, sent.entry())
              : sent;
      return of(own).and("rewritten by the server, as by a webhook");
    }

    private static Cause of(Sent sent) {
      Cause cause = ofChange(sent);
      boolean list = sent.values().result() instanceof ListValue;
      return switch (sent.entry().extent()) {
        case PART -> cause;
        case ONE_VALUE ->
            cause.and(list ? "the list is replaced whole" : "the map is replaced whole");
        case WHOLE -> cause.and("sent whole, because no patch can address its parts");
      };
    }

    private static Cause ofChange(Sent sent) {
      Values values = sent.values();
      return switch (sent.change()) {
        case ADDED ->
            change(
                "added",
                isThere(values.live())
                    ? "new in the manifest, which wins over the live value"
                    : "added by the manifest");
        case CHANGED -> change("changed", "changed in the manifest");
        case RESTORED ->
            change(
                "restored",
                isThere(values.live())
                    ? "drift: changed live, the manifest restores it"
                    : "drift: gone live, the manifest restores it");
        case CHANGED_BY_BOTH ->
            change(
                "changedByBoth",
                isThere(values.live())
                    ? "changed in the manifest and live, the manifest wins"
                    : "changed in the manifest and gone live, the manifest wins");
        case LEFT_MANIFEST -> change("leftManifest", "left the manifest, so deleted");
        case NULLED -> change("nulled", "null in the manifest, so deleted");
        case CLEARED -> change("cleared", "cleared: the map keeps only what the manifest names");
        case RESENT -> change("resent", "the same in another form, which kubectl sends");
        case ORDER -> directive("order", "the order of the items, sent along with a change");
        case KEPT_KEYS -> directive("keptKeys", "the keys that stay, sent along with a change");
        case GUARD -> directive("guard", "the only version that the patch fits");
      };
    }

    private static boolean isThere(Node node) {
      return node instanceof Value;
    }

    private static Cause notInManifest(List<Manager> managers, String ourselves) {
      if (managers.isEmpty()) {
        return stay("unmanaged", "not in the manifest: the server's own");
      }
      Manager manager = managers.getFirst();
      String name = manager.name();
      if (manager.subresource().equals(SCALE)) {
        return stay("autoscaler", "not in the manifest: scaled");
      }
      if (manager.subresource().equals(STATUS)) {
        return stay("status", "not in the manifest: written with the status");
      }
      if (name.equals(ourselves)) {
        return stay("default", "not in the manifest: a server default, or formerly ours");
      }
      return name.contains(CONTROLLER)
          ? stay("controller", "not in the manifest: the controller's")
          : stay("otherManager", "not in the manifest: another manager's");
    }
  }
}
