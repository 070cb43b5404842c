/// The commands for the last-applied annotation and for field ownership.
@NullMarked
package dev.japply.cli.edit;

import org.jspecify.annotations.NullMarked;
