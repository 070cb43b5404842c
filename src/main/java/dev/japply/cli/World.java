package dev.japply.cli;

/// What the commands touch outside of the program.
///
/// @param console the streams and the environment
/// @param manifests reads objects from files
/// @param connector opens clusters
public record World(Console console, Manifests manifests, Connector connector) {}
