/// The commands `plan` and `show`.
@NullMarked
package dev.japply.cli.plan;

import org.jspecify.annotations.NullMarked;
