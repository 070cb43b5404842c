/// What is printed of objects that are to go over to server-side apply.
@NullMarked
package dev.japply.report.migration;

import org.jspecify.annotations.NullMarked;
