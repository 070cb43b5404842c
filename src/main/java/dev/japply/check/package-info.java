/// Checks of manifests without a server, by schemas and by Kubernetes' own rules.
@NullMarked
package dev.japply.check;

import org.jspecify.annotations.NullMarked;
