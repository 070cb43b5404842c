/// Reports of a run for a CI system, a pull request or a browser: one class per format.
@NullMarked
package dev.japply.report.ci;

import org.jspecify.annotations.NullMarked;
