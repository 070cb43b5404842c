package dev.japply.kpt;

/// The source of a package at its last fetch or update.
///
/// @param from the location; its ref is the one that was found, `web/v1` if `v1` was requested
/// @param commit the commit, never a tag object
public record UpstreamLock(Upstream from, String commit) {}
