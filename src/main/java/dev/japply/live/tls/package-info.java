/// TLS by a native library, where one comes with japply, to servers that are known already.
///
/// Java's own TLS costs a process that only sends a request or two more time than all the rest of
/// it: its classes are set up and its arithmetic is interpreted. So once Java's has accepted a
/// server's certificates, they are kept ([dev.japply.live.cache.CertificatePins]), and for a day a
/// connection to a server that shows the very same ones is made by the library
/// ([dev.japply.live.tls.NativeTls]), which decides nothing by itself.
@NullMarked
package dev.japply.live.tls;

import org.jspecify.annotations.NullMarked;
