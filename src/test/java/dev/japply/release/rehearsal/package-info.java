/// A stand-in for GitHub that plays the release workflow, from a tag to installations.
@NullMarked
package dev.japply.release.rehearsal;

import org.jspecify.annotations.NullMarked;
