/// The one planning pass: reads an object, plans what to do with it, and hands that to whom it may
/// concern. [dev.japply.execute.planning.Previewer] shows what comes of it, and writes nothing.
@NullMarked
package dev.japply.execute.planning;

import org.jspecify.annotations.NullMarked;
