/// What is to be done with each object: decided from values alone, with no request and no clock.
@NullMarked
package dev.japply.plan;

import org.jspecify.annotations.NullMarked;
