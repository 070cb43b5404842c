/// Packages in git repositories, read by the user's own git: credentials, proxies and ssh are as
/// the user has set them up.
@NullMarked
package dev.japply.pkg.git;

import org.jspecify.annotations.NullMarked;
