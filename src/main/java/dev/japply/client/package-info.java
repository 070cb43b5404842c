/// Apply and diff through a program's own fabric8 client.
@NullMarked
package dev.japply.client;

import org.jspecify.annotations.NullMarked;
