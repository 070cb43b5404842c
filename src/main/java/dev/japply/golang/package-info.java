/// Values, texts and numbers as Go has them, for what kubectl's printers do with Go's own library.
///
/// Strings are byte texts here, as Go's are: each char of the Java string stands for one byte of
/// UTF-8. Pure: values in, values out. May use `tree`.
@NullMarked
package dev.japply.golang;

import org.jspecify.annotations.NullMarked;
