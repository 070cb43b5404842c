package dev.japply.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.apply.Event.Outcome;
import dev.japply.cluster.FakeCluster;
import dev.japply.merge.JsonMergePatch;
import dev.japply.merge.MergeRequest.Rules;
import dev.japply.object.KubeObject;
import dev.japply.plan.Ways;
import dev.japply.problem.Origin;
import dev.japply.tree.Json;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// What is said of a patch that is sent, and changes nothing.
class EmptyChangeTest {
  private final FakeCluster cluster = new FakeCluster();

  /// What is there when the patch is sent.
  private MapValue live = MapValue.EMPTY;

  private static MapValue json(String text) {
    return (MapValue) Json.parse(text.replace('\'', '"'));
  }

  private Outcome apply(Rules rules, String data) {
    MapValue map =
        json("{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'c'},'data':" + data + "}");
    var objects = List.of(KubeObject.of(map, new Origin("f", 1, 1)));
    var events = new ArrayList<Event>();
    new Apply(
            cluster,
            Apply.Settings.of(Options.of(Ways.planning(rules), DryRun.NONE)),
            new Ending(),
            Options.into(events))
        .run(ResolvedObjects.find(cluster, /* enforced= */ false, objects).targets());
    return ((Event.Applied) events.getLast()).outcome();
  }

  @BeforeEach
  void create() {
    assertThat(apply(Rules.JAPPLY, "{'k':'a'}")).isEqualTo(Outcome.CREATED);
    live = cluster.object("configmaps default/c");
    cluster.requests.clear();
  }

  @ParameterizedTest
  @EnumSource(Rules.class)
  void isUnchangedWhenTheServerKeepsTheVersion(Rules rules) {
    cluster.before("PATCH", () -> cluster.answer(live));
    assertThat(apply(rules, "{'k':'a','n':'0'}"))
        .isEqualTo(rules == Rules.KUBECTL ? Outcome.CONFIGURED : Outcome.UNCHANGED);
    assertThat(cluster.requests).hasSize(2);
  }

  /// The server drops what the patch adds, and somebody else has written meanwhile.
  @Test
  void isUnchangedWhenOthersAloneHaveChangedTheObject() {
    assertThat(applied("{'status':{'phase':'Done'}}")).isEqualTo(Outcome.UNCHANGED);
  }

  /// The server counts a change, as of an empty list that it drops, but the object has none.
  @Test
  void isUnchangedWhenOnlyTheGenerationDiffers() {
    assertThat(applied("{'metadata':{'generation':2}}")).isEqualTo(Outcome.UNCHANGED);
  }

  /// The server keeps what the patch adds, or has counted a change of what is wanted.
  @ParameterizedTest
  @CsvSource(
      value = {"{'data':{'n':'0'}}", "{'metadata':{'generation':2},'data':{'other':'1'}}"},
      delimiter = '|',
      quoteCharacter = '`')
  void isAChangeWhenThePatchHasDoneSomething(String change) {
    assertThat(applied(change)).isEqualTo(Outcome.CONFIGURED);
  }

  private Outcome applied(String change) {
    MapValue later = JsonMergePatch.apply(live, json("{'metadata':{'resourceVersion':'1000'}}"));
    cluster.before("PATCH", () -> cluster.answer(JsonMergePatch.apply(later, json(change))));
    return apply(Rules.JAPPLY, "{'k':'a','n':'0'}");
  }
}
