/// Where japply differs from kubectl on purpose, and what `--compat=kubectl` makes of it.
@NullMarked
package dev.japply.compat;

import org.jspecify.annotations.NullMarked;
