/// HTTP/1.1 and TLS over blocking sockets.
@NullMarked
package dev.japply.cluster.http;

import org.jspecify.annotations.NullMarked;
