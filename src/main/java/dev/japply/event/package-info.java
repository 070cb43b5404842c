/// What happens while objects are applied, as data; `report` turns it into text.
@NullMarked
package dev.japply.event;

import org.jspecify.annotations.NullMarked;
