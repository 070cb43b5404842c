/// Client-side apply for Java programs, through their own fabric8 `KubernetesClient`:
/// [dev.japply.client.Applier].
@NullMarked
package dev.japply.client;

import org.jspecify.annotations.NullMarked;
