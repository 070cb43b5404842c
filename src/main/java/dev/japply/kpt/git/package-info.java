/// Packages in git repositories and in directories on disk.
@NullMarked
package dev.japply.kpt.git;

import org.jspecify.annotations.NullMarked;
