/// Giving fields up and taking them over: which field is meant, and what the last-applied
/// configuration is without it or with its live value.
@NullMarked
package dev.japply.ownership;

import org.jspecify.annotations.NullMarked;
