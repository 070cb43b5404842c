/// Who is asking: the certificates, tokens, passwords and credential plugins of a kubeconfig's
/// user, and whom a connection trusts.
///
/// fabric8 does what of this it does as `kubectl` does it: tokens that are renewed, and providers.
@NullMarked
package dev.japply.live.auth;

import org.jspecify.annotations.NullMarked;
