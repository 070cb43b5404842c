/// Tests of builds as the command line has them.
@NullMarked
package dev.japply.kustomize.build;

import org.jspecify.annotations.NullMarked;
