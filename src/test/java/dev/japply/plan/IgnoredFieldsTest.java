package dev.japply.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.merge.FieldReason;
import dev.japply.merge.MergeRequest.Rules;
import dev.japply.object.KubeObject;
import dev.japply.object.LastApplied;
import dev.japply.plan.Action.Patch;
import dev.japply.plan.PlanOptions.ReasonsWanted;
import dev.japply.plan.Planner.Decided;
import dev.japply.problem.Origin;
import dev.japply.schema.BuiltinSchemas;
import dev.japply.schema.Schema;
import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What is planned for objects of which rules keep fields as they are live.
class IgnoredFieldsTest {
  private static Schema schema(String group, String kind) {
    return BuiltinSchemas.load()
        .document(group, "v1")
        .flatMap(types -> types.object(group, "v1", kind))
        .orElseThrow();
  }

  private static KubeObject object(String apiVersion, String kind, String rest) {
    String text =
        "{'apiVersion':'%s','kind':'%s','metadata':{'name':'web','annotations':{}}%s}"
            .formatted(apiVersion, kind, rest.isEmpty() ? "" : "," + rest);
    return KubeObject.of(tree(text), Origin.NONE);
  }

  private static MapValue tree(String text) {
    return (MapValue) Json.parse(text.replace('\'', '"'));
  }

  private static String text(Node tree) {
    return GoJson.write((MapValue) tree).replace('"', '\'');
  }

  private static Planner planner(String... rules) {
    return new Planner(
        Ways.planning(Rules.JAPPLY)
            .with(ReasonsWanted.ALL)
            .ignoring(IgnoreRules.parse(List.of(rules))));
  }

  /// The object that somebody has made of `live`, after `owned` was applied.
  private static MapValue live(KubeObject owned, KubeObject live) {
    String applied = LastApplied.encode(owned.tree());
    MapValue metadata = live.tree().map("metadata");
    return live.tree()
        .with(
            "metadata",
            metadata.with(
                "annotations",
                metadata.map("annotations").with(LastApplied.KEY, Value.text(applied))));
  }

  private static MapValue result(Decided decided, MapValue live) {
    assertThat(decided.action()).isNotInstanceOf(Action.Refused.class);
    return decided.action() instanceof Patch patch ? patch.result() : live;
  }

  private static List<String> ignored(Decided decided) {
    return decided.reasons().fields().stream()
        .filter(FieldReason.Ignored.class::isInstance)
        .map(reason -> reason.path().toString())
        .toList();
  }

  private static String spec(MapValue object) {
    return text(object.map("spec"));
  }

  private static Decided decide(
      String rule, String config, MapValue live, @Nullable Schema schema) {
    return planner(rule).decide(deployment(config), live, schema);
  }

  private static KubeObject deployment(String spec) {
    return object("apps/v1", "Deployment", "'spec':" + spec);
  }

  /// What is applied last, the manifest, what is live, and what that becomes.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        // neither set, nor restored, nor deleted, nor added
        "spec.replicas | {'replicas':1} | {'replicas':2,'paused':true} | {'replicas':5}"
            + " | {'paused':true,'replicas':5}",
        "/spec/replicas | {'replicas':1} | {'replicas':1} | {'replicas':5} | {'replicas':5}",
        "spec.replicas | {'replicas':1} | {'paused':true} | {'replicas':5}"
            + " | {'paused':true,'replicas':5}",
        "spec.replicas | {'replicas':1} | {'replicas':2} | {'paused':true} | {'paused':true}",
        "spec.replicas | {} | {'replicas':null} | {'replicas':5} | {'replicas':5}",
        // what only the strategy's type would keep, if that is ignored and not live
        "spec.strategy.type | {'strategy':{'type':'Recreate'}} | {'strategy':{'type':'Recreate'}}"
            + " | {'strategy':{'rollingUpdate':{'maxSurge':2}}}"
            + " | {'strategy':{'rollingUpdate':{'maxSurge':2}}}",
        // a port for TCP, which leaves that out, beside one of the same number for UDP
        "/spec/template/spec/containers/0/ports/0 | {}"
            + " | {'template':{'spec':{'containers':[{'name':'a','ports':[{'containerPort':53},"
            + "{'containerPort':53,'protocol':'UDP'}]}]}}}"
            + " | {'template':{'spec':{'containers':[{'name':'a','ports':[{'containerPort':53,"
            + "'protocol':'UDP'}]}]}}}"
            + " | {'template':{'spec':{'containers':[{'name':'a','ports':[{'containerPort':53,"
            + "'protocol':'UDP'}]}]}}}",
        // a part of a struct that leaves the manifest, and of one that is not live
        "spec.strategy.rollingUpdate.maxSurge"
            + " | {'strategy':{'type':'RollingUpdate','rollingUpdate':{'maxSurge':1}}} | {}"
            + " | {'strategy':{'type':'RollingUpdate','rollingUpdate':"
            + "{'maxSurge':2,'maxUnavailable':3}}}"
            + " | {'strategy':{'rollingUpdate':{'maxSurge':2}}}",
        "spec.strategy.rollingUpdate | {} | {'strategy':{'rollingUpdate':{'maxSurge':1}}}"
            + " | {'replicas':1} | {'replicas':1}",
        // items by their keys, in another order
        "spec.template.spec.containers[name=b].image | {}"
            + " | {'template':{'spec':{'containers':[{'name':'a','image':'a2'},"
            + "{'name':'b','image':'b2'}]}}}"
            + " | {'template':{'spec':{'containers':[{'name':'b','image':'b1'},"
            + "{'name':'a','image':'a1'}]}}}"
            + " | {'template':{'spec':{'containers':[{'image':'a2','name':'a'},"
            + "{'image':'b1','name':'b'}]}}}",
        "/spec/template/spec/containers/1/image | {}"
            + " | {'template':{'spec':{'containers':[{'name':'a','image':'a2'},"
            + "{'name':'b','image':'b2'}]}}}"
            + " | {'template':{'spec':{'containers':[{'name':'b','image':'b1'},"
            + "{'name':'a','image':'a1'}]}}}"
            + " | {'template':{'spec':{'containers':[{'image':'a2','name':'a'},"
            + "{'image':'b1','name':'b'}]}}}",
        "spec.template.spec.containers[*].image | {}"
            + " | {'template':{'spec':{'containers':[{'name':'a','image':'a2','tty':true},"
            + "{'name':'b','image':'b2'}]}}}"
            + " | {'template':{'spec':{'containers':[{'name':'a','image':'a1'},"
            + "{'name':'b','image':'b1'}]}}}"
            + " | {'template':{'spec':{'containers':[{'image':'a1','name':'a','tty':true},"
            + "{'image':'b1','name':'b'}]}}}",
        // an item of which each field is ignored as a whole
        "spec.template.spec.containers[name=a]"
            + " | {'template':{'spec':{'containers':[{'name':'a','image':'a1'}]}}}"
            + " | {'template':{'spec':{'containers':[{'name':'b','image':'b2'}]}}}"
            + " | {'template':{'spec':{'containers':[{'name':'a','image':'a3'}]}}}"
            + " | {'template':{'spec':{'containers':[{'image':'b2','name':'b'},"
            + "{'image':'a3','name':'a'}]}}}",
        "spec.template.spec.containers[name=a] | {}"
            + " | {'template':{'spec':{'containers':[{'name':'a','image':'a1'},"
            + "{'name':'b','image':'b2'}]}}}"
            + " | {'template':{'spec':{'containers':[{'name':'b','image':'b1'}]}}}"
            + " | {'template':{'spec':{'containers':[{'image':'b2','name':'b'}]}}}",
        // lists that are replaced as one value
        "spec.template.spec.containers[name=a].args[x]"
            + " | {'template':{'spec':{'containers':[{'name':'a','args':['x','y']}]}}}"
            + " | {'template':{'spec':{'containers':[{'name':'a','args':['z']}]}}}"
            + " | {'template':{'spec':{'containers':[{'name':'a','args':['x','y']}]}}}"
            + " | {'template':{'spec':{'containers':[{'args':['x','z'],'name':'a'}]}}}",
        "/spec/template/spec/tolerations/0/value | {}"
            + " | {'template':{'spec':{'tolerations':[{'key':'a','value':'2'}]}}}"
            + " | {'template':{'spec':{'tolerations':[{'key':'a','value':'1'},{'key':'b'}]}}}"
            + " | {'template':{'spec':{'tolerations':[{'key':'a','value':'1'}]}}}",
        // entries of maps with free keys
        "spec.selector.matchLabels[*] | {'selector':{'matchLabels':{'a':'1','b':'1'}}}"
            + " | {'selector':{'matchLabels':{'a':'2','c':'2'}}}"
            + " | {'selector':{'matchLabels':{'a':'3','b':'3','d':'3'}}}"
            + " | {'selector':{'matchLabels':{'a':'3','b':'3','d':'3'}}}",
      })
  void leavesWhatIsIgnored(String rule, String owned, String config, String now, String then) {
    MapValue live = live(deployment(owned), deployment(now));
    Schema schema = schema("apps", "Deployment");
    Decided decided = decide(rule, config, live, schema);
    MapValue result = result(decided, live);
    assertThat(spec(result)).isEqualTo(then);
    assertThat(decided.reasons().rules()).containsExactly(rule);
    assertThat(decided.reasons().ignored()).isPositive();
    Decided again = decide(rule, config, result, schema);
    assertThat(again.action()).isEqualTo(new Action.Unchanged());
  }

  @Test
  void createsAndDeletesItemsWhole() {
    String before = "{'template':{'spec':{'containers':[{'name':'a','image':'a1'}]}}}";
    String after = "{'template':{'spec':{'containers':[{'name':'b','image':'b2'}]}}}";
    MapValue live = live(deployment(before), deployment(before));
    Schema schema = schema("apps", "Deployment");
    String rule = "spec.template.spec.containers[*].image";
    Decided decided = decide(rule, after, live, schema);
    assertThat(spec(result(decided, live)))
        .isEqualTo(after.replace("'name':'b','image':'b2'", "'image':'b2','name':'b'"));
    assertThat(decided.reasons().ignored()).isZero();
  }

  @Test
  void countsOnlyWhatWouldChange() {
    MapValue live = live(deployment("{}"), deployment("{'replicas':2,'paused':true}"));
    Schema schema = schema("apps", "Deployment");
    String same = "{'replicas':2}";
    assertThat(decide("spec.replicas", same, live, schema).reasons())
        .extracting(ChangeReasons::ignored, ChangeReasons::rules)
        .containsExactly(0, List.of("spec.replicas"));
    assertThat(decide("spec.minReadySeconds", same, live, schema).reasons())
        .extracting(ChangeReasons::ignored, ChangeReasons::rules)
        .containsExactly(0, List.of());
    assertThat(ignored(decide("spec.replicas", "{'replicas':3}", live, schema)))
        .containsExactly("spec.replicas");
  }

  @Test
  void createsWithTheValueOfTheManifestWhichNobodyOwns() {
    var action = planner("spec.replicas").create(deployment("{'replicas':2,'paused':true}"));
    assertThat(action)
        .isInstanceOfSatisfying(
            Action.Create.class,
            create -> {
              assertThat(spec(create.body())).isEqualTo("{'paused':true,'replicas':2}");
              assertThat(LastApplied.read(create.body()).config())
                  .isEqualTo(deployment("{'paused':true}").tree());
            });
  }

  /// An empty map in the annotation would say that the map is ours.
  @Test
  void givesUpMapsAndListsWithAllTheirFields() {
    String spec = "{'paused':true,'strategy':{'rollingUpdate':{'maxSurge':1}}}";
    MapValue live = live(deployment(spec), deployment(spec));
    Decided decided =
        decide("spec.strategy.rollingUpdate.maxSurge", spec, live, schema("apps", "Deployment"));
    assertThat(decided.reasons().claimed()).isEqualTo(deployment("{'paused':true}").tree());
    assertThat(result(decided, live).map("spec")).isEqualTo(live.map("spec"));
  }

  /// A list without keys is replaced as a whole: the pattern names its items.
  @Test
  void namesItemsOfOtherListsAsThePatternDoes() {
    String rule = "spec.template.spec.tolerations[key=a].value";
    String config = "{'template':{'spec':{'tolerations':[{'key':'a','value':'1'}]}}}";
    MapValue live = live(deployment(config), deployment(config.replace("'1'", "'2'")));
    assertThat(ignored(decide(rule, config, live, schema("apps", "Deployment"))))
        .containsExactly(rule);
  }

  /// The port of another client has the number for another protocol: its node port is not the
  /// manifest's.
  @ParameterizedTest
  @CsvSource({
    "'spec.ports[port=53,protocol=TCP].nodePort'",
    "'spec.ports[*].nodePort'",
    "'spec.ports[port=53].nodePort'",
  })
  void anAddedPortIsNoOtherClientsForAnotherProtocol(String rule) {
    KubeObject owned = object("v1", "Service", "'spec':{}");
    KubeObject config = object("v1", "Service", "'spec':{'ports':[{'name':'t','port':53}]}");
    String theirs = "{'name':'u','port':53,'protocol':'UDP','nodePort':2}";
    KubeObject there = object("v1", "Service", "'spec':{'ports':[%s]}".formatted(theirs));
    MapValue live = live(owned, there);
    Decided decided = planner(rule).decide(config, live, schema("", "Service"));
    assertThat(spec(result(decided, live)))
        .isEqualTo(
            "{'ports':[{'name':'t','port':53},"
                + "{'name':'u','nodePort':2,'port':53,'protocol':'UDP'}]}");
    assertThat(ignored(decided)).isEmpty();
  }

  /// The manifest may leave out a key that has a default.
  @Test
  void knowsItemsWithoutTheKeysThatHaveDefaults() {
    KubeObject config = object("v1", "Service", "'spec':{'ports':[{'port':80,'nodePort':1}]}");
    KubeObject now =
        object("v1", "Service", "'spec':{'ports':[{'port':80,'protocol':'TCP','nodePort':2}]}");
    MapValue live = live(config, now);
    Decided decided =
        planner("spec.ports[port=80,protocol=TCP].nodePort")
            .decide(config, live, schema("", "Service"));
    assertThat(result(decided, live).map("spec")).isEqualTo(live.map("spec"));
    assertThat(ignored(decided)).containsExactly("spec.ports[port=80].nodePort");
  }

  @Test
  void recreatesWithWhatIsLive() {
    MapValue live = live(deployment("{}"), deployment("{'replicas':7}"));
    var action =
        planner("spec.replicas")
            .recreate(
                deployment("{'replicas':2,'paused':true}"), live, schema("apps", "Deployment"));
    assertThat(action)
        .isInstanceOfSatisfying(
            Action.Recreate.class,
            recreate -> {
              assertThat(spec(recreate.body())).isEqualTo("{'paused':true,'replicas':7}");
              assertThat(LastApplied.read(recreate.body()).config())
                  .isEqualTo(deployment("{'paused':true}").tree());
            });
  }
}
