package dev.japply.kpt;

/// What a package was made of when it was fetched or updated last.
///
/// @param from the place; its ref is the one that was found, `web/v1` where `v1` was asked for
/// @param commit the commit, never a tag object
public record UpstreamLock(Upstream from, String commit) {}
