/// What commands touch outside of the program: streams, environment, clusters, other programs.
@NullMarked
package dev.japply.cli.context;

import org.jspecify.annotations.NullMarked;
