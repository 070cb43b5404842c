/// The commands `release` and `adopt`.
@NullMarked
package dev.japply.cli.ownership;

import org.jspecify.annotations.NullMarked;
