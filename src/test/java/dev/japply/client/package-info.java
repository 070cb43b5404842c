/// Tests of the API for programs, through each of fabric8's HTTP clients.
@NullMarked
package dev.japply.client;

import org.jspecify.annotations.NullMarked;
