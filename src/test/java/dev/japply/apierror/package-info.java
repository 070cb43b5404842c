/// Tests of `apierror`.
@NullMarked
package dev.japply.apierror;

import org.jspecify.annotations.NullMarked;
