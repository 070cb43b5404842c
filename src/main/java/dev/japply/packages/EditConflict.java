package dev.japply.packages;

import dev.japply.problem.Origin;

/// Something that both sides changed, in different ways. Values of Secrets are hidden.
///
/// @param place where it stands in the local files
/// @param subject the object, as `Deployment web`; empty for files that are no manifests
/// @param field the field; empty for the whole
/// @param origin what it was, as JSON; empty when it was not there, as the other two
/// @param updated what upstream made of it
/// @param local what it is here
/// @param winner whose value counts
public record EditConflict(
    Origin place,
    String subject,
    String field,
    String origin,
    String updated,
    String local,
    Winner winner) {}
