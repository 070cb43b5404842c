/// A browser that tests drive.
@NullMarked
package dev.japply.browser;

import org.jspecify.annotations.NullMarked;
