package dev.japply.packages;

import dev.japply.problem.Origin;

/// A field, object or file that both sides changed in different ways. Values of Secrets are masked.
///
/// @param place position in the local files
/// @param subject the object, such as `Deployment web`; empty if the file is not a manifest
/// @param field the field; empty for a whole object or file
/// @param origin the original value as JSON; empty if absent
/// @param updated the upstream value as JSON; empty if absent
/// @param local the local value as JSON; empty if absent
/// @param winner the side whose value is used
public record EditConflict(
    Origin place,
    String subject,
    String field,
    String origin,
    String updated,
    String local,
    Winner winner) {}
