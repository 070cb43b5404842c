package dev.japply.cli;

import java.time.Duration;

/// The flags that say which cluster to talk to, and as whom; empty when not given.
///
/// @param kubeconfig the only kubeconfig file to read
/// @param context the context to take from it
/// @param namespace where objects go that name no namespace
/// @param server the address of the API server
/// @param token the bearer token
/// @param impersonate the user to act as
/// @param insecure whether any server certificate will do
/// @param timeout how long one request may take; zero for as long as it takes
public record ConnectionFlags(
    String kubeconfig,
    String context,
    String namespace,
    String server,
    String token,
    String impersonate,
    boolean insecure,
    Duration timeout) {}
