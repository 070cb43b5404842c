/// A real API server for tests.
@NullMarked
package dev.japply.e2e;

import org.jspecify.annotations.NullMarked;
