/// The rights of a user as commands ask for them: which an apply takes, and what is told when some
/// are missing.
@NullMarked
package dev.japply.cli.preflight;

import org.jspecify.annotations.NullMarked;
