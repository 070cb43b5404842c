/// Which cluster is found, by which files, flags and variables.
@NullMarked
package dev.japply.live.kubeconfig;

import org.jspecify.annotations.NullMarked;
