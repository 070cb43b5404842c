package dev.japply.cluster.http;

import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/// A response of the server.
///
/// @param headers the headers by name, case-insensitive; each character of a value is one byte
/// @param body the decompressed body; empty if it is a stream
/// @param stream the body as it arrives; null if it was read to its end
@SuppressWarnings("ArrayRecordComponent")
public record RawResponse(
    int status,
    SortedMap<String, List<String>> headers,
    byte[] body,
    @Nullable ResponseStream stream) {}
