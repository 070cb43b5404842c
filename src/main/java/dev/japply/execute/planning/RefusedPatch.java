package dev.japply.execute.planning;

import dev.japply.apierror.RequestContext;
import dev.japply.live.ClusterException;

/// A patch that the server did not take, whatever was tried.
///
/// @param request what it was, with the live object
public record RefusedPatch(RequestContext request, ClusterException refusal) {}
