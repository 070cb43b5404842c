/// Kubeconfig, contexts, proxies, in-cluster configuration, credentials and their plugins.
@NullMarked
package dev.japply.cluster.config;

import org.jspecify.annotations.NullMarked;
