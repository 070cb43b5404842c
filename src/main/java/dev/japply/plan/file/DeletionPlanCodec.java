package dev.japply.plan.file;

import static dev.japply.plan.file.PlanDocument.PlanValue.list;
import static dev.japply.plan.file.PlanDocument.PlanValue.map;
import static dev.japply.plan.file.PlanDocument.PlanValue.number;
import static dev.japply.plan.file.PlanDocument.PlanValue.text;
import static dev.japply.plan.file.PlanDocument.PlanValue.time;
import static dev.japply.plan.file.PlanDocument.PlanValue.wrong;

import dev.japply.object.ObjectKey;
import dev.japply.plan.SecretDigests;
import dev.japply.plan.file.DeletionPlan.Options;
import dev.japply.plan.file.DeletionPlan.PlannedDeletion;
import dev.japply.plan.file.PlanFile.Deletion;
import dev.japply.plan.file.PlanFile.Made;
import dev.japply.problem.JapplyException;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.List;

/// Converts plans of deletions to trees and back. `docs/deletion-plan.schema.json` describes the
/// format.
public final class DeletionPlanCodec {
  public static final PlanDocument FORM =
      new PlanDocument(
          "DeletionPlan",
          "plan of a deletion",
          "japply delete -f … --plan-out FILE",
          "plan again",
          "`japply show` prints it, and `japply delete --plan` carries it out");

  private DeletionPlanCodec() {}

  public static MapValue toTree(DeletionPlan plan) {
    MapValue options = with(MapValue.EMPTY, "applySet", plan.options().applySet());
    options = with(options, "applySetId", plan.options().lostSet());
    options = with(options, "fieldManager", plan.options().fieldManager());
    options =
        options
            .with("cascade", Value.text(plan.options().deletion().cascade()))
            .with("gracePeriod", Value.number(plan.options().deletion().gracePeriod()));
    return FORM.end(
        FORM.begin()
            .with("created", Value.text(plan.made().created().toString()))
            .with("expires", Value.text(plan.made().expires().toString()))
            .with("by", Value.text(plan.made().by()))
            .with("cluster", PlanFileCodec.tree(plan.target()))
            .with("options", options)
            .with("salt", Value.text(plan.digests().salt()))
            .with("objects", ListValue.of(plan.objects(), DeletionPlanCodec::tree)));
  }

  private static Value tree(PlannedDeletion planned) {
    MapValue tree = PlanFileCodec.tree(planned.entry());
    return planned.dependents().isEmpty()
        ? tree
        : tree.with("dependents", ListValue.of(planned.dependents(), PlanFileCodec::tree));
  }

  private static MapValue with(MapValue tree, String key, String text) {
    return text.isEmpty() ? tree : tree.with(key, Value.text(text));
  }

  /// Converts a tree from [#toTree] back to a plan.
  ///
  /// @throws JapplyException if the tree is not such a plan or was edited
  public static DeletionPlan read(MapValue tree) {
    FORM.check(tree);
    MapValue options = map(tree, "options");
    return new DeletionPlan(
        new Made(time(tree, "created"), time(tree, "expires"), text(tree, "by")),
        PlanFileCodec.target(map(tree, "cluster")),
        new Options(
            options.text("applySet"),
            options.text("applySetId"),
            options.text("fieldManager"),
            new Deletion(text(options, "cascade"), number(options, "gracePeriod"))),
        new SecretDigests(text(tree, "salt")),
        list(tree, "objects").items().stream().map(DeletionPlanCodec::planned).toList());
  }

  private static PlannedDeletion planned(Value item) {
    if (!(item instanceof MapValue tree)) {
      throw wrong("objects");
    }
    PlanFile.Entry entry = PlanFileCodec.entry(tree);
    if (!entry.isPruned()) {
      throw wrong("action");
    }
    List<ObjectKey> dependents =
        tree.has("dependents")
            ? list(tree, "dependents").items().stream().map(DeletionPlanCodec::key).toList()
            : List.of();
    return new PlannedDeletion(entry, dependents);
  }

  private static ObjectKey key(Value item) {
    if (item instanceof MapValue tree) {
      return PlanFileCodec.key(tree);
    }
    throw wrong("dependents");
  }
}
