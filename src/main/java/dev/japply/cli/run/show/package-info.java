/// What the commands do that show what applying would change: `diff` and `why`.
@NullMarked
package dev.japply.cli.run.show;

import org.jspecify.annotations.NullMarked;
