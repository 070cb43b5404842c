package dev.japply.cluster.rest;

import dev.japply.cluster.http.RawResponse;
import java.net.URI;
import java.util.List;
import java.util.Map;

record SentRequest(URI uri, Map<String, List<String>> headers, RawResponse response) {}
