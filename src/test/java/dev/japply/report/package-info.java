/// Tests of `report`.
@NullMarked
package dev.japply.report;

import org.jspecify.annotations.NullMarked;
