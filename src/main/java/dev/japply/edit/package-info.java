/// The last-applied annotation by hand: finding the objects, showing, setting and editing what was
/// applied last.
///
/// Sends nothing that changes a cluster: that is `execute`'s.
@NullMarked
package dev.japply.edit;

import org.jspecify.annotations.NullMarked;
