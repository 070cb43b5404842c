package dev.japply.cluster;

/// Which lines of which container.
///
/// @param lines so many, the last ones
/// @param previous whether of the container that ran before this one
public record LogRequest(
    String namespace, String pod, String container, int lines, boolean previous) {}
