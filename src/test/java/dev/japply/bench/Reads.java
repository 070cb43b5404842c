package dev.japply.bench;

import dev.japply.cluster.Cluster;
import dev.japply.cluster.Resource;
import dev.japply.cluster.config.ConnectionOptions;
import dev.japply.cluster.config.Environment;
import dev.japply.cluster.rest.ClientCaches;
import dev.japply.cluster.rest.ClusterFactory;
import dev.japply.cluster.rest.ResponseCache;
import dev.japply.cluster.rest.RestCluster.Messages;
import dev.japply.cluster.rest.Sleep;
import dev.japply.object.Gvk;
import dev.japply.schema.OpenApiReader;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.jdkhttp.JdkHttpClientFactory;
import java.io.File;
import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Reads one object, over and over, by one of two transports: what `src/make/bench-transport`
/// measures as a whole process.
public final class Reads {
  /// As many as `apply` sends at once.
  private static final int CONCURRENCY = 8;

  private static final ClientCaches NOTHING_LEARNED =
      new ClientCaches(
          (hash, document) -> new OpenApiReader().read(document.get()), ResponseCache.NONE);
  private static final Messages UNHEARD = new Messages(warning -> {}, line -> {});

  private Reads() {}

  /// `own|jdk KUBECONFIG COUNT`: over japply's connections, or through fabric8's client with the
  /// JDK's.
  public static void main(String[] args) throws Exception {
    int count = Integer.parseInt(args[2]);
    var kubeconfig = new File(args[1]);
    if (args[0].equals("own")) {
      var connection = ConnectionOptions.DEFAULT;
      var environment = Environment.of(Map.of("KUBECONFIG", kubeconfig.toString()));
      try (var cluster =
          ClusterFactory.connect(
              connection, environment, null, NOTHING_LEARNED, UNHEARD, Sleep.REAL)) {
        read(cluster, count);
      }
    } else {
      try (KubernetesClient client =
              new KubernetesClientBuilder()
                  .withConfig(Config.fromKubeconfig(kubeconfig))
                  .withHttpClientFactory(new JdkHttpClientFactory())
                  .build();
          var cluster = ClusterFactory.through(client, NOTHING_LEARNED, UNHEARD, 0)) {
        read(cluster, count);
      }
    }
  }

  private static void read(Cluster cluster, int count) throws Exception {
    Resource namespaces = cluster.resource(new Gvk("", "v1", "Namespace")).orElseThrow();
    try (var threads = Executors.newFixedThreadPool(Math.min(count, CONCURRENCY))) {
      var reads = new ArrayList<Future<?>>();
      for (int i = 0; i < count; i++) {
        reads.add(threads.submit(() -> cluster.get(namespaces, "", "default").orElseThrow()));
      }
      for (Future<?> read : reads) {
        read.get();
      }
    }
  }
}
