package dev.japply.plan;

import dev.japply.diff.Secrets;
import dev.japply.merge.FieldReason;
import dev.japply.merge.FieldReason.Extent;
import dev.japply.merge.FieldReason.Ignored;
import dev.japply.merge.FieldReason.Sent;
import dev.japply.merge.FieldReason.Values;
import dev.japply.merge.ServerNormalization;
import dev.japply.object.FieldManagers;
import dev.japply.object.FieldManagers.Manager;
import dev.japply.object.KubeObject;
import dev.japply.object.LastApplied;
import dev.japply.object.SecretCopies;
import dev.japply.object.SecretMask;
import dev.japply.object.SecretValues;
import dev.japply.object.SecretWalk;
import dev.japply.plan.FieldExplanation.Cause;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.problem.WarningId;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import dev.japply.walk.FieldType;
import dev.japply.walk.KeyDefaults;
import dev.japply.walk.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The explanation of one object: the outcome and the reason for each field.
///
/// @param warnings warnings to show before the object is applied
public record ObjectExplanation(
    KubeObject object, Outcome outcome, List<FieldExplanation> fields, List<Problem> warnings) {
  static final FieldPath BOOKKEEPING =
      FieldPath.root().key("metadata").key("annotations").key(LastApplied.KEY);

  private static final FieldPath MANAGERS = FieldPath.root().key("metadata").key("managedFields");

  private static final String UNTRIED =
      "no dry run showed the values of its new object, which a webhook can change";

  public enum Outcome {
    CREATED,
    CHANGED,
    /// Only the owners of fields change, by server-side apply.
    OWNED,
    UNCHANGED,
    REFUSED
  }

  /// The fields to explain.
  public enum Show {
    /// Fields that change.
    PATCH,
    /// Fields that change, and all fields of the manifest.
    OURS,
    /// All fields of the live object.
    ALL
  }

  public ObjectExplanation {
    fields = List.copyOf(fields);
    warnings = List.copyOf(warnings);
  }

  /// Returns the explanation of `planned`, which has reasons.
  ///
  /// @param manager the field manager for the write
  /// @param replaced whether the object is recreated if the server refuses the patch
  public static ObjectExplanation of(
      PlannedObject planned, Show show, String manager, boolean replaced, Secrets secrets) {
    var explainer = new Explainer(planned, manager, secrets);
    Node before = planned.before();
    boolean absent = planned.action() instanceof Action.Apply && before instanceof Missing;
    Outcome outcome = absent ? Outcome.CREATED : outcome(planned.action());
    List<FieldExplanation> fields = explainer.merged(show, outcome);
    List<Problem> warnings = List.of();
    switch (planned.action()) {
      case Action.Patch patch -> {
        fields.addAll(explainer.changedAlong());
        warnings = explainer.warnings(planned.reasons().fields(), replaced);
      }
      case Action.Recreate(String uid, MapValue body) -> {
        fields.addAll(explainer.recreated(body));
        warnings = explainer.losses(planned.reasons().fields());
        if (planned.reasons().untried()) {
          warnings.add(planned.desired().warning(WarningId.RECREATION, UNTRIED, ""));
        }
      }
      case Action.Apply apply
          when before instanceof MapValue && planned.after() instanceof MapValue after -> {
        fields.addAll(explainer.applied(apply.manifest(), after, show));
        outcome = outcome(fields);
      }
      case Action.Apply none -> {}
      case Action.Create none -> {}
      case Action.Unchanged none -> {}
      case Action.Refused none -> {}
      case Action.Delete none -> {}
    }
    return new ObjectExplanation(planned.desired(), outcome, fields, warnings);
  }

  /// Returns the explanation of `planned`, an object that a server-side apply leaves as it is, with
  /// all fields of the manifest.
  ///
  /// @param manager the field manager of the apply
  public static ObjectExplanation ofApplied(
      PlannedObject planned, String manager, Secrets secrets) {
    KubeObject desired = planned.desired();
    var apply = new Action.Apply(desired.tree(), /* force= */ false, "");
    Node live = planned.before();
    var same = new PlannedObject(desired, apply, live, live, planned.reasons());
    ObjectExplanation explained = of(same, Show.OURS, manager, /* replaced= */ false, secrets);
    return new ObjectExplanation(desired, Outcome.UNCHANGED, explained.fields, List.of());
  }

  /// Returns warnings before a patch is sent: the server will refuse it, or it reverts values of
  /// others. If the server gets the patch, its own error reports the refusal.
  ///
  /// @param planned a patch, with reasons
  /// @param manager the field manager for the write
  /// @param replaced whether the object is recreated if the server refuses the patch
  /// @param isSent whether the patch is sent to the server
  public static List<Problem> harms(
      PlannedObject planned, String manager, boolean replaced, boolean isSent) {
    return new Explainer(planned, manager, Secrets.MASKED)
        .harms(planned.reasons().fields(), replaced, isSent);
  }

  /// Returns this explanation with one more warning in front of the others.
  public ObjectExplanation warning(Problem warning) {
    var all = new ArrayList<>(List.of(warning));
    all.addAll(warnings);
    return new ObjectExplanation(object, outcome, fields, all);
  }

  /// Returns this explanation with the warnings that match `shown`.
  public ObjectExplanation withWarnings(Predicate<Problem> shown) {
    return new ObjectExplanation(object, outcome, fields, warnings.stream().filter(shown).toList());
  }

  /// Returns the outcome of a server-side apply.
  private static Outcome outcome(List<FieldExplanation> fields) {
    return fields.stream().anyMatch(FieldExplanation::changes) ? Outcome.CHANGED : Outcome.OWNED;
  }

  /// Returns the outcome of an action that is carried out.
  static Outcome outcome(Action action) {
    return switch (action) {
      case Action.Create create -> Outcome.CREATED;
      case Action.Unchanged unchanged -> Outcome.UNCHANGED;
      case Action.Refused refused -> Outcome.REFUSED;
      case Action.Patch patch -> Outcome.CHANGED;
      case Action.Apply apply -> Outcome.CHANGED;
      case Action.Recreate recreate -> Outcome.CHANGED;
      case Action.Delete delete -> Outcome.CHANGED;
    };
  }

  private static boolean isWanted(FieldReason reason, Show show) {
    if (reason.path().equals(BOOKKEEPING) || reason.path().equals(MANAGERS)) {
      return false;
    }
    return reason instanceof Sent
        || reason instanceof Ignored
        || switch (show) {
          case PATCH -> false;
          case OURS -> !(reason.values().manifest() instanceof Missing);
          case ALL -> true;
        };
  }

  /// Explains the fields of one object.
  private static final class Explainer {
    private final KubeObject desired;
    private final MapValue live;
    private final PatchEffect effect;
    private final Secrets secrets;
    private final FieldManagers managers;
    private final String ourselves;
    private final PlannedObject planned;
    private SecretMask.@Nullable Pair masked;
    private @Nullable SecretValues known;
    private @Nullable SecretCopies copies;

    Explainer(PlannedObject planned, String ourselves, Secrets secrets) {
      this.planned = planned;
      this.desired = planned.desired();
      this.effect = PatchEffect.of(planned);
      this.live = effect.before();
      this.secrets = secrets;
      this.managers = FieldManagers.of(live);
      this.ourselves = ourselves;
    }

    /// Explains the fields of the merge.
    List<FieldExplanation> merged(Show show, Outcome outcome) {
      var fields = new ArrayList<FieldExplanation>();
      for (FieldReason reason : planned.reasons().fields()) {
        boolean effective =
            outcome == Outcome.CHANGED
                || outcome == Outcome.CREATED
                || show != Show.PATCH
                || reason instanceof Ignored;
        if (effective && isWanted(reason, show)) {
          fields.addAll(explainParts(reason));
        }
      }
      return fields;
    }

    /// Explains the fields that change without an entry in the patch.
    List<FieldExplanation> changedAlong() {
      Set<FieldPath> ordered = PatchEffect.ordered(planned);
      return planned.reasons().fields().isEmpty()
          ? List.of()
          : effect.otherChanges(planned).stream()
              .map(change -> explain(change, ordered.contains(change.path())))
              .toList();
    }

    /// Explains the fields of a server-side apply that the merge does not explain.
    List<FieldExplanation> applied(MapValue manifest, MapValue after, Show show) {
      Set<FieldPath> known =
          planned.reasons().fields().stream().map(FieldReason::path).collect(Collectors.toSet());
      ServerSideReasons reasons = ofServer(manifest, after);
      return Stream.concat(
              reasons.ofStuck(desired).stream(), reasons.find(show != Show.PATCH).stream())
          .filter(reason -> !known.contains(reason.path()))
          .map(this::explain)
          .toList();
    }

    /// Explains the fields of a recreation, unless the merge does.
    List<FieldExplanation> recreated(MapValue body) {
      boolean merged = planned.reasons().fields().stream().anyMatch(Sent.class::isInstance);
      boolean rewritten = planned.reasons().rewritten();
      if (merged) {
        return rewritten ? changedInNew() : List.of();
      }
      if (!(planned.before() instanceof MapValue)) {
        return List.of();
      }
      MapValue stored = ServerNormalization.stored(body);
      MapValue after = rewritten && planned.after() instanceof MapValue made ? made : stored;
      return ofServer(stored, after).ofRecreation().stream().map(this::explain).toList();
    }

    /// Explains fields of the manifest that have the manifest's value now, and not in the new
    /// object.
    private List<FieldExplanation> changedInNew() {
      return effect.otherChanges(planned).stream()
          .filter(change -> change.before() instanceof Value && change.after() instanceof Value)
          .filter(change -> !change.path().equals(BOOKKEEPING))
          .map(change -> explain(change, /* isOrdered= */ false))
          .toList();
    }

    private ServerSideReasons ofServer(MapValue manifest, MapValue after) {
      return new ServerSideReasons(manifest, live, after, ourselves, planned.reasons().schema());
    }

    /// Returns the warnings, without fields that the server keeps.
    List<Problem> warnings(List<FieldReason> reasons, boolean replaced) {
      List<FieldReason> effective =
          reasons.stream().filter(reason -> !effect.keeps(reason)).toList();
      return warner().warnings(effective, replaced, this::writers);
    }

    List<Problem> losses(List<FieldReason> reasons) {
      return warner().losses(reasons, this::writers);
    }

    List<Problem> harms(List<FieldReason> reasons, boolean replaced, boolean isSent) {
      List<Problem> harms = losses(reasons);
      if (!isSent) {
        harms.addAll(warner().refusals(reasons, replaced));
      }
      return harms;
    }

    private PatchWarnings warner() {
      return new PatchWarnings(desired, live, effect.result(), path -> origin(desired, path));
    }

    private List<Manager> writers(FieldReason reason) {
      return ordered(reason, managers.of(reason.path().numberedIn(live), live));
    }

    /// Returns the managers, with the relevant one first: another manager if a live value was
    /// changed.
    private List<Manager> ordered(FieldReason reason, List<Manager> managers) {
      boolean drift =
          reason instanceof Sent sent
              && switch (sent.change()) {
                case RESTORED, CHANGED_BY_BOTH, ADDED -> true;
                case CHANGED, LEFT_MANIFEST, NULLED, CLEARED, RESENT, ORDER, KEPT_KEYS, GUARD ->
                    false;
              };
      if (reason.values().live() instanceof Missing) {
        return List.of();
      }
      return drift
          ? managers.stream()
              .sorted(
                  (a, b) -> Boolean.compare(a.name().equals(ourselves), b.name().equals(ourselves)))
              .toList()
          : managers;
    }

    FieldExplanation explain(FieldReason reason) {
      List<Manager> writers = writers(reason);
      return explanation(reason.path(), values(reason), cause(reason, writers), writers);
    }

    private Cause cause(FieldReason reason, List<Manager> writers) {
      if (effect.keeps(reason)) {
        return Cause.KEPT;
      }
      boolean created = planned.before() instanceof Missing;
      return reason instanceof Sent sent && (created || effect.rewrites(reason))
          ? Cause.ofRewritten(sent, writers, ourselves)
          : Cause.of(reason, writers, ourselves);
    }

    /// Returns the explanations of the parts of a map or list that is sent whole, by the names that
    /// other commands give them; of the field alone if it has no parts that change.
    List<FieldExplanation> explainParts(FieldReason reason) {
      FieldPath path = reason.path();
      Node after = effect.value(reason);
      boolean whole = reason instanceof Sent sent && sent.entry().extent() == Extent.WHOLE;
      if (!whole || effect.keeps(reason) || !(reason.values().live() instanceof Value)) {
        return List.of(explain(reason));
      }
      FieldType type = FieldType.of(planned.reasons().schema()).at(path);
      Node before = KeyDefaults.in(reason.values().live(), type);
      Node lastApplied = KeyDefaults.in(reason.values().lastApplied(), type);
      Node manifest = KeyDefaults.in(reason.values().manifest(), type);
      List<FieldChanges.Change> parts =
          FieldChanges.between(
              new Place(FieldPath.root(), type, List.of(before, KeyDefaults.in(after, type))));
      if (parts.stream().anyMatch(part -> part.path().equals(FieldPath.root()))) {
        return List.of(explain(reason));
      }
      FieldPath place = path.numberedIn(desired.tree());
      Cause cause = cause(reason, writers(reason));
      return parts.stream()
          .map(part -> {
            FieldPath within = part.path();
            FieldPath field = within.below(path);
            var values =
                new Values(
                    within.in(lastApplied), within.in(manifest), part.before(), part.after());
            return explanation(
                field,
                within.numberedIn(manifest).below(place),
                values,
                cause,
                ordered(reason, managers.of(field.numberedIn(live), live)));
          })
          .toList();
    }

    private FieldExplanation explain(ServerSideReasons.Reason reason) {
      FieldPath path = reason.path();
      Node manifest = LastWriter.in(path, desired.tree());
      var all =
          new Values(Missing.MISSING, manifest, reason.change().before(), reason.change().after());
      return explanation(path, all, reason.cause(), reason.managers());
    }

    private FieldExplanation explain(FieldChanges.Change change, boolean isOrdered) {
      FieldPath path = change.path();
      var all =
          new Values(Missing.MISSING, path.in(desired.tree()), change.before(), change.after());
      Cause cause = isOrdered ? Cause.ORDERED : Cause.OF_SERVER;
      return explanation(path, all, cause, managers.of(path.numberedIn(live), live));
    }

    private FieldExplanation explanation(
        FieldPath path, Values values, Cause cause, List<Manager> managers) {
      return explanation(path, path, values, cause, managers);
    }

    /// @param place the path in the manifest
    private FieldExplanation explanation(
        FieldPath path, FieldPath place, Values values, Cause cause, List<Manager> managers) {
      KubeObject manifest = desired; // the explanation keeps only the manifest
      return new FieldExplanation(
          path.toString(), shown(path, values), cause, managers, () -> origin(manifest, place));
    }

    private Values values(FieldReason reason) {
      Values values = reason.values();
      return new Values(
          values.lastApplied(), values.manifest(), values.live(), effect.value(reason));
    }

    /// Returns the values, hidden if the object's are secret. This includes values that are only in
    /// the manifest or in the last-applied configuration.
    private Values shown(FieldPath path, Values all) {
      return switch (secrets) {
        case SHOWN -> all;
        case MASKED -> masked(path, all);
      };
    }

    private Values masked(FieldPath path, Values all) {
      SecretMask.Pair pair = masked();
      Node before = path.in(pair.before());
      Node after = path.in(pair.after());
      boolean shown = before.equals(path.in(live)) && after.equals(path.in(effect.after()));
      if (shown) {
        return isSecret(path, all) ? hidden(all) : all;
      }
      return new Values(
          hidden(all.lastApplied()),
          hidden(all.manifest()),
          before,
          all.result() instanceof Missing ? Missing.MISSING : after);
    }

    /// Checks whether the field is secret although neither state of the object shows it, as for a
    /// refused object.
    private boolean isSecret(FieldPath path, Values values) {
      if (SecretWalk.isSecret(desired.gvk()) && SecretWalk.isSecret(path)) {
        return true;
      }
      return nodes(values).anyMatch(node -> known().areIn(node) || copies().areWithin(node));
    }

    private static Stream<Node> nodes(Values values) {
      return Stream.of(values.lastApplied(), values.manifest(), values.live(), values.result());
    }

    /// The values of the Secret, and of Secrets within the object, in all documents.
    private SecretValues known() {
      if (known == null) {
        known = SecretValues.of(desired.tree(), live, effect.after());
        boolean secret = SecretWalk.isSecret(desired.gvk());
        for (FieldReason reason : planned.reasons().fields()) {
          if (secret && SecretWalk.isSecret(reason.path())) {
            nodes(reason.values()).forEach(known::addAll);
          }
        }
      }
      return known;
    }

    /// Computed on demand: warnings do not need it.
    private SecretMask.Pair masked() {
      if (masked == null) {
        masked = SecretMask.pair(live, effect.after(), copies());
      }
      return masked;
    }

    private SecretCopies copies() {
      if (copies == null) {
        copies = planned.copies();
      }
      return copies;
    }

    private static Values hidden(Values values) {
      return new Values(
          hidden(values.lastApplied()),
          hidden(values.manifest()),
          hidden(values.live()),
          hidden(values.result()));
    }

    private static Node hidden(Node node) {
      return node instanceof Value ? Value.text(SecretMask.HIDDEN) : node;
    }

    /// The texts of a Secret are merged as data.
    private static Origin origin(KubeObject manifest, FieldPath path) {
      FieldPath place = path.numberedIn(manifest.tree());
      return manifest.positions().apply(numbered(place));
    }

    /// Returns the path up to the first item whose index in the manifest is unknown.
    private static FieldPath numbered(FieldPath path) {
      FieldPath known = FieldPath.root();
      for (var steps = path.steps(); steps.hasNext(); ) {
        switch (steps.next()) {
          case FieldPath.Root root -> {}
          case FieldPath.Key(FieldPath parent, String key) -> known = known.key(key);
          case FieldPath.Index(FieldPath parent, int index) -> known = known.index(index);
          case FieldPath.Item item -> {
            return known;
          }
        }
      }
      return known;
    }
  }
}
