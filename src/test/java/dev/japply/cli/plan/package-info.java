/// Tests of plans as commands have them.
@NullMarked
package dev.japply.cli.plan;

import org.jspecify.annotations.NullMarked;
