/// Client-side apply for Java programs, through their own fabric8 `KubernetesClient`:
/// [dev.japply.client.Applier].
///
/// Public API: what is public here, programs may use.
@NullMarked
package dev.japply.client;

import org.jspecify.annotations.NullMarked;
