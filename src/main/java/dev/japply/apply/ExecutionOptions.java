package dev.japply.apply;

import dev.japply.apply.ApplyMethod.LargeObjects;
import dev.japply.apply.ApplyMethod.Ruled;
import dev.japply.cluster.WriteOptions;
import dev.japply.object.KubeObject;
import dev.japply.plan.Compatibility;
import dev.japply.plan.ConflictRules;
import dev.japply.plan.Difference;
import dev.japply.plan.ForbidRules;
import dev.japply.plan.IgnoreRules;
import dev.japply.plan.Moves.Move;
import dev.japply.plan.NamedObjects.NamedKind;
import dev.japply.plan.Order;
import dev.japply.plan.PlanOptions;
import dev.japply.plan.Planner;
import dev.japply.plan.Planner.Annotation;
import dev.japply.plan.RecreateRules;
import dev.japply.plan.file.PlanFile;
import dev.japply.plan.file.PlanFile.Deletion;
import dev.japply.plan.file.PlanFile.Prune;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Options for applying objects.
///
/// @param planning options for planning changes, and all differences from kubectl
/// @param fieldManager the name that the server records as owner of the fields
/// @param fieldValidation `Strict`, `Warn` or `Ignore`
/// @param schedule order and concurrency
/// @param method client-side or server-side apply
public record ExecutionOptions(
    PlanOptions planning,
    DryRun dryRun,
    String fieldManager,
    String fieldValidation,
    Schedule schedule,
    ApplyMethod method) {

  /// Returns options that only read: client-side apply of one object after the other, as a dry run,
  /// with no name for a field manager, and without validation by the server.
  public static ExecutionOptions of(PlanOptions planning) {
    return new ExecutionOptions(
        planning,
        DryRun.CLIENT,
        "",
        "",
        new Schedule(Order.INPUT, 1),
        ApplyMethod.ClientSide.PATCHING);
  }

  public ExecutionOptions with(PlanOptions other) {
    return new ExecutionOptions(other, dryRun, fieldManager, fieldValidation, schedule, method);
  }

  public ExecutionOptions with(DryRun other) {
    return with(other, method);
  }

  /// Returns the same options with another field manager and another validation.
  public ExecutionOptions with(String manager, String validation) {
    return new ExecutionOptions(planning, dryRun, manager, validation, schedule, method);
  }

  public ExecutionOptions with(Schedule other) {
    return new ExecutionOptions(planning, dryRun, fieldManager, fieldValidation, other, method);
  }

  public ExecutionOptions with(ApplyMethod other) {
    return with(dryRun, other);
  }

  ExecutionOptions with(DryRun dryRun, ApplyMethod method) {
    return new ExecutionOptions(planning, dryRun, fieldManager, fieldValidation, schedule, method);
  }

  /// Whether japply's way holds rather than kubectl's.
  public boolean allows(Difference difference) {
    return planning.allows(difference);
  }

  /// Returns the differences from kubectl.
  public Compatibility compatibility() {
    return planning.compatibility();
  }

  /// Whether `object` is recreated if the server refuses its patch.
  public boolean replaces(KubeObject object) {
    return method.replacement(object).isPresent();
  }

  /// Returns the planner of an apply. There is no last-applied annotation with server-side apply.
  Planner planner() {
    return new Planner(planning, method.isOnServer() ? Annotation.LEFT : Annotation.WRITTEN);
  }

  /// Whether many objects of one type are read together before they are applied.
  boolean readsInBulk() {
    return method.readsInBulk(planning);
  }

  /// Returns the rules for recreation; none if every object may be recreated.
  public RecreateRules recreateRules() {
    Ruled ruled = method.ruled();
    return ruled == null ? RecreateRules.NONE : ruled.rules();
  }

  /// Returns the kinds that rules name.
  Stream<NamedKind> namedKinds() {
    return Stream.of(
            planning.ignore().kinds("--ignore"),
            method.rules().kinds(),
            recreateRules().kinds(),
            planning.forbidden().kinds())
        .flatMap(kinds -> kinds);
  }

  /// Returns the options for one object. An object that is too large for the last-applied
  /// annotation can be applied server-side.
  public ExecutionOptions of(KubeObject object) {
    return method instanceof ApplyMethod.ClientSide(var all, var ruled, LargeObjects large)
            && large != null
            && new Planner(planning).isTooLarge(object)
        ? with(large.manager(), fieldValidation).with(large.method())
        : this;
  }

  /// The query parameters of every write.
  WriteOptions writeOptions() {
    return new WriteOptions(fieldManager, fieldValidation, dryRun == DryRun.SERVER);
  }

  /// Returns the settings that a plan file keeps of these options; [#planned] reads them.
  ///
  /// @param files the paths of the manifests
  /// @param prune the options for pruning; null if nothing is pruned
  public PlanFile.Settings stored(List<String> files, Deletion deletion, @Nullable Prune prune) {
    LargeObjects large = method instanceof ApplyMethod.ClientSide client ? client.large() : null;
    return new PlanFile.Settings(
        files,
        planning.stored(),
        fieldManager,
        fieldValidation,
        method instanceof ApplyMethod.ServerSide server ? stored(server) : null,
        large == null ? null : new PlanFile.Large(large.manager(), stored(large.method())),
        deletion,
        prune);
  }

  private static PlanFile.ServerSide stored(ApplyMethod.ServerSide method) {
    ConflictRules rules = method.rules();
    return new PlanFile.ServerSide(
        method.forceConflicts(), rules.take().texts(), rules.leave().texts());
  }

  /// Returns the options for carrying a plan out, as they were planned.
  ///
  /// @param forbidden rules for objects that must not be deleted
  /// @param moves the objects that have another identity than before
  public static ExecutionOptions planned(
      PlanFile.Settings settings,
      Compatibility compatibility,
      Schedule schedule,
      ForbidRules forbidden,
      List<Move> moves) {
    return of(settings.planning().with(compatibility).forbidding(forbidden).moving(moves))
        .with(DryRun.NONE)
        .with(settings.fieldManager(), settings.fieldValidation())
        .with(schedule)
        .with(method(settings));
  }

  private static ApplyMethod method(PlanFile.Settings settings) {
    PlanFile.Large large = settings.large();
    return settings.serverSide() != null
        ? method(settings.serverSide())
        : new ApplyMethod.ClientSide(
            null,
            null,
            large == null ? null : new LargeObjects(method(large.options()), large.fieldManager()));
  }

  private static ApplyMethod.ServerSide method(PlanFile.ServerSide options) {
    var rules =
        new ConflictRules(
            IgnoreRules.parse(options.take()).asStanding(),
            IgnoreRules.parse(options.leave()).asStanding());
    return new ApplyMethod.ServerSide(
        options.forceConflicts(), "", /* compared= */ true, rules, /* ruled= */ null);
  }

  /// Order of applying objects, and the number in parallel.
  ///
  /// @param concurrency number of objects of one wave in parallel; in the order of the input it is
  ///   always one, since dependencies are not known there
  public record Schedule(Order order, int concurrency) {
    public static final int USUAL_CONCURRENCY = 8;

    /// @throws IllegalArgumentException when `concurrency` is not positive
    public Schedule {
      if (concurrency < 1) {
        throw new IllegalArgumentException("concurrency " + concurrency);
      }
    }
  }
}
