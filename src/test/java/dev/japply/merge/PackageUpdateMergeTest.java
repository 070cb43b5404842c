package dev.japply.merge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.schema.BuiltinSchemas;
import dev.japply.schema.Schema;
import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.Value.MapValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What an update of a package makes of an original, of what upstream made of it, and of what was
/// made of it here.
class PackageUpdateMergeTest {
  private static final Schema POD_SPEC =
      BuiltinSchemas.load()
          .document("", "v1")
          .flatMap(types -> types.object("", "v1", "Pod"))
          .orElseThrow();

  private static MergeOutcome update(
      String origin, String updated, String local, boolean upstreamWins) {
    return ThreeWayMerge.update(
        new MergeRequest(
            map(origin),
            map(updated),
            map(local),
            POD_SPEC,
            new MergeRequest.Options(MergeRequest.Rules.JAPPLY, upstreamWins)));
  }

  private static MapValue map(String text) {
    return (MapValue) Json.parse(text.replace('\'', '"'));
  }

  private static String text(MapValue map) {
    return GoJson.write(map).replace('"', '\'');
  }

  /// What becomes of an entry where upstream wins and where the local side does, and how many
  /// conflicts there are.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{a:1}     | {a:1}     | {a:2}     | {a:2}     | {a:2}     | 0",
        "{a:1}     | {a:2}     | {a:1}     | {a:2}     | {a:2}     | 0",
        "{a:1}     | {a:2}     | {a:3}     | {a:2}     | {a:3}     | 1",
        "{a:1}     | {a:2}     | {a:2}     | {a:2}     | {a:2}     | 0",
        "{a:1}     | {}        | {a:1}     | {}        | {}        | 0",
        "{a:1}     | {}        | {a:2}     | {}        | {a:2}     | 1",
        "{a:1}     | {a:2}     | {}        | {a:2}     | {}        | 1",
        "{a:1}     | {a:1}     | {}        | {}        | {}        | 0",
        "{a:null}  | {a:null}  | {a:null}  | {a:null}  | {a:null}  | 0",
        "{a:1}     | {a:null}  | {a:1}     | {a:null}  | {a:null}  | 0",
        "{}        | {a:1}     | {b:2}     | {a:1,b:2} | {a:1,b:2} | 0",
        "{a:{}}    | {a:{}}    | {a:{}}    | {a:{}}    | {a:{}}    | 0",
        "{a:{b:1}} | {}        | {a:{b:2}} | {a:{b:2}} | {a:{b:2}} | 1",
        "{a:{b:1}} | {a:x}     | {a:{b:2}} | {a:x}     | {a:{b:2}} | 1",
        "{a:[1]}   | {a:[1,2]} | {a:[0,1]} | {a:[1,2]} | {a:[0,1]} | 1"
      })
  void entriesBecomeWhatTheTableSays(
      String origin, String updated, String local, String upstream, String here, int conflicts) {
    String[] json = {origin, updated, local, upstream, here};
    for (int i = 0; i < json.length; i++) {
      json[i] = json[i].replaceAll("([a-z]+):", "'$1':").replace(":x", ":'x'");
    }
    // Below a field that nothing describes.
    MergeOutcome theirs = update(in(json[0]), in(json[1]), in(json[2]), true);
    MergeOutcome ours = update(in(json[0]), in(json[1]), in(json[2]), false);
    assertThat(theirs.result()).isEqualTo(map(in(json[3])));
    assertThat(ours.result()).isEqualTo(map(in(json[4])));
    assertThat(theirs.conflicts()).hasSize(conflicts);
    assertThat(ours.conflicts()).hasSize(conflicts);
  }

  private static String in(String json) {
    return "{'metadata':{'annotations':" + json + "}}";
  }

  private static String containers(String items) {
    return "{'spec':{'containers':[" + items + "]}}";
  }

  @Test
  void newItemsComeBehindThoseThatTheyFollow() {
    String origin = containers("{'name':'a'},{'name':'b'}");
    String updated = containers("{'name':'a'},{'name':'new'},{'name':'b'}");
    String local = containers("{'name':'a'},{'name':'b'},{'name':'own'}");
    assertThat(text(update(origin, updated, local, true).result()))
        .isEqualTo(containers("{'name':'a'},{'name':'new'},{'name':'b'},{'name':'own'}"));
    String moved = containers("{'name':'b'},{'name':'a'}");
    assertThat(text(update(origin, moved, local, true).result()))
        .isEqualTo(containers("{'name':'b'},{'name':'own'},{'name':'a'}"));
  }

  @Test
  void theSourceOfAVolumeIsChosenAsAWhole() {
    String origin = "{'spec':{'volumes':[{'name':'v','emptyDir':{}}]}}";
    String updated = "{'spec':{'volumes':[{'name':'v','configMap':{'name':'c'}}]}}";
    String local = "{'spec':{'volumes':[{'name':'v','emptyDir':{'medium':'Memory'}}]}}";
    assertThat(text(update(origin, updated, local, true).result())).isEqualTo(text(map(updated)));
    assertThat(text(update(origin, updated, local, false).result())).isEqualTo(text(map(local)));
  }
}
