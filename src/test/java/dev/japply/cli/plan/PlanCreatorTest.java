package dev.japply.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.apply.ApplyMethod;
import dev.japply.apply.DryRun;
import dev.japply.apply.ExecutionOptions;
import dev.japply.apply.ExecutionOptions.Schedule;
import dev.japply.apply.Preview;
import dev.japply.cli.flags.ClusterSource;
import dev.japply.cli.flags.ClusterSource.LiveSource;
import dev.japply.cli.plan.PlanCreator.Basis;
import dev.japply.cli.plan.PlanCreator.Extent;
import dev.japply.cluster.FakeCluster;
import dev.japply.diff.Secrets;
import dev.japply.io.CancellationSource;
import dev.japply.object.KubeObject;
import dev.japply.plan.Order;
import dev.japply.plan.PlanOptions;
import dev.japply.plan.PlanOptions.ReasonsWanted;
import dev.japply.plan.Planner.Annotation;
import dev.japply.plan.file.PlanFile;
import dev.japply.plan.file.PlanFile.Deletion;
import dev.japply.plan.file.PlanFile.Made;
import dev.japply.problem.Origin;
import dev.japply.report.ReportedObject;
import dev.japply.tree.Json;
import dev.japply.tree.Value.MapValue;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What is made of a plan of one object, of which one line is to change.
class PlanCreatorTest {
  private static final String HUNK = "-  k: old\n+  k: new\n";

  private final FakeCluster cluster = new FakeCluster();
  private final List<ReportedObject> told = new ArrayList<>();

  @BeforeEach
  void put() {
    cluster.put(object("old"));
  }

  private static MapValue object(String value) {
    String text =
        "{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'c','namespace':'default'},"
            + "'data':{'k':'"
            + value
            + "'}}";
    return (MapValue) Json.parse(text.replace('\'', '"'));
  }

  private PlanFile make(Extent extent) {
    var options =
        new ExecutionOptions(
            PlanOptions.DEFAULT.with(ReasonsWanted.ALL),
            DryRun.CLIENT,
            "me",
            "Strict",
            new Schedule(Order.INPUT, 1),
            new ApplyMethod.ClientSide(null));
    var asked = new Preview.Settings(options, false, null, Annotation.WRITTEN);
    var basis =
        new Basis(
            new Made(Instant.EPOCH, Instant.MAX, ""),
            List.of(),
            new Deletion("background", -1),
            null);
    var planning =
        new PlanCreator(asked, basis, extent, noted -> {}, told::add, event -> {}, problem -> true);
    KubeObject desired = KubeObject.of(object("new"), Origin.NONE);
    var source = new LiveSource(cluster, ClusterSource::newDigests);
    return planning.make(source, List.of(desired), /* broken= */ false, new CancellationSource());
  }

  @Test
  void makesNothingForNobody() {
    PlanFile plan = make(new Extent(Secrets.MASKED, /* kept= */ false, /* differences= */ false));
    assertThat(plan.entries()).isEmpty();
    assertThat(told).singleElement().returns("", ReportedObject::diff);
    assertThat(told.getFirst().fields()).isNotEmpty();
  }

  @Test
  void keepsLinesThatDiffer() {
    PlanFile plan = make(new Extent(Secrets.MASKED, /* kept= */ true, /* differences= */ true));
    assertThat(plan.entries().getFirst().explanation().diff()).contains(HUNK);
  }

  @Test
  void tellsOfLinesThatAreNotKept() {
    PlanFile plan = make(new Extent(Secrets.SHOWN, /* kept= */ false, /* differences= */ true));
    assertThat(plan.entries()).isEmpty();
    assertThat(told.getFirst().diff()).contains(HUNK);
  }

  @Test
  void carriesOutWithoutLines() {
    PlanFile plan = make(new Extent(Secrets.MASKED, /* kept= */ true, /* differences= */ false));
    assertThat(plan.entries().getFirst().explanation().diff()).isEmpty();
  }
}
