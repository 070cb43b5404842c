/// What is kept from one run to the next: answers of servers that change seldom, merge schemas, and
/// the certificates by which servers were recognised. All of it can be done without.
@NullMarked
package dev.japply.live.cache;

import org.jspecify.annotations.NullMarked;
