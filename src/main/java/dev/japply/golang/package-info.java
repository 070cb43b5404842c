/// Values and texts as Go has them, for what kubectl does by Go's own library: it prints by
/// templates, and sorts and matches the items of lists by `%v`.
///
/// Strings are byte texts here, as Go's are: each char of the Java string stands for one byte of
/// UTF-8. Pure: values in, values out.
@NullMarked
package dev.japply.golang;

import org.jspecify.annotations.NullMarked;
