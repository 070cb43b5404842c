package dev.japply.cluster;

/// A request for the logs of a container.
///
/// @param lines the number of lines from the end of the log
/// @param previous whether to read the log of the previous container instance
public record LogRequest(
    String namespace, String pod, String container, int lines, boolean previous) {}
