/// The commands for packages.
@NullMarked
package dev.japply.cli.pkg;

import org.jspecify.annotations.NullMarked;
