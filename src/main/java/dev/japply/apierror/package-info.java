/// What it means that a server refuses an object: which field, what is wrong with it, what to do.
@NullMarked
package dev.japply.apierror;

import org.jspecify.annotations.NullMarked;
