/// How work is done: attempts and answers that were lost, threads, ranks, the order of events, and
/// live objects that are read in bulk.
@NullMarked
package dev.japply.execute.run;

import org.jspecify.annotations.NullMarked;
