package dev.japply.cluster.http;

/// What it takes to recognise a server without Java's own TLS.
///
/// @param library the file of the native library ([NativeTls])
/// @param pins the certificates of servers that were accepted before
public record TlsPinning(String library, CertificatePins pins) {}
