package dev.japply.cluster.rest;

import static dev.japply.cluster.rest.Loopback.CONFIG_MAPS;
import static dev.japply.cluster.rest.Loopback.OBJECT;
import static dev.japply.cluster.rest.Loopback.OPTIONS;
import static dev.japply.cluster.rest.Loopback.PATCH;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ClusterException.Kind;
import dev.japply.cluster.DeleteOptions;
import dev.japply.cluster.DeleteOptions.Propagation;
import dev.japply.cluster.ListPage;
import dev.japply.cluster.Patch;
import dev.japply.cluster.WriteOptions;
import dev.japply.cluster.rest.LoopbackServer.Answer;
import dev.japply.object.Gvk;
import dev.japply.object.LabelSelector;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A success that is not what was asked for is neither an object, nor a list without any, nor a
/// server without types.
class ResponseCheckTest {
  private static final String COLLECTION = "/api/v1/namespaces/n/configmaps";
  private static final Gvk CONFIG_MAP = Gvk.of("v1", "ConfigMap");
  private static final String TYPES =
      "{'kind':'APIResourceList','groupVersion':'v1',"
          + "'resources':[{'name':'configmaps','namespaced':true,'kind':'ConfigMap'}]}";

  private final LoopbackServer server = new LoopbackServer();
  private RestCluster cluster;

  @BeforeEach
  void connect() {
    cluster = Loopback.connect(server.url(), new CachedSchemas(null), warning -> {});
  }

  @AfterEach
  void stop() {
    cluster.close();
    server.close();
  }

  private static String wrong(ThrowingCallable request) {
    var error = catchThrowableOfType(ClusterException.class, request);
    assertThat(error).isNotNull();
    assertThat(error.kind()).isEqualTo(Kind.UNEXPECTED);
    assertThat(error.status()).isZero();
    return String.valueOf(error.getMessage());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{} | Object 'Kind' is missing",
        "{'kind':''} | Object 'Kind' is missing",
        "{'kind':'ConfigMap'} | in version \"\", not of",
        "{'kind':'Status','apiVersion':'v1','status':'Success'} | it is of kind \"Status\"",
        "{'kind':'Secret','apiVersion':'v1','metadata':{'name':'c'}} | it is of kind \"Secret\"",
        "{'kind':'ConfigMap','apiVersion':'v2','metadata':{'name':'c'}} | in version \"v2\"",
        "{'kind':'ConfigMap','apiVersion':'v1'} | it is named \"\", not \"c\"",
        "{'kind':'ConfigMap','apiVersion':'v1','metadata':'c'} | it is named \"\", not \"c\"",
        "{'kind':'ConfigMap','apiVersion':'v1','metadata':{'name':'d'}} | it is named \"d\"",
        "{'kind':'ConfigMap','apiVersion':'v1','metadata':{'name':'c','namespace':'m'}} |"
            + " it is in namespace \"m\"",
        "{'kind':'ConfigMap','apiVersion':'v1','metadata':{'name':'c','uid':7}} |"
            + " its metadata.uid is not a string",
        "{'kind':'ConfigMap','apiVersion':'v1','metadata':{'name':'c','resourceVersion':7}} |"
            + " its metadata.resourceVersion is not a string",
        "{'kind':'ConfigMap','apiVersion':'v1','metadata':{'name':'c','annotations':[]}} |"
            + " its annotations is not a map",
        "[] | not a JSON object",
        "{'kind':'ConfigMap','data':{'p':'hunter2' | invalid JSON (line 1, column ",
        "log in | \"log in\""
      })
  void objectsAreWhatWasAskedFor(String body, String why) {
    server.on(COLLECTION, Answer.json(201, body)).on(COLLECTION + "/c", Answer.json(200, body));
    String unknown = "; whether the server carried out the request is not known";
    assertThat(wrong(() -> cluster.get(CONFIG_MAPS, "n", "c")))
        .startsWith("Server returned an unexpected response to GET " + COLLECTION + "/c: ")
        .contains(why)
        .doesNotContain(unknown, "hunter2");
    assertThat(wrong(() -> cluster.create(CONFIG_MAPS, "n", OBJECT, OPTIONS)))
        .startsWith("Server returned an unexpected response to POST " + COLLECTION + ": ")
        .contains(why)
        .endsWith(unknown);
    assertThat(wrong(() -> cluster.patch(CONFIG_MAPS, "n", "c", PATCH, OPTIONS)))
        .contains(why)
        .endsWith(unknown);
    var dry = new WriteOptions("m", "", true);
    assertThat(wrong(() -> cluster.patch(CONFIG_MAPS, "n", "c", PATCH, dry))).contains(why);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "[]",
        "{'kind':'Secret'}",
        "{'kind':'Status','apiVersion':'v1','status':'Failure','reason':'Forbidden','code':403}",
        "log in",
        "",
      })
  void whatIsDeletedIsToldByAStatusOrTheObject(String body) {
    var delete = new DeleteOptions(Propagation.BACKGROUND, null, "", false);
    String success = "{'kind':'Status','apiVersion':'v1','status':'Success'}";
    String object = "{'kind':'ConfigMap','apiVersion':'v1','metadata':{'name':'c'}}";
    server.on(
        COLLECTION + "/c",
        Answer.json(200, success),
        Answer.json(200, object),
        Answer.json(200, body));
    cluster.delete(CONFIG_MAPS, "n", "c", delete);
    cluster.delete(CONFIG_MAPS, "n", "c", delete);
    assertThat(wrong(() -> cluster.delete(CONFIG_MAPS, "n", "c", delete)))
        .endsWith("; whether the server carried out the request is not known");
  }

  @Test
  void subresourcesMayHaveATypeOfTheirOwn() {
    String scale = "{'kind':'Scale','apiVersion':'autoscaling/v1','metadata':{'name':'c'}}";
    server.on(COLLECTION + "/c/scale", Answer.json(200, scale), Answer.json(200, "{}"));
    Patch patch = PATCH.of("scale");
    assertThat(cluster.patch(CONFIG_MAPS, "n", "c", patch, OPTIONS).text("kind"))
        .isEqualTo("Scale");
    assertThat(wrong(() -> cluster.patch(CONFIG_MAPS, "n", "c", patch, OPTIONS)))
        .contains("Object 'Kind' is missing");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{} | Object 'Kind' is missing",
        "{'items':[]} | Object 'Kind' is missing",
        "{'kind':'ConfigMapList','apiVersion':'v1'} | it has no list of items",
        "{'kind':'ConfigMapList','apiVersion':'v1','items':{}} | it has no list of items",
        "{'kind':'Status','items':[]} | its kind is \"Status\", which is not a list",
        "{'kind':'ConfigMap','items':[]} | its kind is \"ConfigMap\", which is not a list",
        "{'kind':'L','items':[{'metadata':{}}]} | an item has no name",
        "{'kind':'L','items':[3]} | an item has no name",
        "{'kind':'L','items':[{'kind':'Secret','apiVersion':'v1','metadata':{'name':'s'}}]} |"
            + " it is of kind \"Secret\"",
        "{'kind':'L','items':[{'metadata':{'name':'s','uid':1}}]} | metadata.uid is not a string",
        "{'kind':'L','metadata':7,'items':[]} | its metadata is not a map",
        "{'kind':'L','metadata':{'continue':7},'items':[]} |"
            + " its position of the next page is invalid",
        "{'kind':'L','items':[{'metadata':{'name':'s'}} | invalid JSON (line 1, column "
      })
  void listsAreLists(String body, String why) {
    server.on(COLLECTION, Answer.json(200, body));
    assertThat(wrong(() -> cluster.list(CONFIG_MAPS, "n", LabelSelector.EVERYTHING)))
        .startsWith("Server returned an unexpected response to GET " + COLLECTION + ": ")
        .contains(why);
  }

  @Test
  void eachPageOfAListIsOne() {
    String first = "{'kind':'L','metadata':{'continue':'x'},'items':[{'metadata':{'name':'a'}}]}";
    server.on(COLLECTION, Answer.json(200, first), Answer.json(200, "{}"));
    assertThat(wrong(() -> cluster.list(CONFIG_MAPS, "n", LabelSelector.EVERYTHING)))
        .contains("Object 'Kind' is missing");
  }

  @Test
  void aListThatNeverEndsIsNoList() {
    String first = "{'kind':'L','metadata':{'continue':'x'},'items':[{'metadata':{'name':'a'}}]}";
    server.on(COLLECTION, Answer.json(200, first));
    assertThat(wrong(() -> cluster.list(CONFIG_MAPS, "n", LabelSelector.EVERYTHING)))
        .contains("its position of the next page is invalid");
    assertThat(server.asked()).hasSize(2);
  }

  @Test
  void listsWithoutItemsMayBeNullAsGoWritesThem() {
    server.on(COLLECTION, Answer.json(200, "{'kind':'ConfigMapList','items':null}"));
    ListPage page = cluster.page(CONFIG_MAPS, "n", ListPage.Request.first(name -> true, 500));
    assertThat(page.held()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "[]",
        "{'kind':'Other'}",
        "{'kind':'APIResourceList','groupVersion':'v1'}",
        "{'kind':'APIResourceList','resources':[]}",
        "{'kind':'APIResourceList','groupVersion':'apps/v1','resources':[]}"
      })
  void whatIsNoListOfTypesSaysNothingAboutThem(String body) {
    server.on("/api/v1", Answer.json(200, body), Answer.json(200, TYPES));
    assertThat(wrong(() -> cluster.resource(CONFIG_MAP)))
        .startsWith("Server returned an unexpected response to GET /api/v1: ");
    assertThat(cluster.resource(CONFIG_MAP)).contains(CONFIG_MAPS);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{}", "{'kind':'APIVersions'}", "{'kind':'APIGroupDiscoveryList'}", "'no'"})
  void norDoesAnIndex(String body) {
    server.on("/api", Answer.json(200, body));
    assertThat(wrong(cluster::types))
        .startsWith("Server returned an unexpected response to GET /api: ");
  }

  @Test
  void schemasComeFromOpenApiDocuments() {
    String index = "{'paths':{'api/v1':{'serverRelativeURL':'/openapi/v3/api/v1?hash=AAAAAAAA'}}}";
    server.on("/openapi/v3", Answer.json(200, "{}"), Answer.json(200, index));
    server.on("/openapi/v3/api/v1", Answer.json(200, "{}"), openApi());
    assertThat(wrong(() -> cluster.schema(CONFIG_MAP)))
        .isEqualTo("Server returned an unexpected response to GET /openapi/v3: it has no paths");
    assertThat(wrong(() -> cluster.schema(CONFIG_MAP)))
        .endsWith("hash=AAAAAAAA: not an OpenAPI document");
    assertThat(cluster.schema(CONFIG_MAP)).isPresent();
  }

  /// A document that lacks a type does not make it one whose lists are replaced.
  @Test
  void whatADocumentLacksIsBuiltIn() {
    String index = "{'paths':{'apis/apps/v1':{'serverRelativeURL':'/openapi/v3/a?hash=AAAAAAAA'}}}";
    server.on("/openapi/v3", Answer.json(200, index)).on("/openapi/v3/a", openApi());
    assertThat(cluster.schema(Gvk.of("apps/v1", "Deployment"))).isPresent();
    assertThat(cluster.schema(Gvk.of("apps/v1", "Unknown"))).isEmpty();
  }

  private static Answer openApi() {
    return Answer.json(200, "{'openapi':'3.0.0','components':{'schemas':{}}}");
  }
}
