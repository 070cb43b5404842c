package dev.japply.execute;

import dev.japply.live.Resource;
import dev.japply.object.KubeObject;

/// One object to apply, and where the server keeps its like.
///
/// @param desired the object; its namespace is filled in, or left out for an object of the whole
///   cluster
public record Target(KubeObject desired, Resource resource) {}
