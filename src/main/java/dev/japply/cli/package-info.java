/// The program as a command line: from arguments to an exit status, on real clusters.
@NullMarked
package dev.japply.cli;

import org.jspecify.annotations.NullMarked;
