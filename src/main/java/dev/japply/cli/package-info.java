/// The command line: from arguments to a request, from a request to an exit status. Puts the other
/// packages together; nothing beyond it sees picocli.
@NullMarked
package dev.japply.cli;

import org.jspecify.annotations.NullMarked;
