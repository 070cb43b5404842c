/// What is told of plans: for people, for programs, and in their files.
@NullMarked
package dev.japply.report.plan;

import org.jspecify.annotations.NullMarked;
