/// The command line: from arguments to a request, from a request to an exit status. Puts the other
/// packages together.
@NullMarked
package dev.japply.cli;

import org.jspecify.annotations.NullMarked;
