package dev.japply.apply;

import dev.japply.cluster.ClusterException;
import dev.japply.cluster.RequestContext;

/// A patch that the server did not take, whatever was tried.
///
/// @param request what it was, with the live object
record RefusedPatch(RequestContext request, ClusterException refusal) {}
