/// HTTP/1.1 over blocking sockets, as little of it as a client of API servers needs.
///
/// A request takes the thread that sends it, and no other: a run that touches one object is over
/// before a selector and its threads would have started. Knows nothing of Kubernetes.
@NullMarked
package dev.japply.live.http;

import org.jspecify.annotations.NullMarked;
