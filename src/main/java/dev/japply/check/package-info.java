/// What a server refuses in a manifest, found without one: by schemas and by Kubernetes' own rules.
@NullMarked
package dev.japply.check;

import org.jspecify.annotations.NullMarked;
