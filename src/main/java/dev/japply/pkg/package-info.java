/// Packages of manifests that come from git: what they consist of, where they come from, and the
/// Kptfile that says so.
@NullMarked
package dev.japply.pkg;

import org.jspecify.annotations.NullMarked;
