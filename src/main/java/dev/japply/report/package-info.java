/// Text for people and programs: one class per output format. The only package that formats.
@NullMarked
package dev.japply.report;

import org.jspecify.annotations.NullMarked;
