/// Which cluster is meant, and as whom to talk to it: flags, kubeconfig files, a Pod's own
/// credentials, and the proxies before the server, by `kubectl`'s rules.
///
/// fabric8's own reading is not used: it looks at variables that `kubectl` does not know.
@NullMarked
package dev.japply.live.kubeconfig;

import org.jspecify.annotations.NullMarked;
