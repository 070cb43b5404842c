/// Tests of the merge schema, and the generator of the built-in table.
@NullMarked
package dev.japply.schema;

import org.jspecify.annotations.NullMarked;
