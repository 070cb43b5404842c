/// What there is to know of the commands and their flags, and how shells complete them.
@NullMarked
package dev.japply.cli.manual;

import org.jspecify.annotations.NullMarked;
