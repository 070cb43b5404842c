/// What commands do when requests fail: a relay before a real API server that does to requests what
/// bad days do, and the laws that hold all the same.
@NullMarked
package dev.japply.faults;

import org.jspecify.annotations.NullMarked;
