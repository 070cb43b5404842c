/// Tests of `refusal`.
@NullMarked
package dev.japply.refusal;

import org.jspecify.annotations.NullMarked;
