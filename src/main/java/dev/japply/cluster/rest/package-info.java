/// The interface over REST: requests, discovery, OpenAPI, pages, retries, caches.
@NullMarked
package dev.japply.cluster.rest;

import org.jspecify.annotations.NullMarked;
