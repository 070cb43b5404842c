/// A cluster by its API server's REST interface: requests and their answers, which types there are,
/// how they merge, and what errors mean. Whatever sends is a [dev.japply.live.rest.Sender].
///
/// Objects stay trees: typed models would drop fields that they do not know.
@NullMarked
package dev.japply.live.rest;

import org.jspecify.annotations.NullMarked;
