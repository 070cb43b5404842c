/// Tests of the three-way merge. Most are rows of the case files in the resources of this package,
/// which [MergeCase] describes.
@NullMarked
package dev.japply.merge;

import org.jspecify.annotations.NullMarked;
