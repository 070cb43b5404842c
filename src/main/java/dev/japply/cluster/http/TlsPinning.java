package dev.japply.cluster.http;

/// The data for recognizing a server without Java's own TLS.
///
/// @param library the file of the native library ([NativeTls])
/// @param pins the certificates of servers that were verified before
public record TlsPinning(String library, CertificatePins pins) {}
