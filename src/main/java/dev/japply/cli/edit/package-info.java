/// The commands `view-last-applied`, `set-last-applied` and `edit-last-applied`.
@NullMarked
package dev.japply.cli.edit;

import org.jspecify.annotations.NullMarked;
