/// What servers are told of the user, and plugins of the cluster.
@NullMarked
package dev.japply.live.auth;

import org.jspecify.annotations.NullMarked;
