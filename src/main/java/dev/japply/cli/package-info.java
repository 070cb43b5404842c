/// The command line: root command, defaults from kuberc and project file, help, completion.
@NullMarked
package dev.japply.cli;

import org.jspecify.annotations.NullMarked;
