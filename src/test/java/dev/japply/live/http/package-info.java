/// Tests of `dev.japply.live.http`, against servers that play what a test says, byte by byte.
package dev.japply.live.http;
