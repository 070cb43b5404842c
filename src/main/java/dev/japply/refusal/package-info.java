/// What it means that a server refuses an object: which field, what is wrong with it, what to do.
///
/// Uses `problem`, `tree`, `object`, `schema` and `live`; of the server it knows only answers.
@NullMarked
package dev.japply.refusal;

import org.jspecify.annotations.NullMarked;
