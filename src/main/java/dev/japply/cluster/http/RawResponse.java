package dev.japply.cluster.http;

import java.util.List;
import java.util.SortedMap;

/// One answer.
///
/// @param headers by their names in any case; each character of a value is one byte
/// @param body as the server meant it, also where it came compressed
@SuppressWarnings("ArrayRecordComponent")
public record RawResponse(int status, SortedMap<String, List<String>> headers, byte[] body) {}
