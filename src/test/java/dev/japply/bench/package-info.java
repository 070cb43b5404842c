/// How fast japply is beside kubectl and Helm: the program behind `make bench`.
@NullMarked
package dev.japply.bench;

import org.jspecify.annotations.NullMarked;
