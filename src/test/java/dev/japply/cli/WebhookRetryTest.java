package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program;
import dev.japply.Program.Said;
import dev.japply.cluster.rest.LoopbackServer;
import dev.japply.cluster.rest.LoopbackServer.Answer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// In front of a server whose webhook is not there yet.
class WebhookRetryTest {
  private static final String COLLECTION = "/api/v1/namespaces/default/configmaps";

  /// What a server says whose webhook is not there.
  private static final String REFUSED =
      "{'kind':'Status','apiVersion':'v1','status':'Failure','reason':'InternalError','code':500,"
          + "'message':'Internal error occurred: failed calling webhook \\\"w\\\": failed to call"
          + " webhook: Post https://w.x.svc:443/: dial tcp 10.0.0.1:443: connect: connection"
          + " refused'}";

  @TempDir private Path directory;

  @Test
  void sendsAWriteAgainThatAWebhookKeptAway() throws Exception {
    try (var server = new LoopbackServer()) {
      server
          .on(
              "/api/v1",
              Answer.json(
                  200,
                  "{'kind':'APIResourceList','groupVersion':'v1','resources':[{'name':"
                      + "'configmaps','kind':'ConfigMap','namespaced':true,'verbs':['get']}]}"))
          .on(
              COLLECTION + "/c",
              Answer.json(
                  404,
                  "{'kind':'Status','apiVersion':'v1','status':'Failure','reason':'NotFound',"
                      + "'code':404}"))
          .on(
              COLLECTION,
              Answer.json(500, REFUSED),
              Answer.json(
                  201,
                  "{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'c','namespace':"
                      + "'default','uid':'u','resourceVersion':'1'}}"));
      Said said =
          Program.hurried(
              Map.of("HOME", directory.toString()),
              "{apiVersion: v1, kind: ConfigMap, metadata: {name: c}}",
              List.of("apply", "-f", "-", "-n", "default", "-s", server.url()));
      assertThat(said.out()).as("%s", said).isEqualTo("configmap/c created\n");
      assertThat(said.status()).isZero();
      assertThat(server.lines()).filteredOn(line -> line.startsWith("POST ")).hasSize(2);
    }
  }
}
