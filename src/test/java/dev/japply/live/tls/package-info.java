/// TLS by the native library.
@NullMarked
package dev.japply.live.tls;

import org.jspecify.annotations.NullMarked;
