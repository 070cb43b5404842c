/// What is asked of a server, and what its answers and errors mean.
@NullMarked
package dev.japply.live.rest;

import org.jspecify.annotations.NullMarked;
