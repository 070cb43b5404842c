/// All output: text, YAML, JSON, templates, diffs, plans, packages, reports for CI.
@NullMarked
package dev.japply.report;

import org.jspecify.annotations.NullMarked;
