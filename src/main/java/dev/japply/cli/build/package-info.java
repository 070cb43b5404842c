/// Carries out `japply build`.
@NullMarked
package dev.japply.cli.build;

import org.jspecify.annotations.NullMarked;
