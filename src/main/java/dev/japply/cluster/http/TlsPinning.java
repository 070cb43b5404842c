package dev.japply.cluster.http;

import java.util.Optional;
import java.util.function.Supplier;

/// The data for recognizing a server without Java's own TLS.
///
/// @param library loads the native library; empty if it cannot be loaded
/// @param pins the certificates of servers that were verified before
public record TlsPinning(Supplier<Optional<NativeTls>> library, CertificatePins pins) {}
