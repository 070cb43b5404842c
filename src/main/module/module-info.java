/// Client-side apply for Kubernetes, as a library: the three-way merge by itself, and apply through
/// a program's own fabric8 client. The exported packages are the public API; `docs/library.md`
/// describes it.
///
/// Modules that are `static` here are optional: programs that apply have fabric8, and the command
/// line has the rest. fabric8's modules have their names from the names of their files, so that a
/// program names them itself if it has a descriptor.
module dev.japply {
  requires java.net.http;
  requires static info.picocli;
  requires static io.netty.tcnative.classes.openssl;
  requires static kubernetes.client.api;
  requires static kubernetes.model.core;
  requires static org.slf4j;
  requires static re2j;
  requires static transitive org.jspecify;

  exports dev.japply.client;
  exports dev.japply.kustomize;
  exports dev.japply.merge;
  exports dev.japply.object;
  exports dev.japply.packages;
  exports dev.japply.problem;
  exports dev.japply.schema;
  exports dev.japply.tree;
}
