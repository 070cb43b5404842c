package dev.japply.live.http;

import java.util.List;
import java.util.SortedMap;

/// One answer.
///
/// @param headers by their names in any case; each character of a value is one byte
/// @param body as it came, perhaps compressed
@SuppressWarnings("ArrayRecordComponent")
public record Answer(int status, SortedMap<String, List<String>> headers, byte[] body) {}
