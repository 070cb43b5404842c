/// japply and all that it uses of others, as one module of a runtime image. It is open, for nothing
/// in it is used from outside.
///
/// What fabric8 looks for by names of services is on the way to a user's `auth-provider`.
open module dev.japply {
  requires java.net.http;
  requires jdk.unsupported; // sun.misc.Signal

  uses io.fabric8.kubernetes.api.model.KubernetesResource;
  uses io.fabric8.kubernetes.client.http.HttpClient.Factory;

  provides io.fabric8.kubernetes.client.http.HttpClient.Factory with
      io.fabric8.kubernetes.client.jdkhttp.JdkHttpClientFactory;
}
