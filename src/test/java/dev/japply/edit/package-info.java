/// Tests of the commands about the last-applied annotation.
@NullMarked
package dev.japply.edit;

import org.jspecify.annotations.NullMarked;
