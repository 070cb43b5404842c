package dev.japply.live.fabric8;

import dev.japply.live.KnownServers;

/// What it takes to recognise a server without Java's own TLS.
///
/// @param library the file of the native library ([dev.japply.live.tls.NativeTls])
/// @param servers who was accepted before
public record Acquaintance(String library, KnownServers servers) {}
