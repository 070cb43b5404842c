/// Text for people and programs: one class per output format. The only package that formats.
///
/// Uses `problem`, `tree`, `object`, `merge` and `event`.
@NullMarked
package dev.japply.report;

import org.jspecify.annotations.NullMarked;
