/// Ending a run early: who asks for it, who heeds it, and what is not left half done.
///
/// Pure of the cluster and of output: nothing here is printed.
@NullMarked
package dev.japply.cancel;

import org.jspecify.annotations.NullMarked;
