/// Plants bugs in japply, one after the other, and sees that its tests catch them: `make mutants`.
@NullMarked
package dev.japply.mutants;

import org.jspecify.annotations.NullMarked;
