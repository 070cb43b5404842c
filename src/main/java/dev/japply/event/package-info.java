/// What happens while objects are applied, as data; `report` turns it into text.
///
/// Pure; uses `problem`, `tree` and `object`.
@NullMarked
package dev.japply.event;

import org.jspecify.annotations.NullMarked;
