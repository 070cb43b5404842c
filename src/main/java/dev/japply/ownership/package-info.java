/// Giving fields up, taking them over, and leaving them as they are live: which field is meant, and
/// what the last-applied configuration is without it or with its live value.
@NullMarked
package dev.japply.ownership;

import org.jspecify.annotations.NullMarked;
