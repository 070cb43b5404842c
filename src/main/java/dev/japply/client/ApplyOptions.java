package dev.japply.client;

import dev.japply.apply.ApplyMethod;
import dev.japply.apply.ExecutionOptions;
import dev.japply.apply.ExecutionOptions.Schedule;
import dev.japply.object.ManagedFields;
import dev.japply.plan.IgnoreRules;
import dev.japply.plan.PlanOptions;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Problem;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/// Options of an [Applier]. Each `with…` method returns a changed copy:
///
/// ```java
/// Applier dry =
///     applier.with(
///         ApplyOptions.DEFAULT
///             .withFieldManager("my-operator")
///             .withDryRun(ApplyOptions.DryRun.SERVER));
/// ```
///
/// @param dryRun whether the cluster changes: [DryRun#NONE] changes it, [DryRun#CLIENT] sends reads
///   only, [DryRun#SERVER] sends each write as a server-side dry run
/// @param fieldManager the manager of the fields that are set, in `metadata.managedFields`; not
///   empty, at most 128 characters (the server's limit)
/// @param validation treatment of unknown and duplicate fields by the server
/// @param order whether objects wait for their dependencies (Namespaces, CustomResourceDefinitions,
///   … first), or are applied one after another as they are given
/// @param concurrency number of objects that are applied in parallel, at least 1; only with
///   [Order#DEPENDENCIES]
/// @param ignored rules for fields that stay as they are live, such as
///   `Deployment/web:spec.replicas`, as `--ignore` takes them; the annotation `japply.dev/ignore`
///   of an object names more
/// @param serverSide server-side apply; empty to merge here, with the last-applied annotation
/// @param warnings receives each warning as one line: the server's `Warning` headers and the
///   warnings of japply; may be called by several threads
public record ApplyOptions(
    DryRun dryRun,
    String fieldManager,
    FieldValidation validation,
    Order order,
    int concurrency,
    List<String> ignored,
    Optional<ServerSide> serverSide,
    Consumer<String> warnings) {

  /// The dry-run strategy, as in `--dry-run` of kubectl.
  public enum DryRun {
    /// It does.
    NONE,
    /// It does not: only reads are sent, and results are what would be sent.
    CLIENT,
    /// It does not: writes are sent as dry runs, and results are what the server would make of
    /// them.
    SERVER
  }

  /// The order of applying objects.
  public enum Order {
    /// Dependencies come first, in phases (Namespaces, CustomResourceDefinitions, …, workloads);
    /// the objects of one phase are applied concurrently.
    DEPENDENCIES,
    /// One after another as they are given, as kubectl does.
    INPUT
  }

  /// The server's handling of unknown and duplicate fields (`fieldValidation` of the Kubernetes
  /// API).
  public enum FieldValidation {
    /// It refuses the object.
    STRICT("Strict"),
    /// It drops them, and warns.
    WARN("Warn"),
    /// It drops them.
    IGNORE("Ignore");

    private final String parameter;

    FieldValidation(String parameter) {
      this.parameter = parameter;
    }
  }

  /// The field manager of [#DEFAULT] and of `kubectl apply`: kubectl and japply can each continue
  /// with annotations and fields that the other has applied.
  public static final String FIELD_MANAGER = ManagedFields.CLIENT_SIDE;

  /// The defaults of `japply apply`, except that warnings are dropped.
  public static final ApplyOptions DEFAULT =
      new ApplyOptions(
          DryRun.NONE,
          FIELD_MANAGER,
          FieldValidation.STRICT,
          Order.DEPENDENCIES,
          Schedule.USUAL_CONCURRENCY,
          List.of(),
          Optional.empty(),
          warning -> {});

  /// @throws IllegalArgumentException when `fieldManager` is empty, when `concurrency` is not
  ///   positive, or for a dry run of the client with `serverSide`, where the server merges
  /// @throws JapplyException when one of `ignored` is no rule
  public ApplyOptions {
    Objects.requireNonNull(dryRun, "dryRun");
    Objects.requireNonNull(validation, "validation");
    Objects.requireNonNull(order, "order");
    Objects.requireNonNull(warnings, "warnings");
    if (fieldManager.isEmpty()) {
      throw new IllegalArgumentException("the field manager is empty");
    }
    if (concurrency < 1) {
      throw new IllegalArgumentException("concurrency " + concurrency + " is less than 1");
    }
    if (serverSide.isPresent() && dryRun == DryRun.CLIENT) {
      throw new IllegalArgumentException("a dry run of the client cannot be server-side");
    }
    ignored = IgnoreRules.parse(ignored).texts();
  }

  /// These options with another [#dryRun()].
  public ApplyOptions withDryRun(DryRun other) {
    return new ApplyOptions(
        other, fieldManager, validation, order, concurrency, ignored, serverSide, warnings);
  }

  /// These options with another [#fieldManager()].
  public ApplyOptions withFieldManager(String other) {
    return new ApplyOptions(
        dryRun, other, validation, order, concurrency, ignored, serverSide, warnings);
  }

  /// These options with another [#validation()].
  public ApplyOptions withValidation(FieldValidation other) {
    return new ApplyOptions(
        dryRun, fieldManager, other, order, concurrency, ignored, serverSide, warnings);
  }

  /// These options with another [#order()].
  public ApplyOptions withOrder(Order other) {
    return new ApplyOptions(
        dryRun, fieldManager, validation, other, concurrency, ignored, serverSide, warnings);
  }

  /// These options with another [#concurrency()].
  public ApplyOptions withConcurrency(int other) {
    return new ApplyOptions(
        dryRun, fieldManager, validation, order, other, ignored, serverSide, warnings);
  }

  /// These options with other [#ignored()] fields.
  ///
  /// @throws JapplyException when one of `other` is no rule
  public ApplyOptions withIgnored(List<String> other) {
    return new ApplyOptions(
        dryRun, fieldManager, validation, order, concurrency, other, serverSide, warnings);
  }

  /// These options with server-side apply: the server merges. The default [#fieldManager()] is one
  /// of client-side apply: use one of your own.
  public ApplyOptions withServerSide(ServerSide other) {
    return new ApplyOptions(
        dryRun,
        fieldManager,
        validation,
        order,
        concurrency,
        ignored,
        Optional.of(other),
        warnings);
  }

  /// These options with another receiver of [#warnings()].
  public ApplyOptions withWarnings(Consumer<String> other) {
    return new ApplyOptions(
        dryRun, fieldManager, validation, order, concurrency, ignored, serverSide, other);
  }

  /// Passes a warning on, as one line.
  void warn(Problem warning) {
    warnings.accept(warning.toString());
  }

  private PlanOptions planning() {
    return PlanOptions.DEFAULT.ignoring(IgnoreRules.parse(ignored));
  }

  private ApplyMethod method() {
    return serverSide.map(ServerSide::method).orElse(ApplyMethod.ClientSide.PATCHING);
  }

  ExecutionOptions execution() {
    return ExecutionOptions.of(planning())
        .with(
            switch (dryRun) {
              case NONE -> dev.japply.apply.DryRun.NONE;
              case CLIENT -> dev.japply.apply.DryRun.CLIENT;
              case SERVER -> dev.japply.apply.DryRun.SERVER;
            })
        .with(fieldManager, validation.parameter)
        .with(
            switch (order) {
              case DEPENDENCIES -> new Schedule(dev.japply.plan.Order.DEPENDENCIES, concurrency);
              case INPUT -> new Schedule(dev.japply.plan.Order.INPUT, 1);
            })
        .with(method());
  }

  /// Returns the options for a preview.
  ExecutionOptions preview() {
    return ExecutionOptions.of(planning())
        .with(
            dryRun == DryRun.CLIENT
                ? dev.japply.apply.DryRun.CLIENT
                : dev.japply.apply.DryRun.SERVER)
        .with(fieldManager, /* validation= */ "")
        .with(new Schedule(dev.japply.plan.Order.INPUT, concurrency))
        .with(method());
  }
}
