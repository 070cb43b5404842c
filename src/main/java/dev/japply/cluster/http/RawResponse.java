package dev.japply.cluster.http;

import java.util.List;
import java.util.SortedMap;

/// A response of the server.
///
/// @param headers the headers by name, case-insensitive; each character of a value is one byte
/// @param body the decompressed body
@SuppressWarnings("ArrayRecordComponent")
public record RawResponse(int status, SortedMap<String, List<String>> headers, byte[] body) {}
