/// Which numbers Go reads, and the texts that it writes of them: by `strconv`, and by
/// `encoding/json`.
@NullMarked
package dev.japply.golang.number;

import org.jspecify.annotations.NullMarked;
